import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { BotRow, Bots } from '../features/bots/bots.ts';
import { startStateRounds } from '../features/connections/health-rounds.ts';
import { openKnownTokens } from '../ingest/proxy/known-tokens.ts';
import { createProxy, type ProxyBot, type TelegramProxy } from '../ingest/proxy/proxy.ts';
import { openCallLog } from '../ingest/recording/call-log.ts';
import { createRetryRecorder } from '../ingest/recording/retry-recorder.ts';
import { createRelay, type HookBot } from '../ingest/relay/relay.ts';
import type { Services } from './services.ts';

/** A bot as relay and proxy need it: its row, with what is sealed in it laid open. It never leaves the process. */
export type TrafficBot = BotRow & HookBot & ProxyBot;

/** What stands between Telegram and the bots that are not connected by copies. */
export interface Traffic {
  proxy: Pick<TelegramProxy<TrafficBot>, 'handles' | 'handle'>;
  registerRoutes(app: FastifyInstance): void;
  /** Ends held polls, so that the server can stop taking requests. */
  stop(): Promise<void>;
  /** To be called when no request is under way any more. */
  close(): Promise<void>;
}

/** Opens the relay (with what an earlier process held) and the proxy, and joins them to recording and connections. */
export async function openTraffic(services: Services): Promise<Traffic> {
  const { bots, botErrors, config, connecting, logger } = services;
  const noteGap = (key: string, events: number): void => void connecting.health.noteProblem(key, 'Gap', String(events));
  const recorder = createRetryRecorder({ ...services, onGap: noteGap });
  const onCrashGap = (bot: string, count: number): void => {
    const text = 'The server was killed before they were on disk';
    botErrors.record([{ bot, kind: 'gap', code: 0, reason: 'NotRecorded', text, count }]);
    noteGap(bot, count);
  };
  const callLog = openCallLog({
    path: join(config.dataDir, 'proxy', 'calls.log'),
    recorder,
    botOf: bots.met,
    onGap: onCrashGap,
    logger,
  });
  const knownTokens = openKnownTokens({ path: join(config.dataDir, 'proxy', 'known-tokens'), logger });
  const lay = layOpen(bots, (bot) => connecting.connections.context.addresses.telegramRoot(bot));
  const trouble = (bot: string, entry: Omit<Parameters<typeof botErrors.record>[0][number], 'bot'>): void =>
    botErrors.record([{ bot, ...entry }]);
  const relay = await createRelay<TrafficBot>({
    dataDir: config.dataDir,
    dispatcher: connecting.webhookDispatcher,
    telegram: connecting.telegramDispatcher,
    bot: async (key) => lay(await bots.met(key)),
    record: (bot, update) => recorder.recordUpdates(bot, [update]),
    isBehind: recorder.hasBacklog,
    recordCall: (bot, call) => void callLog.recordCall(bot, call),
    trouble,
    onGap: onCrashGap,
    onBotState: (key, state) => void connecting.health.noteBotState(key, state),
    logger,
  });
  connecting.relayIs(relay);
  const rounds = startStateRounds({ health: connecting.health, logger });
  const proxy = createProxy<TrafficBot>({
    async botOfToken(token) {
      const bot = lay(await connecting.botOfToken(token));
      if (bot !== null && bot.token_hash !== null) knownTokens.note(bot.token_hash, bot.key);
      return bot;
    },
    wasMet: (token) => knownTokens.has(bots.hashToken(token)),
    defaultApiRoot: config.telegramRoots.global,
    allowUnknown: config.proxyUnknownBots,
    recordUpdates: recorder.recordUpdates,
    recordCall: (bot, call) => void callLog.recordCall(bot, call),
    trouble,
    intercepts: connecting.intercepts,
    held: relay,
    logger,
  });
  const forgetting = bots.onRemoved((key) => {
    knownTokens.forget(key);
    relay.forget(key).catch((error: unknown) => logger.error({ err: error, bot: key }, 'held updates are not deleted'));
  });
  return {
    proxy,
    registerRoutes: relay.registerRoutes,
    stop: proxy.close,
    async close() {
      forgetting();
      await rounds.close();
      await relay.close();
      await recorder.close();
      callLog.close();
      knownTokens.close();
    },
  };
}

/** Unsealing costs some 10 µs, so each row is laid open once. */
function layOpen(
  bots: Pick<Bots, 'tokenOf' | 'webhookSecretOf' | 'hookSecret'>,
  apiRootOf: (bot: BotRow) => string,
): <Row extends BotRow | null>(row: Row) => Row extends null ? null : TrafficBot {
  const open = new WeakMap<BotRow, TrafficBot>();
  const lay = (row: BotRow | null): TrafficBot | null => {
    if (row === null) return null;
    const known = open.get(row);
    if (known !== undefined) return known;
    const bot: TrafficBot = {
      ...row,
      webhookSecret: bots.webhookSecretOf(row),
      hookSecret: bots.hookSecret(row.key),
      token: bots.tokenOf(row),
      apiRoot: apiRootOf(row),
      recordsCalls: row.delivery_method_send === 'proxy',
      delivery: row.delivery_method === 'webhook' || row.delivery_method === 'getUpdates' ? row.delivery_method : 'api',
      allowedUpdates: row.allowed_updates,
    };
    open.set(row, bot);
    return bot;
  };
  return lay as ReturnType<typeof layOpen>;
}
