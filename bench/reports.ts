/**
 * Every report over ten million events of one bot, beside a bare scan of the columns it needs in the same run.
 *   npx node bench/reports.ts [rows] [rounds] [type of report …]
 * The bare scan reads the columns with the report's own conditions and does nothing with them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ReportType, reportTypes } from '@botscope/contract';
import { parsePeriod } from '@botscope/server/analytics/query/period.ts';
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

const [, , rows = '10000000', rounds = '20', ...onlyTypes] = process.argv;
const bot = '0123456789abc';
/** The evening of the last day; the days contain the end of summer time, which is the harder way to find buckets. */
const now = Date.parse('2025-11-17T20:00:00Z');
const timeZone = 'Europe/Berlin';

interface Need {
  table: 'events' | 'users';
  columns: string;
  /** Reads the bot's history from its beginning. */
  always?: true;
}
const actions: Need = { table: 'events', columns: 'is_action, user_id, time' };
const arrivals: Need = { table: 'users', columns: 'user_id, first_time', always: true };
const changes: Need = { table: 'events', columns: 'is_action, is_contact, membership, user_id, time', always: true };
const profiles: Need = { table: 'users', columns: 'user_id, last_profile', always: true };
const hits: Need = { table: 'events', columns: 'kind, user_id, name, time' };
const siteHits: Need = { table: 'events', columns: 'kind, visitor_id, name, engaged_ms, time' };
const conversions: Need = { table: 'events', columns: 'kind, type, name, user_id, amount, time' };
/** A repeated charge counts where it came first. */
const payments: Need = { table: 'events', columns: 'type, charge_id', always: true };
const launches: Need = { table: 'events', columns: 'is_start, user_id, time, source', always: true };
const firstLaunches: Need = { table: 'users', columns: 'user_id, first_action, first_source', always: true };
const needs: Partial<Record<ReportType, readonly Need[]>> = {
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
  audience: [actions, profiles],
  gender: [actions, profiles],
  premium: [actions, profiles],
  event_stat: [{ table: 'events', columns: 'kind, name, time' }],
  retention: [actions, arrivals],
  web_sessions: [hits],
  app_session_source: [hits, { table: 'events', columns: 'source' }],
  app_session_device: [hits, { table: 'events', columns: 'platform' }],
  app_session_version: [hits, { table: 'events', columns: 'app_version' }],
  site_sessions: [siteHits],
  site_session_source: [siteHits, { table: 'events', columns: 'site_source' }],
  site_page: [
    siteHits,
    { table: 'events', columns: 'site_host, site_path' },
    { table: 'events', columns: 'kind, site_id', always: true },
  ],
  site_session_device: [siteHits, { table: 'events', columns: 'site_device' }],
  site_session_country: [siteHits, { table: 'events', columns: 'site_country' }],
  conversion_summary: [conversions, payments, actions],
  conversions_summary: [conversions, payments, actions],
  conversions_chart_summary: [conversions, payments],
  sum_income: [conversions, payments],
  utm_summary: [launches, firstLaunches, arrivals, actions, changes, conversions, payments],
  utm_charts: [launches, firstLaunches, actions],
  conversion_sources: [firstLaunches, actions, conversions, payments],
};

async function bareScan(store: EventStore, type: ReportType, period: string): Promise<void> {
  const { start, end } = parsePeriod(period, timeZone, now);
  await Promise.all(
    (needs[type] ?? []).map(({ table, columns, always }) =>
      store.query({
        sql: `SELECT count() FROM ${table} FINAL WHERE bot = {bot:String} AND NOT ignore(${columns})
          ${table === 'events' ? `AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')` : ''}`,
        params: table === 'events' ? { bot, start: always ? 0 : start, end } : { bot },
      }),
    ),
  );
}

/** Cohorts and attribution may take twice as long over 90 days. */
const follows = new Set(['retention', 'utm_summary', 'utm_charts', 'conversion_sources']);

async function measure(store: EventStore, period: string, limit: number): Promise<void> {
  console.log(
    `\n${period}, day by day, ${timeZone}; wanted: p95 of at most ${limit} ms (cohorts and attribution over 90 days 600), at most 2.5 bare scans`,
  );
  console.log('report                 median   p95   bare   ratio');
  for (const type of Object.keys(reportTypes) as ReportType[]) {
    if (onlyTypes.length > 0 && !onlyTypes.includes(type)) continue;
    // The dearest of the models and measures.
    const costly = { model: 'last_significant', measure: 'visitors' };
    const question = { bot, type, period, detail: 'day', timeZone, sessionGapMinutes: 30, targets, ...costly };
    const maxMs = follows.has(type) && limit > 100 ? 600 : limit;
    const report = () => testReport({ store, now: () => now }, question);
    const runBareScan = () => bareScan(store, type, period);
    await report();
    await runBareScan();
    const reportTimes: number[] = [];
    const bareTimes: number[] = [];
    // In turns, so that a busy moment of the machine hits both.
    for (let round = 0; round < Number(rounds); round += 1) {
      reportTimes.push(await timed(report));
      bareTimes.push(await timed(runBareScan));
    }
    const median = quantile(reportTimes, 0.5);
    const p95 = quantile(reportTimes, 0.95);
    const base = quantile(bareTimes, 0.5);
    const verdict = p95 > maxMs || median > 2.5 * base ? '  over' : '';
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
    rollupTimeoutMs: 0,
  });
  try {
    const filling = await timed(() => fillWithLife(engine, bot, Number(rows), now));
    const [size] = await store.query<{ events: number; users: number; left: number }>({
      sql: `SELECT count() AS events, uniqExact(user_id) AS users, countIf(membership = 'blocked') AS left FROM events FINAL WHERE bot = {bot:String}`,
      params: { bot },
    });
    const rolling = await timed(() => store.rollUp(bot, rolledUntil(now)));
    console.log(
      `${JSON.stringify(size)} in ${(filling / 1000).toFixed(0)} s; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}; rolled up in ${(rolling / 1000).toFixed(1)} s`,
    );
    await measure(store, '90d', 300);
    await measure(store, '7d', 100);
    if (onlyTypes.length === 0) await measureHome({ store, bot, now, timeZone, targets, rounds: Number(rounds) });
  } finally {
    await store.close();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
