/** Raw JSON, read without trust: what is not there, or is something else, is empty. */
export type Json = Readonly<Record<string, unknown>>;

export function objectAt(value: unknown, ...path: string[]): Json {
  const node = valueAt(value, ...path);
  return isObject(node) ? node : {};
}

export function valueAt(value: unknown, ...path: string[]): unknown {
  let node = value;
  for (const name of path) node = isObject(node) ? node[name] : undefined;
  return node;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const wordAt = (value: unknown, ...path: string[]): string => {
  const node = valueAt(value, ...path);
  return typeof node === 'string' ? node : '';
};

export const numberAt = (value: unknown, ...path: string[]): number => {
  const node = valueAt(value, ...path);
  return typeof node === 'number' ? node : 0;
};

/** One text for all ways to write the same JSON: names in order, null members left out. */
export function sameText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sameText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const names = Object.keys(value).filter((name) => value[name] !== null && value[name] !== undefined);
  return `{${names
    .sort()
    .map((name) => `${JSON.stringify(name)}:${sameText(value[name])}`)
    .join(',')}}`;
}

/** The sender's date, Unix ms; null where there is none. Numbers below 10^11 are seconds. */
export function senderDate(date: string | number | undefined): number | null {
  if (date === undefined) return null;
  if (typeof date === 'number') return Math.round(date < 100_000_000_000 ? date * 1_000 : date);
  const moment = Date.parse(date);
  return Number.isNaN(moment) ? null : moment;
}

const day = 86_400_000;

/**
 * When something happened, Unix ms: at the sender's date, or when we received it. More than two days away from Telegram's
 * own date, that clock is wrong.
 */
export function trustedTime(receivedAt: number, sender: number | null, telegram: number | null): number {
  const byClock = sender ?? receivedAt;
  return telegram !== null && Math.abs(byClock - telegram) > 2 * day ? telegram : byClock;
}
