import QuickLRU from 'quick-lru';
import type { EventStore } from '../../events/store/event-store.ts';
import { localDay } from '../query/period.ts';
import { runQuery } from '../query/run-query.ts';
import { scope } from '../query/scope.ts';

interface DataSinceDeps {
  store: Pick<EventStore, 'query'>;
  /** Unix ms. */
  now(): number;
}

interface Kept {
  /** Unix ms. */
  first: number;
  until: number;
}

/** Only an upload moves the first event. A bot that has none yet is asked again at once. */
const keptMs = 60_000;
/** Bots whose first event is remembered. */
const mostKept = 1_000;

const keptBy = new WeakMap<DataSinceDeps['store'], QuickLRU<string, Kept>>();

/** Local day of a bot's first event, `YYYY-MM-DD`, at most a minute old; null without events. Throws what the store throws. */
export async function dataSince(
  { store, now }: DataSinceDeps,
  bot: string,
  timeZone: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const cache = keptBy.get(store) ?? new QuickLRU<string, Kept>({ maxSize: mostKept });
  keptBy.set(store, cache);
  const entry = cache.get(bot);
  const moment = now();
  if (entry && moment < entry.until) return localDay(entry.first, timeZone);
  // Without FINAL: of two copies of one event the earlier one is good enough for a day.
  const statement = scope(bot, 0, moment).statement(
    () => `SELECT count() AS events, toUnixTimestamp64Milli(min(time)) AS first
      FROM events WHERE bot = {bot:String} AND kind NOT IN ('field_change', 'link_click', 'site_hit', 'site_event')
        AND (kind != 'hit' OR user_id != 0)`,
  );
  const [row] = await runQuery<{ events: number; first: number }>(store, statement, {
    tag: `data-since/${bot}`,
    signal,
  });
  if (!row || row.events === 0) return null;
  cache.set(bot, { first: row.first, until: moment + keptMs });
  return localDay(row.first, timeZone);
}
