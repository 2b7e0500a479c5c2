import type { TargetDraft, TargetTest } from '@botscope/contract';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import { conversionsSql } from '../../analytics/reports/conversions/conversions.sql.ts';
import type { CountedTarget } from '../../analytics/reports/report.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { dayMs } from '../../platform/time-units.ts';
import { type CountingBot, countTargets } from './count-targets.ts';
import { namesOfUsersSql, newestConversionsSql, wordsOfEventsSql } from './target-counts.sql.ts';

const searchedDays = 7;
const examples = 10;
/** Characters of a text that say what it was. */
const longestWords = 200;

/** Counts the conversions that a draft would have had in the last 7 days, with the newest examples. */
export async function tryTarget(
  store: Pick<EventStore, 'query'>,
  bot: CountingBot,
  draft: Pick<TargetDraft, 'trigger' | 'value'>,
  now: number,
): Promise<TargetTest> {
  // No target has the number 0, so no conversion was ever sent for it.
  const target: CountedTarget = { ...draft, id: 0, name: '' };
  const [count] = await countTargets(store, bot, [target], { days: searchedDays, now });
  if (count === undefined) return { count: 0, users: 0, examples: [] };
  return { count: count.conversions, users: count.users, examples: await loadExamples(store, bot, target, now) };
}

async function loadExamples(
  store: Pick<EventStore, 'query'>,
  bot: CountingBot,
  target: CountedTarget,
  now: number,
): Promise<TargetTest['examples']> {
  const days = scope(bot.key, now - searchedDays * dayMs, now + 1);
  const tag = { tag: `targets/${bot.key}` };
  const conversions = conversionsSql([target], bot);
  const newest = await runQuery<{ event: string; user_id: number; at_ms: number }>(
    store,
    days.statement(newestConversionsSql(conversions), { ...conversions.params, most: examples }),
    tag,
  );
  const [words, names] = await Promise.all([
    runQuery<{ event: string; words: string }>(
      store,
      days.statement(wordsOfEventsSql, { events: newest.map(({ event }) => BigInt(event)), longest: longestWords }),
      tag,
    ),
    runQuery<{ user_id: number; first_name: string }>(
      store,
      days.statement(namesOfUsersSql, { users: newest.map((row) => row.user_id) }),
      tag,
    ),
  ]);
  const wordsByEvent = new Map(words.map((row) => [row.event, row.words]));
  const namesById = new Map(names.map((row) => [row.user_id, row.first_name]));
  return newest.map(({ event, user_id, at_ms }) => ({
    at: new Date(at_ms).toISOString(),
    user_id,
    first_name: namesById.get(user_id) ?? '',
    text: wordsByEvent.get(event) ?? '',
  }));
}
