/**
 * The list of users, search, counts and segments of one bot with a million users and ten million events of a year,
 * beside a bare scan of its users in the same run.
 *   npx node bench/users.ts [--rows=10000000] [rounds] [word of a line's name …]
 * The data are made once and kept in .cache/bench-users; fewer rows show that it works.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { countUsers, eachUsers } from '@botscope/server/analytics/users/list-users.ts';
import { selectUsers } from '@botscope/server/analytics/users/users-query.ts';
import { openEmbeddedEngine } from '@botscope/server/events/store/engine/embedded.ts';
import { openEventStoreOn } from '@botscope/server/events/store/open-event-store.ts';
import { rolledUntil } from '@botscope/server/features/bot-settings/roll-ups.ts';
import { usersCsv } from '@botscope/server/features/users/users-file.ts';
import { pino } from 'pino';
import { quantile, timed } from './quantile.ts';
import { fillWithLife } from './reports-data.ts';
import { behaviourQuery, bot, buildQuery, deps, everyoneQuery, lines, now } from './users-lines.ts';
import { besideTraffic } from './users-traffic.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string', default: '10000000' } },
});
const [rounds = '10', ...onlyNames] = positionals;
const rows = Number(options.rows);
/** Number of different users, about: enough that a million of them act in ten million events. */
const users = Math.ceil(rows * 0.145);
const directory = join(import.meta.dirname, '..', '.cache', 'bench-users');
const marker = join(directory, 'rows');
const isMade = existsSync(marker) && readFileSync(marker, 'utf8') === String(rows);
if (!isMade) rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });

let highest = 0;
const watch = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage().rss);
}, 50);
const engine = openEmbeddedEngine(join(directory, 'events'));
const store = await openEventStoreOn(engine, {
  dataDir: directory,
  logger: pino({ level: 'warn' }),
  onRejected: () => {},
  rollupTimeoutMs: 0,
});
try {
  if (!isMade) {
    const filling = await timed(() => fillWithLife(engine, bot, rows, now, { days: 365, users }));
    const rolling = await timed(() => store.rollUp(bot, rolledUntil(now)));
    writeFileSync(marker, String(rows));
    console.log(`made in ${(filling / 1_000).toFixed(0)} s, rolled up in ${(rolling / 1_000).toFixed(0)} s`);
  }
  const { total } = await countUsers(deps(store), buildQuery());
  console.log(`${total} users, ${rows} events of 365 days; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
  const runBareScan = () =>
    store.query({
      sql: 'SELECT count() FROM users FINAL WHERE bot = {bot:String} AND NOT ignore(user_id, last_time)',
      params: { bot },
    });
  console.log('\n                                            median   p95  limit   bare scans');
  for (const { name, limit, work } of lines) {
    if (onlyNames.length > 0 && !onlyNames.some((word) => name.includes(word))) continue;
    await work(store);
    const [times, bares]: [number[], number[]] = [[], []];
    for (let round = 0; round < Number(rounds); round += 1) {
      times.push(await timed(() => work(store)));
      bares.push(await timed(runBareScan));
    }
    const [median, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
    const ratio = (median / quantile(bares, 0.5)).toFixed(1);
    const cells = [median, p95, limit].map((value) => value.toFixed(0).padStart(7)).join('');
    console.log(`${name.padEnd(42)}${cells}${ratio.padStart(13)}${p95 > limit ? '  over' : ''}`);
  }
  if (onlyNames.length === 0) {
    highest = 0;
    const idle = process.memoryUsage().rss;
    const segment = () => countUsers(deps(store), behaviourQuery);
    const { alone, beside, written } = await besideTraffic(store, segment, Number(rounds));
    console.log(
      `segment beside ${written} updates a second: p95 ${beside.toFixed(0)} ms, ${(beside / alone).toFixed(1)} of that alone (limit 2); memory +${((highest - idle) / 1e6).toFixed(0)} MB (limit 600)`,
    );
    const grownSince = (start: number): string => `memory +${((highest - start) / 1e6).toFixed(0)} MB`;
    highest = 0;
    const beforeSnapshot = process.memoryUsage().rss;
    const users = await selectUsers(deps(store), buildQuery());
    const { sql, params } = users.statement(
      (from, condition) => `SELECT user_id FROM ${from.allUsers} AND ${condition}`,
    );
    const snapshot = await timed(() =>
      store.changeMembers(bot, { segmentId: 101, source: { statement: { sql, params } }, isMember: true, at: now }),
    );
    console.log(`snapshot of everyone: ${(snapshot / 1_000).toFixed(1)} s (limit 20), ${grownSince(beforeSnapshot)}`);
    const columns = [
      'first_name',
      'username',
      'status',
      'source',
      'first_seen',
      'last_seen',
      'actions',
      'income',
      'language',
      'premium',
      'gender',
      'last_name',
    ] as const;
    let bytes = 0;
    highest = 0;
    const beforeFile = process.memoryUsage().rss;
    const exported = await timed(async () => {
      const file = usersCsv(columns, eachUsers(deps(store), everyoneQuery, columns));
      for await (const chunk of file) bytes += String(chunk).length;
    });
    console.log(
      `CSV of everyone, ${columns.length} columns: ${(exported / 1_000).toFixed(1)} s (limit 30), ${(bytes / 1e6).toFixed(0)} MB; ${grownSince(beforeFile)} (limit 50)`,
    );
  }
} finally {
  clearInterval(watch);
  await store.close();
}
