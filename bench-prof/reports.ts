/**
 * Every report over ten million events of one bot, beside a bare scan of the columns it needs in the same run.
 *   npx node bench/reports.ts [rows] [rounds] [type of report …]
 * The bare scan reads the columns with the report's own conditions and does nothing with them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportTypes } from '@botscope/contract';
import { openEmbeddedEngine } from '@botscope/server/events/engine/embedded.ts';
import { type EventStore, openEventStoreOn } from '@botscope/server/events/event-store.ts';
import { readPeriod } from '@botscope/server/query/period.ts';
import { runReport } from '@botscope/server/reports/run-report.ts';
import { pino } from 'pino';
import { fillWithLife } from './reports-data.ts';

const [, , rows = '10000000', rounds = '20', ...only] = process.argv;
const bot = '0123456789abc';
/** The evening of the last day; the days contain the end of summer time, which is the harder way to find buckets. */
const now = Date.parse('2025-11-17T20:00:00Z');
const timeZone = 'Europe/Berlin';

interface Need {
  table: 'events' | 'people';
  columns: string;
  /** Reads the bot's history from its beginning. */
  always?: true;
}
const actions: Need = { table: 'events', columns: 'is_action, user_id, time' };
const arrivals: Need = { table: 'people', columns: 'user_id, first_time', always: true };
const changes: Need = { table: 'events', columns: 'is_action, is_meeting, membership, user_id, time', always: true };
const needs: Record<keyof typeof reportTypes, readonly Need[]> = {
  new_users: [arrivals],
  left_users: [changes],
  return_users: [changes],
  visitors: [actions],
  active_users: [actions],
  messages_from_user: [{ table: 'events', columns: 'is_action, type, time' }],
  session_count: [actions],
  avg_duration_session: [actions],
  avg_events_session: [actions],
  rejection: [actions],
  count_users: [arrivals, changes],
  users_graph: [arrivals, changes],
  user_commands_stat: [{ table: 'events', columns: 'is_action, type, name, user_id, time' }],
  activity_hours: [{ table: 'events', columns: 'is_action, time' }],
};

async function bareScan(store: EventStore, type: keyof typeof reportTypes, period: string): Promise<void> {
  const { start, end } = readPeriod(period, timeZone, now);
  await Promise.all(
    needs[type].map(({ table, columns, always }) =>
      store.query({
        sql: `SELECT count() FROM ${table} FINAL WHERE bot = {bot:String} AND NOT ignore(${columns})
          ${table === 'events' ? `AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')` : ''}`,
        params: table === 'events' ? { bot, start: always ? 0 : start, end } : { bot },
      }),
    ),
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

async function measure(store: EventStore, period: string, limit: number): Promise<void> {
  console.log(`\n${period}, day by day, ${timeZone}; wanted: p95 of at most ${limit} ms, at most 2.5 bare scans`);
  console.log('report                 median   p95   bare   ratio');
  for (const type of Object.keys(reportTypes) as (keyof typeof reportTypes)[]) {
    if (only.length > 0 && !only.includes(type)) continue;
    const question = { bot, type, period, detail: 'day', timeZone, sessionGapMinutes: 30 };
    const report = () => runReport({ store, now: () => now }, question);
    const bare = () => bareScan(store, type, period);
    await report();
    await bare();
    const reportTimes: number[] = [];
    const bareTimes: number[] = [];
    // In turns, so that a busy moment of the machine hits both.
    for (let round = 0; round < Number(rounds); round += 1) {
      reportTimes.push(await timed(report));
      bareTimes.push(await timed(bare));
    }
    const median = quantile(reportTimes, 0.5);
    const p95 = quantile(reportTimes, 0.95);
    const base = quantile(bareTimes, 0.5);
    const verdict = p95 > limit || median > 2.5 * base ? '  over' : '';
    const cell = (value: number, width: number) => value.toFixed(0).padStart(width);
    console.log(
      `${type.padEnd(22)}${cell(median, 7)}${cell(p95, 6)}${cell(base, 7)}${(median / base).toFixed(1).padStart(8)}${verdict}`,
    );
  }
}

const directory = mkdtempSync(join(tmpdir(), 'botscope-bench-reports-'));
const engine = openEmbeddedEngine(join(directory, 'events'));
try {
  const store = await openEventStoreOn(engine, {
    dataDir: directory,
    logger: pino({ level: 'warn' }),
    onRejected: () => {},
  });
  try {
    const filling = await timed(() => fillWithLife(engine, bot, Number(rows), now));
    const [size] = await store.query<{ events: number; people: number; left: number }>({
      sql: `SELECT count() AS events, uniqExact(user_id) AS people, countIf(membership = 'left') AS left FROM events FINAL WHERE bot = {bot:String}`,
      params: { bot },
    });
    console.log(
      `${JSON.stringify(size)} in ${(filling / 1000).toFixed(0)} s; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`,
    );
    await measure(store, '90d', 300);
    await measure(store, '7d', 100);
  } finally {
    await store.close();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
