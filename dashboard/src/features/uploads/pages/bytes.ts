const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size in the language's own words: 1536 → "1.5 kB". Thousands, as file managers count. */
export function writeBytes(bytes: number, language: string): string {
  const step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1_000 ** step);
}
