import { currencyDecimals, type Unit } from '@botscope/contract';
import { formatMoney } from '../../platform/i18n/money.ts';

/** Stands for a value that does not exist: an average over nothing is not zero. */
const noValue = '—';

const unitKinds: Record<Unit, 'count' | 'measure'> = {
  users: 'count',
  actions: 'count',
  events: 'count',
  launches: 'count',
  sessions: 'count',
  page_views: 'count',
  conversions: 'count',
  seconds: 'measure',
  per_session: 'measure',
  percent: 'measure',
  money: 'measure',
};

/** The answer's `unit` as one we can write; an unknown word reads as a plain count. */
export function asUnit(word: string | undefined, otherwise: Unit = 'actions'): Unit {
  return word !== undefined && Object.hasOwn(unitKinds, word) ? (word as Unit) : otherwise;
}

/** Whole things are counted, the rest is measured: only counts have whole-number axes. */
export function isCount(unit: Unit): boolean {
  return unitKinds[unit] === 'count';
}

/**
 * A value for users: `1,234`, `12.5%`, `1m 20s`, `3.4`, `€12.50`; a dash where there is none. Percent values
 * are 0…100, money is in the smallest unit of `currency`.
 */
export function formatValue(
  value: number | null | undefined,
  unit: Unit,
  locale: string,
  currency?: string,
  /** Decimals that are written even where they are zeros. */
  minDecimals = 0,
): string {
  if (value === null || value === undefined) return noValue;
  if (unit === 'seconds') return formatSeconds(value, locale);
  if (unit === 'percent') return percent(value, 1, locale, minDecimals);
  if (unit === 'money') return formatMoney(value, currency ?? '', locale, minDecimals);
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: minDecimals,
    maximumFractionDigits: unit === 'per_session' ? 2 : 0,
  }).format(value);
}

/**
 * As `formatValue`, for numbers below each other: where one of them needs decimals all have as many, and digits line up.
 * Only a plain zero stays one.
 */
export function columnFormat(
  values: readonly (number | null | undefined)[],
  unit: Unit,
  locale: string,
  currency?: string,
): (value: number | null | undefined) => string {
  const scale = unit === 'money' ? 10 ** currencyDecimals(currency ?? '') : 1;
  const maxDecimals = unit === 'percent' ? 1 : unit === 'per_session' ? 2 : unit === 'money' ? Math.log10(scale) : 0;
  const minDecimals =
    maxDecimals === 0 ? 0 : Math.max(0, ...values.map((value) => countDecimals((value ?? 0) / scale, maxDecimals)));
  return (value) =>
    formatValue(
      value,
      unit,
      locale,
      currency,
      value === 0 ? 0 : unit === 'money' && minDecimals > 0 ? maxDecimals : minDecimals,
    );
}

/** Counts the decimals of a value rounded to `maxDecimals`, without trailing zeros. */
function countDecimals(value: number, maxDecimals: number): number {
  const digits = value.toFixed(maxDecimals).replace(/\.?0+$/, '');
  return digits.includes('.') ? digits.length - digits.indexOf('.') - 1 : 0;
}

/** The labels of an axis, as short as its little room asks: all in thousands (`5K`, `10K`, `5 тыс.`) or none. */
export function formatAxis(ticks: readonly number[], unit: Unit, locale: string, currency?: string): string[] {
  if (unit === 'seconds') return ticks.map((tick) => formatSeconds(tick, locale));
  if (unit === 'percent') return ticks.map((tick) => percent(tick, 2, locale));
  // Money beside an axis is in whole units, and without its sign: the legend names the currency.
  const scale = unit === 'money' ? 10 ** currencyDecimals(currency ?? '') : 1;
  const compact = ticks.some((tick) => Math.abs(tick / scale) >= 10_000);
  const write = new Intl.NumberFormat(locale, {
    notation: compact ? 'compact' : 'standard',
    maximumFractionDigits: 2,
  });
  return ticks.map((tick) => write.format(tick / scale));
}

function percent(value: number, digits: number, locale: string, minDecimals = 0): string {
  return new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: minDecimals,
    maximumFractionDigits: digits,
  }).format(value / 100);
}

const steps = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;

/** The two largest parts are enough to compare by; below ten seconds one decimal is kept. */
function formatSeconds(value: number, locale: string): string {
  const part = (amount: number, unit: string, digits = 0) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'narrow',
      maximumFractionDigits: digits,
    }).format(amount);
  if (Math.abs(value) < 10) return part(value, 'second', 1);
  const sign = value < 0 ? -1 : 1;
  const exact = Math.abs(value);
  // Rounded to the smaller of the two parts first, so that 3,599.7 s reads "1h", never "59m 60s".
  const roundedSeconds =
    exact >= 86_400 ? roundTo(exact, 3_600) : exact >= 3_600 ? roundTo(exact, 60) : Math.round(exact);
  const first = steps.findIndex((step) => roundedSeconds >= step.seconds);
  const largeStep = steps[first];
  if (!largeStep) return part(0, 'second');
  const smallStep = steps[first + 1];
  const amount = Math.floor(roundedSeconds / largeStep.seconds);
  const rest = smallStep ? Math.floor((roundedSeconds - amount * largeStep.seconds) / smallStep.seconds) : 0;
  const head = part(sign * amount, largeStep.unit);
  return smallStep && rest > 0 ? `${head} ${part(rest, smallStep.unit)}` : head;
}

const roundTo = (value: number, step: number): number => Math.round(value / step) * step;
