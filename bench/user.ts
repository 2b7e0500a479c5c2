/**
 * One user's page of a bot with 10 million events of 400,000 users over two years: the user has 100,000 messages,
 * another one 60 in all that time. Head, first page, older pages, a jump, a search that finds nothing, the log.
 *   npx node bench/user.ts [rows] [rounds]
 * The data are made once and kept in .cache/bench-user; with another number of rows they are made again.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedEngine } from '@botscope/server/events/store/engine/embedded.ts';
import type { EventStore } from '@botscope/server/events/store/event-store.ts';
import { openEventStoreOn } from '@botscope/server/events/store/open-event-store.ts';
import { ownerPermissions } from '@botscope/server/features/access/access.ts';
import { rolledUntil } from '@botscope/server/features/bot-settings/roll-ups.ts';
import { loadHead } from '@botscope/server/features/conversations/head/load-head.ts';
import { loadTotals } from '@botscope/server/features/conversations/head/load-totals.ts';
import { readConversation } from '@botscope/server/features/conversations/read/conversation.ts';
import type { HistoryScope } from '@botscope/server/features/conversations/read/history.ts';
import { readLog } from '@botscope/server/features/conversations/read/log.ts';
import { searchConversation } from '@botscope/server/features/conversations/read/search.ts';
import { pino } from 'pino';
import { quantile, timed } from './quantile.ts';

const [, , rows = '10000000', rounds = '15'] = process.argv;
const bot = '0123456789abd';
const now = Date.parse('2026-11-17T20:00:00Z');
const days = 730;
const busyUser = 777_000_001;
const quietUser = 777_000_002;
/** Highest acceptable p95, ms. */
const limits = { head: 100, page: 200 };

const directory = join(import.meta.dirname, '..', '.cache', 'bench-user');
const marker = join(directory, 'rows');
const isMade = existsSync(marker) && readFileSync(marker, 'utf8') === rows;

/** One event in a hundred is the busy user's; a press has no date of its own, and a payload some 600 bytes. */
const lifeSql = `
  INSERT INTO incoming (bot, id, partition_key, user_id, chat_id, chat_type, direction, kind, type, is_action, is_contact,
    is_start, time_ms, sent_at, received_ms, name, text, first_name, payload)
  WITH
    number AS n, cityHash64(n) AS h, intDiv(n, 100) AS hundred,
    {first:Int64} + intDiv(n * {days:UInt64} * 86400000, {total:UInt64}) AS ms,
    multiIf(n % 100 = 7, {busy:Int64}, n % 160000 = 11, {quiet:Int64},
      200000000 + toInt64(pow((cityHash64(intDiv(n, 4)) % 1000003) / 1000003, 2) * 400000) * 7919) AS user,
    h % 10 >= 8 AS presses, h % 10 >= 5 AND h % 10 < 8 AS answers,
    hex(sipHash128(n)) AS noise,
    concat('{"message_id":', toString(hundred), ',"date":', toString(intDiv(ms, 1000)), ',"chat":{"id":', toString(user),
      ',"type":"private","first_name":"Anna"},"from":{"id":', toString(user),
      ',"is_bot":false,"first_name":"Anna","username":"anna_', toString(user), '","language_code":"en"},"text":"Message ',
      noise, ' ', noise, ' ', noise, '"}') AS message
  SELECT
    {bot:String}, h,
    if(presses, toUInt32(2147483648 + intDiv(700000000 + n, 8192)), toUInt32(intDiv(ms, 86400000))),
    user, user, 'private', if(answers, 'out', 'in'), multiIf(presses, 'callback_query', answers, 'call', 'message'),
    multiIf(presses, 'button', answers, '', 'text'), NOT answers, NOT answers, 0,
    ms, if(presses, 0, intDiv(ms, 1000)), ms + 40,
    multiIf(presses, concat('open:', toString(h % 40)), answers, 'sendMessage', ''), '', 'Anna',
    multiIf(
      presses, concat('{"update_id":', toString(700000000 + n), ',"callback_query":{"id":"1","data":"open:1","message":', message, '}}'),
      answers, concat('{"method":"sendMessage","params":{"chat_id":', toString(user), ',"text":"', noise, '"},"response":{"ok":true,"result":', message, '}}'),
      concat('{"update_id":', toString(700000000 + n), ',"message":', message, '}'))
  FROM numbers({from:UInt64}, {size:UInt64})`;

async function make(store: EventStore, engine: ReturnType<typeof openEmbeddedEngine>): Promise<void> {
  const total = Number(rows);
  const chunk = 500_000;
  const filling = await timed(async () => {
    for (let from = 0; from < total; from += chunk) {
      const size = Math.min(chunk, total - from);
      const first = now - days * 86_400_000;
      await engine.command(lifeSql, { bot, first, days, total, busy: busyUser, quiet: quietUser, from, size });
    }
    await engine.command('OPTIMIZE TABLE events FINAL');
    await engine.command('OPTIMIZE TABLE users FINAL');
  });
  const rolling = await timed(() => store.rollUp(bot, rolledUntil(now)));
  writeFileSync(marker, rows);
  console.log(`made in ${(filling / 1_000).toFixed(0)} s, rolled up in ${(rolling / 1_000).toFixed(0)} s`);
}

/** Processor time, the engine's included: it says on a busy machine too what the work costs. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

async function measure(name: string, limit: number, work: () => Promise<unknown>): Promise<void> {
  await work();
  const times: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    const before = processorMs();
    times.push(await timed(work));
    costs.push(processorMs() - before);
  }
  const [median, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  const verdict = p95 > limit ? `  over ${limit}` : '';
  const figures = [median, p95, quantile(costs, 0.5)].map((ms) => ms.toFixed(0).padStart(7)).join('');
  console.log(`${name.padEnd(40)}${figures}${verdict}`);
}

if (!isMade) rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
const engine = openEmbeddedEngine(join(directory, 'events'));
const logger = pino({ level: 'silent' });
const store = await openEventStoreOn(engine, {
  dataDir: directory,
  logger,
  onRejected: () => undefined,
  // Rolled up by one call: no other process writes here.
  rollupTimeoutMs: 0,
});
if (!isMade) await make(store, engine);
const [{ model = 'unknown' } = {}] = cpus();
console.log(
  `${rows} events; ${cpus().length} × ${model}, load ${loadavg()[0]?.toFixed(1)}; median, p95, processor time in ms`,
);
await measure('baseline: bare scan of user_id', Number.POSITIVE_INFINITY, () =>
  store.query({ sql: 'SELECT sum(user_id) FROM events WHERE bot = {bot:String}', params: { bot } }),
);
for (const [label, user] of [
  ['100,000 messages', busyUser],
  ['60 in two years', quietUser],
] as const) {
  const reading: HistoryScope = { store, bot, user, now };
  const middle = String(now - (days / 2) * 86_400_000);
  const first = await readConversation(reading, {}, 50);
  const before = first.before ?? '';
  console.log(`\n${label}: ${first.items.length} items on the first page`);
  await measure('head', limits.head, () => loadHead({ store, bot, user, now }));
  await measure('totals beside it', limits.page, () =>
    loadTotals({ store, bot, user, sessionGapMinutes: 30, permissions: ownerPermissions, now }),
  );
  await measure('first page', limits.page, () => readConversation(reading, {}, 50));
  if (before !== '') await measure('older page', limits.page, () => readConversation(reading, { before }, 50));
  await measure('a year ago', limits.page, () => readConversation(reading, { around: middle }, 50));
  await measure('log', limits.page, () => readLog(reading, { kind: undefined, before: undefined, limit: 50 }));
  await measure('search without a match', 2_500, () => searchConversation(reading, 'no such words', undefined));
}
await store.close();
