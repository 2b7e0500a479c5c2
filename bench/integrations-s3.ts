/**
 * A back-fill of an integration to a storage with the API of S3: from the request of its owner until the last file is
 * there, beside one Parquet file of the same events that the engine writes by itself.
 *   npx node bench/integrations-s3.ts [--rows=1000000] [--days=90] [--format=parquet]
 */
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startConsumers } from '@botscope/server/events/consumers/start-consumers.ts';
import { openEmbeddedEngine } from '@botscope/server/events/store/engine/embedded.ts';
import { openEventStoreOn } from '@botscope/server/events/store/open-event-store.ts';
import { insertBot } from '@botscope/server/features/campaign-engine/test-campaigns.ts';
import { createDeliveryStore } from '@botscope/server/features/integrations/engine/delivery-store.ts';
import { createLanes } from '@botscope/server/features/integrations/engine/lanes.ts';
import { createSendWave } from '@botscope/server/features/integrations/engine/send-wave.ts';
import { startSender } from '@botscope/server/features/integrations/engine/start-sender.ts';
import { createBackfillConsumer, startBackfill } from '@botscope/server/features/integrations/events/backfills.ts';
import { loadFigures } from '@botscope/server/features/integrations/figures.ts';
import { createEventFiles } from '@botscope/server/features/integrations/files/event-files.ts';
import { openMetadata } from '@botscope/server/platform/metadata/open-metadata.ts';
import { createGuardedDispatcher } from '@botscope/server/platform/outgoing/guarded-dispatcher.ts';
import { createSealer } from '@botscope/server/platform/outgoing/sealer.ts';
import { startS3 } from '@botscope/testkit/partners/s3.ts';
import { throwawayDirectory } from '@botscope/testkit/throwaway.ts';
import { pino } from 'pino';
import { timed } from './quantile.ts';
import { fillWithLife } from './reports-data.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    days: { type: 'string', default: '90' },
    format: { type: 'string', default: 'parquet' },
  },
});
const [rows, days] = [Number(values.rows), Number(values.days)];
const limitSeconds = 60;
const dayMs = 86_400_000;
/** The integration begins at a midnight: all of the past is whole days. */
const today = Math.floor(Date.now() / dayMs) * dayMs;
const bot = 'benchfiles000';
const account = { accessKeyId: 'bench', secretAccessKey: 'bench-bench-bench', region: 'us-east-1' };

const directory = await throwawayDirectory('bench-s3-');
const dataDir = directory.path;
const logger = pino({ level: 'warn' });
const metadata = await openMetadata({ dataDir, logger });
const engine = openEmbeddedEngine(join(dataDir, 'events'));
const store = await openEventStoreOn(engine, { dataDir, logger, onRejected: () => {} });
const storage = await startS3({ ...account, buckets: ['events'] });
const sealer = createSealer('b'.repeat(32));
const { db } = metadata;
let highest = 0;
const watch = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage().rss);
}, 50);

async function addIntegration(): Promise<number> {
  await insertBot(db, bot);
  const { integration_id } = await db
    .insertInto('integrations')
    .values({
      ...{ key: 'b'.repeat(16), bot_key: bot, provider: 's3', name: 'Storage', lane: 'bench', hints: '{}' },
      settings: JSON.stringify({ endpoint: storage.url, bucket: 'events', format: values.format }),
      secrets: sealer.seal(
        JSON.stringify({ access_key_id: account.accessKeyId, secret_access_key: account.secretAccessKey }),
      ),
      ...{ selection: '{"types":["events.file"]}', privacy: '{"user_ids":"plain","names":true,"texts":true}' },
      ...{ created_at: new Date(today), active_since: new Date(today) },
    })
    .returning('integration_id')
    .executeTakeFirstOrThrow();
  return integration_id;
}

/** Starts the work of a worker on integrations. */
function startWork() {
  const bus = { subscribe: () => () => undefined };
  const lanes = createLanes({ db, claimant: { instance: 'bench', run: randomUUID() } });
  const files = createEventFiles({ store, sealer, dataDir, keptFrom: async () => 0 });
  const sending = {
    dispatcher: createGuardedDispatcher({ allowPrivate: true }),
    origins: {},
    ownHosts: new Set<string>(),
    now: Date.now,
  };
  const deliveries = createDeliveryStore({ db, lanes });
  const sendWave = createSendWave({ db, sealer, deliveries, sending, files, logger, random: Math.random });
  const sender = startSender({ lanes, sendWave, logger });
  const consumer = createBackfillConsumer({
    ...{ db, store, sealer, now: Date.now, keptFrom: async () => 0, nameOf: async () => 'bench_bot' },
    ...{ isErased: () => false, wakeSender: sender.wake },
    siteTickets: { knownVisitors: async () => new Map() },
    settingsOf: () => Promise.reject(new Error('files need no settings')),
  });
  const consumers = startConsumers({ metadata, instanceId: 'bench', bus, logger, consumers: [consumer] });
  return async () => {
    await consumers.close();
    await sender.close();
  };
}

try {
  await fillWithLife(engine, bot, rows, today, { days });
  const id = await addIntegration();
  const path = join(dataDir, 'plain.parquet');
  const sql = `SELECT time, user_id, kind, type, name, text, source, params, amount, currency, language, is_premium
FROM events FINAL WHERE bot = {bot:String}`;
  const plain = await timed(() => store.writeFile({ sql, params: { bot } }, { path, format: 'parquet' }));
  const before = process.memoryUsage().rss;
  highest = 0;
  await startBackfill(db, id, new Date(today - (days + 1) * dayMs));
  const stop = startWork();
  const took = await timed(async () => {
    for (;;) {
      const figures = (await loadFigures(db, [id])).get(id)?.figures;
      // The last minutes of some sessions are after the begin of the integration.
      if (figures !== undefined && figures.matched > 0.99 * rows && figures.delivered === figures.matched) break;
      await wait(50);
    }
  });
  const { matched = 0 } = (await loadFigures(db, [id])).get(id)?.figures ?? {};
  await stop();
  const bytes = [...storage.objects.values()].reduce((sum, { body }) => sum + body.length, 0);
  const [seconds, plainSeconds] = [took / 1_000, plain / 1_000];
  console.log(
    `${matched} events in ${storage.objects.size} files of ${(bytes / 1e6).toFixed(1)} MB: ${seconds.toFixed(1)} s ` +
      `(limit ${limitSeconds})${seconds > limitSeconds ? '  over' : ''}, ${Math.round(matched / seconds)} events/s`,
  );
  console.log(
    `one Parquet file by the engine itself: ${plainSeconds.toFixed(1)} s, ${(statSync(path).size / 1e6).toFixed(1)} MB; ` +
      `ratio ${(seconds / plainSeconds).toFixed(1)}; memory +${((highest - before) / 1e6).toFixed(0)} MB`,
  );
} finally {
  clearInterval(watch);
  await storage.stop();
  await store.close();
  await metadata.close();
  await directory.remove();
}
