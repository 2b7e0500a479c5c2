import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { EventStore } from '../../events/store/event-store.ts';
import { openKnownTokens } from '../../ingest/proxy/known-tokens.ts';
import { createProxy, type TelegramProxy } from '../../ingest/proxy/proxy.ts';
import { openCallLog } from '../../ingest/recording/call-log.ts';
import { createRetryRecorder } from '../../ingest/recording/retry-recorder.ts';
import { createRelay } from '../../ingest/relay/relay.ts';
import type { WaitingUpdates } from '../../ingest/relay/waiting-updates.ts';
import type { Platform } from '../../platform/platform.ts';
import type { BotErrors } from '../bot-errors/bot-errors.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import { type Connections, type Health, startStateRounds } from '../connections/connections.ts';
import { createDecryptSecrets, type TrafficBot } from './decrypt-bots.ts';

type TrafficDeps = Pick<Platform, 'config' | 'logger' | 'guardedDispatcher' | 'telegramDispatcher'> & {
  bots: Bots;
  botErrors: BotErrors;
  botOfToken: (token: string) => Promise<BotRow | null>;
  connections: Connections;
  health: Health;
  intercepts: Parameters<typeof createProxy<BotRow & TrafficBot>>[0]['intercepts'];
  store: EventStore;
  waitingUpdates: WaitingUpdates;
};

/** What stands between Telegram and the bots that are not connected by copies. */
export interface Traffic {
  proxy: Pick<TelegramProxy<TrafficBot>, 'handles' | 'handle'>;
  registerRoutes(app: FastifyInstance): void;
  /** Ends open polls, so that the server can stop. */
  stop(): Promise<void>;
  /** To be called when no request is under way. */
  close(): Promise<void>;
}

/** Opens the relay, with the updates that an earlier process left, and the proxy. */
export async function openTraffic(deps: TrafficDeps): Promise<Traffic> {
  const { bots, botErrors, config, health, logger } = deps;
  const noteGap = (key: string, events: number): void => health.noteProblem(key, 'Gap', String(events));
  const recorder = createRetryRecorder({ ...deps, onGap: noteGap });
  const onCrashGap = (bot: string, count: number): void => {
    const text = 'The server was killed before they were on disk';
    botErrors.record([{ bot, kind: 'gap', code: 0, reason: 'NotRecorded', text, count }]);
    noteGap(bot, count);
  };
  const path = join(config.dataDir, 'proxy', 'calls.log');
  const callLog = openCallLog({ path, recorder, botOf: bots.cached, onGap: onCrashGap, logger });
  const recordCall: Parameters<typeof createProxy<TrafficBot>>[0]['recordCall'] = (bot, call) =>
    void callLog.recordCall(bot, call);
  const knownTokens = openKnownTokens({ path: join(config.dataDir, 'proxy', 'known-tokens'), logger });
  const decryptSecrets = createDecryptSecrets(bots, deps.connections.context.addresses.telegramRoot);
  const logFailure = (bot: string, failure: Omit<Parameters<BotErrors['record']>[0][number], 'bot'>): void =>
    botErrors.record([{ bot, ...failure }]);
  const relay = await createRelay<TrafficBot>({
    dataDir: config.dataDir,
    dispatcher: deps.guardedDispatcher,
    telegram: deps.telegramDispatcher,
    bot: async (key) => decryptSecrets(await bots.cached(key)),
    record: (bot, update) => recorder.recordUpdates(bot, [update]),
    hasBacklog: recorder.hasBacklog,
    recordCall,
    reportFailure: logFailure,
    onGap: onCrashGap,
    onBotState: health.noteBotState,
    waiting: deps.waitingUpdates,
    logger,
  });
  const rounds = startStateRounds({ health, logger });
  const proxy = createProxy<TrafficBot>({
    async botOfToken(token) {
      const bot = decryptSecrets(await deps.botOfToken(token));
      if (bot !== null && bot.token_hash !== null) knownTokens.note(bot.token_hash, bot.key);
      return bot;
    },
    isKnownToken: (token) => knownTokens.has(bots.hashToken(token)),
    defaultApiRoot: config.telegramRoots.global,
    allowUnknown: config.proxyUnknownBots,
    recordUpdates: recorder.recordUpdates,
    recordCall,
    reportFailure: logFailure,
    intercepts: deps.intercepts,
    queued: relay,
    logger,
  });
  const stopForgetting = bots.onRemoved((key) => {
    knownTokens.forget(key);
    relay
      .forget(key)
      .catch((error: unknown) => logger.error({ err: error, bot: key }, 'waiting updates are not deleted'));
  });
  return {
    proxy,
    registerRoutes: relay.registerRoutes,
    stop: proxy.close,
    async close() {
      stopForgetting();
      await rounds.close();
      await relay.close();
      await recorder.close();
      callLog.close();
      knownTokens.close();
    },
  };
}
