/**
 * One hundred million events of fifty bots on disk: the reports of one of them, and the memory that the process holds.
 *   npx node bench/reports-many.ts [bots] [rows per bot] [rounds]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportTypes } from '@botscope/contract';
import { testReport } from '@botscope/server/analytics/reports/test-query.ts';
import { openEmbeddedEngine } from '@botscope/server/events/store/engine/embedded.ts';
import { openEventStoreOn } from '@botscope/server/events/store/open-event-store.ts';
import { rolledUntil } from '@botscope/server/features/bot-settings/roll-ups.ts';
import { pino } from 'pino';
import { quantile, timed } from './quantile.ts';
import { fillWithLife } from './reports-data.ts';

const [, , bots = '50', rows = '2000000', rounds = '10'] = process.argv;
const now = Date.parse('2025-11-17T20:00:00Z');
const keyOf = (index: number): string => index.toString(16).padStart(13, '0');
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

const directory = mkdtempSync(join(tmpdir(), 'botscope-bench-many-'));
const engine = openEmbeddedEngine(join(directory, 'events'));
try {
  const store = await openEventStoreOn(engine, {
    dataDir: directory,
    logger: pino({ level: 'warn' }),
    onRejected: () => {},
    rollupTimeoutMs: 0,
  });
  try {
    const filling = await timed(async () => {
      for (let index = 0; index < Number(bots); index += 1)
        await fillWithLife(engine, keyOf(index), Number(rows), now, { isLast: false });
    });
    console.log(
      `${bots} bots of ${rows} events in ${(filling / 1_000).toFixed(0)} s; load ${loadavg()[0]?.toFixed(1)}`,
    );
    const rolling = await timed(async () => {
      for (let index = 0; index < Number(bots); index += 1) await store.rollUp(keyOf(index), rolledUntil(now));
    });
    console.log(`rolled up in ${(rolling / 1_000).toFixed(0)} s`);
    console.log(`resident: ${megabytes(process.memoryUsage().rss)}`);
    console.log('a bot in the middle, 90 days by the day; wanted: p95 of at most 300 ms');
    let highest = 0;
    for (const type of Object.keys(reportTypes)) {
      const question = {
        bot: keyOf(Math.floor(Number(bots) / 2)),
        type,
        period: '90d',
        detail: 'day',
        timeZone: 'Europe/Berlin',
      };
      const ask = () => testReport({ store, now: () => now }, { ...question, sessionGapMinutes: 30 });
      await ask();
      const times: number[] = [];
      for (let round = 0; round < Number(rounds); round += 1) times.push(await timed(ask));
      highest = Math.max(highest, process.memoryUsage().rss);
      const [median, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
      console.log(
        `${type.padEnd(26)}${median.toFixed(0).padStart(6)}${p95.toFixed(0).padStart(6)}${p95 > 300 ? '  over' : ''}`,
      );
    }
    console.log(`resident at most: ${megabytes(highest)}; wanted: 1,500 MB`);
  } finally {
    await store.close();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
