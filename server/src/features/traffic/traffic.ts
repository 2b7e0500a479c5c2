import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Dispatcher } from 'undici';
import { createPassOn } from '../../ingest/leases/pass-on.ts';
import { openKnownTokens } from '../../ingest/proxy/known-tokens.ts';
import { asPassed } from '../../ingest/proxy/passed-call.ts';
import { createProxy } from '../../ingest/proxy/proxy.ts';
import { openCallLog } from '../../ingest/recording/call-log.ts';
import { openUpdateLog } from '../../ingest/recording/update-log.ts';
import { createRelay } from '../../ingest/relay/relay.ts';
import { createTakenChats } from '../../ingest/relay/taken-chats.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TrafficBot, TrafficHost } from './traffic-host.ts';

export { trafficLimits, type Vitals } from './messages.ts';
export { createRemoteHost } from './remote-host.ts';
export type { TrafficPort } from './serve-traffic.ts';

interface TrafficDeps {
  config: Pick<Platform['config'], 'dataDir' | 'telegramRoots' | 'proxyUnknownBots' | 'stopWaitMs'>;
  /** For bots' webhooks: private addresses are refused unless allowed. */
  guardedDispatcher: Dispatcher;
  telegramDispatcher: Dispatcher;
  host: TrafficHost;
  /** The keyed hash under which tokens are stored. */
  hashToken: (token: string) => string;
  /** Known to the processes of the installation alone. */
  processSecret: string;
  logger: Logger;
}

/** Relay and proxy between Telegram and the bots that are not connected by copies. */
export interface Traffic {
  /** Takes webhooks and calls; all other requests are not its own. */
  requests: {
    handles(request: IncomingMessage): boolean;
    /** Answers it; never throws. */
    handle(request: IncomingMessage, response: ServerResponse): void;
  };
  /** Ends open polls and what waits for slow bots, so that the server can stop. */
  stop(): Promise<void>;
  /** To be called when no request is under way. The host is closed with it. */
  close(): Promise<void>;
}

/** Opens the relay, with the updates that an earlier process left, and the proxy. */
export async function openTraffic(deps: TrafficDeps): Promise<Traffic> {
  const { config, hashToken, host, logger } = deps;
  const { recorder, reportFailure } = host;
  const onCrashGap = (bot: string, count: number): void => {
    const text = 'The server was killed before they were on disk';
    reportFailure(bot, { kind: 'gap', code: 0, reason: 'NotRecorded', text, count });
    host.noteGap(bot, count);
  };
  const inProxy = (name: string): string => join(config.dataDir, 'proxy', name);
  const logOptions = { recorder, botOf: host.bot, onGap: onCrashGap, logger };
  const callLog = openCallLog({ path: inProxy('calls.log'), ...logOptions });
  const updateLog = openUpdateLog({ path: inProxy('updates.log'), ...logOptions });
  const { leases } = host;
  const passOn = createPassOn(deps.processSecret);
  const knownTokens = openKnownTokens({ path: inProxy('known-tokens'), logger });
  const takenChats = createTakenChats({
    chatsOf: host.takenChats,
    onWithheld: host.noteWithheld,
    onStart: host.noteStart,
    onMailingPress: host.noteMailingPress,
  });
  const relay = await createRelay<TrafficBot>({
    dataDir: config.dataDir,
    dispatcher: deps.guardedDispatcher,
    telegram: deps.telegramDispatcher,
    bot: host.bot,
    record: (bot, update) => recorder.recordUpdates(bot, [update]),
    hasBacklog: recorder.hasBacklog,
    recordCall: (bot, call) => void callLog.recordCall(bot, asPassed(call)),
    reportFailure,
    onGap: onCrashGap,
    onBotState: host.noteBotState,
    waiting: host.waiting,
    leases,
    takenChats,
    passOn,
    passTimeoutMs: config.stopWaitMs,
    logger,
  });
  const proxy = createProxy<TrafficBot>({
    async botOfToken(token) {
      const bot = await host.botOfToken(token);
      if (bot !== null && bot.token_hash !== null) knownTokens.note(bot.token_hash, bot.key);
      return bot;
    },
    botOfKnownToken: (token) => knownTokens.botOf(hashToken(token)),
    noteUnrecorded(bot) {
      const text = 'The bot could not be looked up';
      reportFailure(bot, { kind: 'gap', code: 0, reason: 'NotRecorded', text, count: 1 });
      host.noteGap(bot, 1);
    },
    defaultApiRoot: config.telegramRoots.global,
    allowUnknown: config.proxyUnknownBots,
    recordUpdates: updateLog.recordUpdates,
    recordCall: callLog.recordCall,
    reportFailure,
    intercepts: host.intercepts,
    queued: relay,
    takenChats,
    leases,
    passOn,
    logger,
  });
  host.setIsIdle((bot) => relay.isIdle(bot) && proxy.isIdle(bot));
  const stopForgetting = host.onRemoved((key) => {
    knownTokens.forget(key);
    relay
      .forget(key)
      .catch((error: unknown) => logger.error({ err: error, bot: key }, 'waiting updates are not deleted'));
  });
  return {
    requests: {
      handles: (request) => relay.hooks.handles(request) || proxy.handles(request),
      handle: (request, response) =>
        relay.hooks.handles(request) ? relay.hooks.handle(request, response) : proxy.handle(request, response),
    },
    async stop() {
      relay.hooks.stop();
      await proxy.close();
    },
    async close() {
      stopForgetting();
      await relay.close();
      passOn.close();
      await host.close();
      callLog.close();
      updateLog.close();
      knownTokens.close();
    },
  };
}
