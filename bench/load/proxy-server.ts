/**
 * The proxy with its recording, in a process of its own: the app, the event store, and nothing else. Prints its port; on
 * SIGUSR2 how many calls and updates were recorded. Any token is a bot of its own.
 *
 *   node proxy-server.ts DATA_DIR TELEGRAM_ADDRESS [CLICKHOUSE_URL]
 */
import { join } from 'node:path';
import { openEventStore } from '@botscope/server/events/store/open-event-store.ts';
import { allHere } from '@botscope/server/ingest/leases/bot-leases.ts';
import { createPassOn } from '@botscope/server/ingest/leases/pass-on.ts';
import { createProxy, type ProxyBot } from '@botscope/server/ingest/proxy/proxy.ts';
import { openCallLog, readingRecorder } from '@botscope/server/ingest/recording/call-log.ts';
import { createRetryRecorder } from '@botscope/server/ingest/recording/retry-recorder.ts';
import { createApp } from '@botscope/server/platform/http/app.ts';
import { pino } from 'pino';

const [dataDir = '', apiRoot = '', clickhouseUrl] = process.argv.slice(2);
const logger = pino({ level: 'fatal' });
const store = await openEventStore({
  dataDir,
  logger,
  onRejected: () => process.exit(3),
  ...(clickhouseUrl ? { clickhouseUrl } : {}),
});
const recorder = createRetryRecorder({
  store,
  bots: { touch: () => undefined, touchCall: () => undefined },
  botErrors: { record: () => undefined },
  logger,
});

const callLog = openCallLog({
  path: join(dataDir, 'proxy', 'calls.log'),
  recorder: readingRecorder(recorder),
  botOf: async () => null,
  onGap: () => undefined,
  logger,
});

type Bot = ProxyBot & { start_rules: null };
const bots = new Map<string, Bot>();
function findOrCreateBot(token: string): Bot {
  const knownBot = bots.get(token);
  if (knownBot !== undefined) return knownBot;
  const key = (bots.size + 1).toString(16).padStart(13, '0');
  const bot: Bot = {
    key,
    apiRoot,
    recordsCalls: true,
    delivery: 'getUpdates',
    allowedUpdates: null,
    start_rules: null,
  };
  bots.set(token, bot);
  return bot;
}
let recordedCount = 0;
const forward = async () => 'forward' as const;
const proxy = createProxy<Bot>({
  botOfToken: async (token) => findOrCreateBot(token),
  defaultApiRoot: apiRoot,
  allowUnknown: false,
  botOfKnownToken: () => undefined,
  noteUnrecorded: () => undefined,
  async recordUpdates(bot, items) {
    await recorder.recordUpdates(bot, items);
    recordedCount += items.length;
  },
  async recordCall(bot, call) {
    await callLog.recordCall(bot, call);
    recordedCount += 1;
  },
  reportFailure: () => undefined,
  leases: allHere,
  passOn: createPassOn('unused'),
  intercepts: {
    setWebhook: forward,
    deleteWebhook: forward,
    getWebhookInfo: forward,
    logOut: forward,
    close: forward,
    beginPolling: async () => true,
    rememberAllowedUpdates: () => undefined,
    problem: () => undefined,
  },
  queued: { queued: () => 0, takeQueued: async () => [] },
  logger,
});
const app = await createApp({ logger, https: false, proxy });
process.on('SIGUSR2', () => process.stdout.write(`${recordedCount}\n`));
process.on('SIGTERM', async () => {
  await proxy.close();
  await app.close();
  await recorder.close();
  await store.close();
  process.exit(0);
});
process.stdout.write(`${new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port}\n`);
