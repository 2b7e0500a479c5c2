/**
 * One bot with 100 million events of 5 million users over 365 days: every report, the home page, and memory.
 *   npx node bench/reports-large.ts [rows] [rounds] [type of report …]
 * The data are made once and kept in .cache/bench-large; with another number of rows they are made again.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { type ReportType, reportTypes } from '@botscope/contract';
import { testReport } from '@botscope/server/analytics/reports/test-query.ts';
import { openEmbeddedEngine } from '@botscope/server/events/store/engine/embedded.ts';
import type { EventStore } from '@botscope/server/events/store/event-store.ts';
import { openEventStoreOn } from '@botscope/server/events/store/open-event-store.ts';
import { rolledUntil } from '@botscope/server/features/bot-settings/roll-ups.ts';
import { pino } from 'pino';
import { quantile, timed } from './quantile.ts';
import { fillWithLife } from './reports-data.ts';
import { measureHome } from './reports-home.ts';
import { targets } from './reports-targets.ts';

const [, , rows = '100000000', rounds = '10', ...onlyTypes] = process.argv;
const bot = '0123456789abc';
const now = Date.parse('2025-11-17T20:00:00Z');
const timeZone = 'Europe/Berlin';
const days = 365;
const eventsPerUser = 20;
/** Highest acceptable p95, ms, and resident memory, bytes. */
const limits = { '90d': 1_000, '7d': 200, home: 1_500, resident: 1.5e9 };

const directory = join(import.meta.dirname, '..', '.cache', 'bench-large');
const marker = join(directory, 'rows');
/** Written last: a run that was stopped leaves none. */
const isMade = existsSync(marker) && readFileSync(marker, 'utf8') === rows;

let highest = 0;
const watch = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage().rss);
}, 50);

async function measure(store: EventStore, period: '90d' | '7d'): Promise<void> {
  console.log(`\n${period}, day by day, ${timeZone}; wanted: p95 of at most ${limits[period]} ms`);
  for (const type of Object.keys(reportTypes) as ReportType[]) {
    if (onlyTypes.length > 0 && !onlyTypes.includes(type)) continue;
    const costly = { model: 'last_significant', measure: 'visitors' } as const;
    const question = { bot, type, period, detail: 'day', timeZone, targets, ...costly };
    const ask = () => testReport({ store, now: () => now }, question);
    await ask();
    const times: number[] = [];
    for (let round = 0; round < Number(rounds); round += 1) times.push(await timed(ask));
    const [median, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
    const verdict = p95 > limits[period] ? '  over' : '';
    console.log(`${type.padEnd(26)}${median.toFixed(0).padStart(7)}${p95.toFixed(0).padStart(7)}${verdict}`);
  }
}

async function make(store: EventStore, engine: ReturnType<typeof openEmbeddedEngine>): Promise<void> {
  const users = Math.ceil(Number(rows) / eventsPerUser);
  const filling = await timed(() => fillWithLife(engine, bot, Number(rows), now, { days, users }));
  const rolling = await timed(() => store.rollUp(bot, rolledUntil(now)));
  writeFileSync(marker, rows);
  console.log(`made in ${(filling / 1_000).toFixed(0)} s, rolled up in ${(rolling / 1_000).toFixed(0)} s`);
}

if (!isMade) rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
const engine = openEmbeddedEngine(join(directory, 'events'));
const store = await openEventStoreOn(engine, {
  dataDir: directory,
  logger: pino({ level: 'warn' }),
  onRejected: () => {},
  rollupTimeoutMs: 0,
});
try {
  if (!isMade) await make(store, engine);
  const [size] = await store.query<{ events: number; users: number }>({
    sql: `SELECT count() AS events, uniq(user_id) AS users FROM events WHERE bot = {bot:String}`,
    params: { bot },
  });
  console.log(`${JSON.stringify(size)}; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
  highest = 0;
  await measure(store, '90d');
  await measure(store, '7d');
  // Last, for updates are written beside it: they stay in the data, minutes after the rest.
  if (onlyTypes.length === 0)
    await measureHome({ store, bot, now, timeZone, targets, rounds: Number(rounds), limit: limits.home });
  const resident = `${(highest / 1e6).toFixed(0)} MB`;
  console.log(`\nresident at most: ${resident}; wanted: ${limits.resident / 1e6} MB`);
} finally {
  clearInterval(watch);
  await store.close();
}
