import { type LiveActivity, type LiveEvent, liveMinutes, onlineMinutes } from '@botscope/contract';
import QuickLRU from 'quick-lru';
import { runQuery } from '../../analytics/query/run-query.ts';
import { type ScopedStatement, type Sources, scope } from '../../analytics/query/scope.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { minuteMs } from '../../platform/time-units.ts';

/** Users of each minute (1 is the first), and of all of them as minute 0. Needs `online_from` in Unix ms. */
const minutesSql = (from: Sources): string => `
SELECT
  minute,
  uniqExact(user_id) AS users,
  uniqExactIf(user_id, is_online) AS online
FROM (
  SELECT
    user_id,
    toUInt8(intDiv(toUnixTimestamp64Milli(time) - {start:Int64}, 60000) + 1) AS minute,
    time >= fromUnixTimestamp64Milli({online_from:Int64}, 'UTC') AS is_online
  FROM ${from.actions} AND user_id != 0
)
GROUP BY minute WITH ROLLUP`;

/** The newest actions, departures and returns. Needs `most`. */
const latestSql = (from: Sources): string => `
SELECT
  toString(id) AS id,
  toUnixTimestamp64Milli(time) AS time_ms,
  multiIf(is_action, toString(type), membership = 'blocked', 'left', 'returned') AS type,
  name,
  user_id
FROM ${from.events} AND direction = 'in' AND (is_action OR membership != '')
ORDER BY time DESC, events.id DESC
LIMIT {most:UInt16}`;

/** Names of the users of some ids (the parameter `ids`). */
const namesSql = (from: Sources): string => `
SELECT
  user_id,
  tupleElement(last_profile, 'first_name') AS first_name,
  tupleElement(last_profile, 'last_name') AS last_name,
  tupleElement(last_profile, 'username') AS username
FROM ${from.allUsers} AND user_id IN {ids:Array(Int64)}`;

/** Pages ask every few seconds; however many are open, a bot's statements run once in this time. */
const answerLivesMs = 3_000;
/** Number of bots whose answers are kept. */
const maxAnswers = 1_000;
const maxEvents = 50;
const timeoutMs = 10_000;

interface LatestRow {
  id: string;
  time_ms: number;
  type: string;
  name: string;
  user_id: number;
}

interface NameRow {
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
}

interface LiveActivityDeps {
  store: Pick<EventStore, 'query'>;
  now: () => number;
}

/** Reads what happens in a bot now, with everything that any permission can show of it. Throws as `runQuery` does. */
export function createLiveActivity({ store, now }: LiveActivityDeps): (bot: string) => Promise<LiveActivity> {
  const answers = new QuickLRU<string, { at: number; answer: Promise<LiveActivity> }>({ maxSize: maxAnswers });
  return (bot) => {
    const loadedAt = now();
    const cachedAnswer = answers.get(bot);
    if (cachedAnswer && loadedAt - cachedAnswer.at < answerLivesMs && loadedAt >= cachedAnswer.at)
      return cachedAnswer.answer;
    const answer = load(store, bot, loadedAt);
    answers.set(bot, { at: loadedAt, answer });
    // A failure is not kept: the next to ask tries again.
    answer.catch(() => {
      if (answers.get(bot)?.answer === answer) answers.delete(bot);
    });
    return answer;
  };
}

async function load(store: Pick<EventStore, 'query'>, bot: string, now: number): Promise<LiveActivity> {
  const start = Math.floor(now / minuteMs) * minuteMs - (liveMinutes - 1) * minuteMs;
  const recent = scope(bot, start, start + liveMinutes * minuteMs);
  // Several pages share the answer, so one that is left stops nothing.
  const ask = <Row extends object>(statement: ScopedStatement): Promise<Row[]> =>
    runQuery<Row>(store, statement, { tag: `activity/${bot}`, signal: AbortSignal.timeout(timeoutMs) });
  const [counts, latest] = await Promise.all([
    ask<{ minute: number; users: number; online: number }>(
      recent.statement(minutesSql, { online_from: now - onlineMinutes * minuteMs }),
    ),
    ask<LatestRow>(recent.statement(latestSql, { most: maxEvents })),
  ]);
  const ids = [...new Set(latest.map((row) => row.user_id))].filter((id) => id !== 0);
  const names = ids.length === 0 ? [] : await ask<NameRow>(recent.statement(namesSql, { ids }));
  const byId = new Map(names.map((row) => [row.user_id, row]));
  const total = counts.find(({ minute }) => minute === 0);
  const minutes = new Array<number>(liveMinutes).fill(0);
  for (const { minute, users } of counts) if (minute > 0) minutes[minute - 1] = users;
  return {
    start,
    online: total?.online ?? 0,
    users: total?.users ?? 0,
    minutes,
    events: latest.map((row) => toEvent(row, byId.get(row.user_id))),
  };
}

function toEvent({ id, time_ms, type, name, user_id }: LatestRow, user: NameRow | undefined): LiveEvent {
  const fullName = user ? [user.first_name, user.last_name].filter(Boolean).join(' ') : '';
  return {
    id,
    time: new Date(time_ms).toISOString(),
    type,
    name: type === 'command' || type === 'button' ? name : '',
    user: user_id === 0 ? null : { user_id, name: fullName, username: user?.username ?? '' },
  };
}
