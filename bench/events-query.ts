import type { EventStore } from '../server/src/events/store/event-store.ts';

const bot = 'be9c4be9c4be9';
const first = Date.UTC(2026, 7, 1);
const dayMs = 86_400_000;

/**
 * Sessions of four actions, three in four of them messages, spread evenly over the days; some users far busier than
 * others. Inserted in order of time, as a bot's life does, so the table has the parts it would have.
 */
const generate = `
  INSERT INTO incoming (bot, id, partition_key, user_id, chat_id, chat_type, direction, kind, type, is_action, is_contact, is_start,
    time_ms, sent_at, received_ms, name, text, first_name, last_name, username, language, is_premium, payload)
  WITH
    number AS n, intDiv(n, 4) AS session, cityHash64(n) AS h, cityHash64(session) AS s,
    {first:Int64} + intDiv(session * 4 * {days:UInt64} * 86400000, {total:UInt64}) + (n % 4) * 15000 + h % 15000 AS ms,
    200000000 + toInt64(pow((s % 1000003) / 1000003, 2) * {users:UInt32}) * 7919 AS user,
    h % 3 = 0 AS button
  SELECT
    {bot:String}, h,
    if(button, toUInt32(2147483648 + intDiv(700000000 + n, 8192)), toUInt32(intDiv(ms, 86400000))),
    user, user, 'private', 'in', if(button, 'callback_query', 'message'),
    if(button, 'button', if(h % 20 = 1, 'command', 'text')), 1, 1, h % 20 = 1 AND NOT button,
    ms, if(button, 0, intDiv(ms, 1000)), ms + 40, if(button, concat('open:', toString(h % 40)), if(h % 20 = 1, '/start', '')),
    if(button, '', 'hello'), concat('N', toString(user % 100)), 'K.', concat('user', toString(user)),
    ['ru', 'en', 'de'][user % 3 + 1], user % 7 = 0, '{}'
  FROM numbers({from:UInt64}, {size:UInt64})`;

const whereClause = `FROM events FINAL WHERE bot = {bot:String} AND is_action
  AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`;
const questions = {
  'bare scan of bot, is_action, time, user_id': `SELECT count(), sum(user_id), max(time) ${whereClause.replace('FINAL ', '')}`,
  'the same with FINAL': `SELECT count(), sum(user_id), max(time) ${whereClause}`,
  'actions by day and type': `SELECT toStartOfDay(time, 'Europe/Moscow') AS day, type, count() ${whereClause} GROUP BY day, type`,
  'distinct users by day': `SELECT toStartOfDay(time, 'Europe/Moscow') AS day, uniqExact(user_id) ${whereClause} GROUP BY day`,
  'sessions by day': `
    SELECT toStartOfDay(fromUnixTimestamp64Milli(one.1, 'UTC'), 'Europe/Moscow') AS day, count(), avg(one.2), avg(one.3), countIf(one.3 = 1)
    FROM (
      SELECT arrayJoin(arrayMap(s -> (s[1], s[-1] - s[1], length(s)),
        arraySplit((t, apart) -> apart, times, arrayMap(gap -> gap >= 1800000, arrayDifference(times))))) AS one
      FROM (SELECT arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times ${whereClause} GROUP BY user_id)
    )
    GROUP BY day`,
};

/** Fills the store with `total` events over `days` days and times the usual questions, each ten times. */
export async function queryBench(store: EventStore, total: number, days: number): Promise<void> {
  const size = total / 100;
  const began = performance.now();
  for (let from = 0; from < total; from += size) {
    await store.query({
      sql: generate,
      params: { bot, first, days, total, users: 500_000, from, size },
      timeoutSeconds: 300,
    });
  }
  console.log(`${total} events made in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  for (const span of [days, 7]) {
    const to = first + days * dayMs;
    for (const [name, sql] of Object.entries(questions))
      await time(store, `${span} days, ${name}`, sql, to - span * dayMs, to);
  }
  await time(
    store,
    'new users by day',
    `SELECT toStartOfDay(first_time, 'Europe/Moscow') AS day, count() FROM users FINAL WHERE bot = {bot:String} GROUP BY day`,
    0,
    0,
  );
}

async function time(store: EventStore, name: string, sql: string, from: number, to: number): Promise<void> {
  const times: number[] = [];
  const processor: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const cpu = process.cpuUsage();
    const start = performance.now();
    await store.query({ sql, params: { bot, from, to } });
    times.push(performance.now() - start);
    const cpuUsage = process.cpuUsage(cpu);
    processor.push((cpuUsage.user + cpuUsage.system) / 1000);
  }
  const quantileAt = (list: number[], share: number) =>
    ([...list].sort((a, b) => a - b)[Math.floor((list.length - 1) * share)] ?? 0).toFixed(0);
  console.log(
    `${name}: p50 ${quantileAt(times, 0.5)} ms, p95 ${quantileAt(times, 0.95)} ms (CPU ${quantileAt(processor, 0.5)} ms)`,
  );
}
