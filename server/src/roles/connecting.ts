import type { Logger } from 'pino';
import type { Dispatcher } from 'undici';
import type { BotErrors } from '../features/bot-errors/bot-errors.ts';
import type { BotRow, Bots } from '../features/bots/bots.ts';
import { createBotOfToken } from '../features/connections/claim.ts';
import { type Connections, createConnections, createProblemBoard } from '../features/connections/connections.ts';
import { createHealth, type Health } from '../features/connections/health-check.ts';
import { createIntercepts } from '../features/connections/intercepts.ts';
import type { Inbox } from '../features/notifications/notifications.ts';
import type { Config } from '../platform/config.ts';
import { createGuardedDispatcher } from '../platform/outgoing/guarded-dispatcher.ts';
import { createTelegramDispatcher } from '../platform/outgoing/telegram-dispatcher.ts';
import { createTelegramClient, type TelegramClient } from '../telegram/telegram-client.ts';

/** The relay of this process, as far as connections have to do with it. */
export interface RelayState {
  /** Updates that wait here for the bot. */
  held(botKey: string): number;
  retryNow(botKey: string): void;
}

/** Everything about how bots are connected. */
export interface Connecting {
  connections: Connections;
  health: Health;
  telegram: TelegramClient;
  /** To Telegram. */
  telegramDispatcher: Dispatcher;
  /** To addresses that users gave. */
  webhookDispatcher: Dispatcher;
  /** The bot of a token that comes through our API root; binds bots that were connected by name. */
  botOfToken(token: string): Promise<BotRow | null>;
  intercepts: ReturnType<typeof createIntercepts>;
  /** The relay starts later, and only in processes that take traffic; until then nothing waits. */
  relayIs(relay: RelayState): void;
  close(): Promise<void>;
}

export function createConnecting(
  config: Pick<Config, 'telegramRoots' | 'publicUrl' | 'allowPrivateWebhooks'>,
  deps: { bots: Bots; inbox: Inbox; botErrors: Pick<BotErrors, 'record'>; logger: Logger },
): Connecting {
  const { bots, inbox, botErrors, logger } = deps;
  let relay: RelayState = { held: () => 0, retryNow: () => undefined };
  const held = (botKey: string): number => relay.held(botKey);
  const retryNow = (botKey: string): void => relay.retryNow(botKey);
  const telegramDispatcher = createTelegramDispatcher();
  const webhookDispatcher = createGuardedDispatcher({ allowPrivate: config.allowPrivateWebhooks });
  const telegram = createTelegramClient(telegramDispatcher);
  const problems = createProblemBoard({ bots, inbox, botErrors, logger });
  const connections = createConnections({
    ...config,
    bots,
    telegram,
    dispatcher: webhookDispatcher,
    problems,
    async notifyDisplaced({ key, account_key }, username) {
      if (account_key === null) return;
      await inbox.notify(account_key, { kind: 'access', code: 'displaced', botKey: key, detail: `@${username}` });
    },
    held,
    retryNow,
    logger,
  });
  const { context } = connections;
  return {
    connections,
    health: createHealth({ context, retryNow }),
    telegram,
    telegramDispatcher,
    webhookDispatcher,
    botOfToken: createBotOfToken(context),
    intercepts: createIntercepts(context, { held }),
    relayIs(given) {
      relay = given;
    },
    async close() {
      await problems.settled();
      await Promise.all([telegramDispatcher.destroy(), webhookDispatcher.destroy()]);
    },
  };
}
