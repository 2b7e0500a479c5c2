import { readJson } from '../analytics/read-json.ts';
import type { DeliveryItem, Outcome, ProviderAnswer } from '../provider.ts';
import { forAll, readStatus } from '../read-status.ts';

/** Amplitude asks for this pause before events of a throttled user are sent again. */
const throttledMs = 30_000;

/** Members of an error that map names of fields to the indexes of events. */
const fieldLists = ['events_with_invalid_fields', 'events_with_missing_fields', 'events_with_invalid_id_lengths'];

/**
 * What became of each item. Null: the request was refused because of others, so this one has not been taken, and may
 * be sent again at once.
 */
export function readAnswer(answer: ProviderAnswer, items: readonly DeliveryItem[], now: number): (Outcome | null)[] {
  const outcome = readStatus(answer, now);
  const body = readJson(answer) ?? {};
  const detail = String(body.error ?? '').slice(0, 500);
  if (answer.status === 400 && (/api.?key/i.test(detail) || body.missing_field === 'api_key'))
    return forAll(items, { kind: 'stop', code: 'unauthorized', detail });
  if (answer.status === 400) return withListed(items, refusedIndexes(body), outcome);
  if (answer.status === 429) return withListed(items, throttledIndexes(body, items), outcome);
  return forAll(items, outcome);
}

/** Outcomes of the listed events; if none is listed, the usual one is that of all. */
function withListed(
  items: readonly DeliveryItem[],
  listed: ReadonlyMap<number, Outcome>,
  usual: Outcome,
): (Outcome | null)[] {
  return items.map((_, index) => (listed.size === 0 ? usual : (listed.get(index) ?? null)));
}

function refusedIndexes(body: Readonly<Record<string, unknown>>): Map<number, Outcome> {
  const outcomes = new Map<number, Outcome>();
  const reject = (indexes: unknown, detail: string) => {
    for (const index of numbers(indexes)) outcomes.set(index, { kind: 'rejected', code: 'rejected', detail });
  };
  for (const list of fieldLists) {
    const fields = Object.entries(objectAt(body, list));
    for (const [field, indexes] of fields) reject(indexes, `${list}: ${field}`.slice(0, 500));
  }
  reject(body.silenced_events, 'silenced_events');
  return outcomes;
}

/** Users beyond the daily quota get nothing through today: waiting for them would delay all others. */
function throttledIndexes(
  body: Readonly<Record<string, unknown>>,
  items: readonly DeliveryItem[],
): Map<number, Outcome> {
  const outcomes = new Map<number, Outcome>();
  const detail = String(body.error ?? '').slice(0, 500);
  for (const index of numbers(body.throttled_events))
    outcomes.set(index, { kind: 'retry', code: 'throttled', detail, afterMs: throttledMs });
  const exhausted = {
    ...objectAt(body, 'exceeded_daily_quota_users'),
    ...objectAt(body, 'exceeded_daily_quota_devices'),
  };
  for (const [index, { event }] of items.entries())
    if (Object.hasOwn(exhausted, String(event.user?.id ?? `bot-${event.bot.key}`)))
      outcomes.set(index, { kind: 'rejected', code: 'quota', detail });
  return outcomes;
}

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((index): index is number => Number.isInteger(index)) : [];

function objectAt(body: Readonly<Record<string, unknown>>, key: string): Record<string, unknown> {
  const value = body[key];
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
