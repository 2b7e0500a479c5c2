export const strengths = ['weak', 'fair', 'good', 'strong'] as const;
export type Strength = (typeof strengths)[number];

/** Bits of a guess by brute force from which a password earns each word. */
const steps = [
  [90, 'strong'],
  [60, 'good'],
  [45, 'fair'],
] as const;

/** Kinds of signs and how many there are of each. */
const alphabets = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  // Letters of other alphabets; Cyrillic has 33.
  [/[^ -~]/, 33],
] as const;

/**
 * A rough word for how hard a password is to guess: length times variety, where repeated signs and runs (`aaaa`, `1234`)
 * count once. A hint while typing; what may be used at all is decided by the server.
 */
export function estimateStrength(password: string): Strength {
  const signs = [...password];
  const size = alphabets.reduce((sum, [kind, count]) => sum + (kind.test(password) ? count : 0), 0);
  const surprises = signs.filter((sign, index) => {
    const step = index === 0 ? Number.NaN : (sign.codePointAt(0) ?? 0) - (signs[index - 1]?.codePointAt(0) ?? 0);
    return !(Math.abs(step) <= 1);
  }).length;
  const bits = Math.min(surprises, new Set(signs).size * 2) * Math.log2(Math.max(size, 2));
  return steps.find(([minBits]) => bits >= minBits)?.[1] ?? 'weak';
}
