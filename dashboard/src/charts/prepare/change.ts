import type { Unit } from '@botscope/contract';

/** Whether more of it is good news: more users who left is not. */
export type Rising = 'good' | 'bad' | 'neutral';
type Tone = 'good' | 'bad' | 'neutral';

/**
 * Change against an earlier value. `no_base`: there was nothing to compare with (no value, or growth from zero, which has no
 * percentage). `points`: difference of two shares, in percentage points; `ratio`: relative change, 0.1 = 10 % more.
 */
export type Change =
  | { kind: 'no_base' }
  | { kind: 'ratio'; value: number; tone: Tone }
  | { kind: 'points'; value: number; tone: Tone };

export function computeChange(
  now: number | null | undefined,
  before: number | null | undefined,
  unit: Unit,
  rising: Rising = 'good',
): Change {
  if (now === null || now === undefined || before === null || before === undefined) return { kind: 'no_base' };
  if (unit === 'percent') return { kind: 'points', value: now - before, tone: toneOf(now - before, 'points', rising) };
  if (before === 0) return now === 0 ? { kind: 'ratio', value: 0, tone: 'neutral' } : { kind: 'no_base' };
  const value = (now - before) / Math.abs(before);
  return { kind: 'ratio', value, tone: toneOf(value, 'ratio', rising) };
}

/** A value written as "0%" or "0 pp" is no change: it has neither color nor arrow. */
const isNothing = (value: number, unit: 'ratio' | 'points'): boolean =>
  Math.abs(value) < (unit === 'points' ? 0.05 : 0.0005);

function toneOf(value: number, unit: 'ratio' | 'points', rising: Rising): Tone {
  if (isNothing(value, unit) || rising === 'neutral') return 'neutral';
  return value > 0 === (rising === 'good') ? 'good' : 'bad';
}

/** `+12%`, `−3.4%`, `+1.2 pp`; null where there is no base. `points` is the short word for percentage points. */
export function formatChange(change: Change, locale: string, points: string): string | null {
  if (change.kind === 'no_base') return null;
  if (change.kind === 'points') {
    const number = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', maximumFractionDigits: 1 });
    return `${number.format(change.value)} ${points}`;
  }
  const size = Math.abs(change.value);
  // From tenfold on a percentage is harder to read than it is worth.
  if (size >= 10) return `×${new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(1 + change.value)}`;
  const number = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: size < 0.1 ? 1 : 0,
  });
  return number.format(change.value);
}

export function directionOf(change: Change): 'up' | 'down' | 'level' {
  if (change.kind === 'no_base' || isNothing(change.value, change.kind)) return 'level';
  return change.value > 0 ? 'up' : 'down';
}
