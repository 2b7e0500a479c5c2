import type { Event } from '@botscope/contract';

/** 2100-01-01, in milliseconds. The engine's times reach 2299; nothing real lies beyond this. */
const latestTime = 4_102_444_800_000;
const maxUInt32 = 4_294_967_295;
const maxUInt64 = '18446744073709551615';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const integer =
  (from: number, to: number): Check =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to;
const anyInteger = integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
const unsigned64: Check = (value) =>
  typeof value === 'string' && /^\d{1,20}$/.test(value) && (value.length < maxUInt64.length || value <= maxUInt64);
const textMap: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(text);

/** Values that the columns of `incoming` accept, field by field. */
const checks: Record<keyof Event, Check> = {
  bot: (value) => text(value) && value !== '',
  id: unsigned64,
  partitionKey: integer(0, maxUInt32),
  userId: anyInteger,
  chatId: anyInteger,
  chatType: text,
  direction: text,
  kind: text,
  type: text,
  isAction: flag,
  isContact: flag,
  isStart: flag,
  membership: text,
  time: integer(0, latestTime),
  sentAt: integer(0, maxUInt32),
  receivedAt: integer(0, latestTime),
  name: text,
  text,
  startPayload: text,
  params: textMap,
  source: text,
  amount: anyInteger,
  currency: text,
  code: integer(-2_147_483_648, 2_147_483_647),
  firstName: text,
  lastName: text,
  username: text,
  language: text,
  isPremium: flag,
  payload: text,
};
const fields = Object.entries(checks) as [keyof Event, Check][];

/**
 * Says why the engine could not store this event, or null if it can. One bad row would make the engine refuse the
 * whole insert, so this runs on every row (1 to 2 µs). Lone surrogates are no reason: they are stored as U+FFFD.
 */
export function whyRejected(event: Event): string | null {
  for (const [field, check] of fields) {
    if (!check(event[field])) return `${field}: ${formatValue(event[field])} cannot be stored`;
  }
  return null;
}

function formatValue(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value).slice(0, 40);
}
