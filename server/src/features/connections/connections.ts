import type { Connection, SendMethod, TokenCheck, WebhookTest } from '@botscope/contract';
import { connectionTypes, deliveryMethods, regions, sendMethods } from '@botscope/contract';
import type { Logger } from 'pino';
import type { Dispatcher } from 'undici';
import type { WaitingUpdates } from '../../ingest/relay/waiting-updates.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { lookUpHost } from '../../platform/outgoing/look-up-host.ts';
import type { TelegramClient } from '../../telegram/telegram-client.ts';
import { type BotRow, type Bots, parseEnum } from '../bots/bots.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { type Addresses, createAddresses, type TelegramRoots } from './addresses.ts';
import { createBotApi } from './bot-api.ts';
import { connect } from './connect.ts';
import { type ConnectionContext, tokenColumns } from './context.ts';
import { type AddBotBody, holdsWebhook, type SetConnectionBody } from './incoming.ts';
import { createRemoveLeaving, type RemoveLeaving } from './leaving.ts';
import { createMutex } from './mutex.ts';
import { probeWebhook } from './probe-webhook.ts';
import type { ProblemTracker } from './problem-tracker.ts';
import { leave, reconnect, setOursOrRevert, toIncoming } from './reconnect.ts';
import { createTakeOver, parseFormerWebhook } from './take-over.ts';
import { verifyToken } from './verify-token.ts';
import type { WaitingCounts } from './waiting-counts.ts';
import { readWebhookAddress } from './webhook-address.ts';
import { makeEntriesYield } from './yield-entry.ts';

export type { ConnectionContext } from './context.ts';
export type { Health } from './health-check.ts';
export { startStateRounds } from './health-rounds.ts';
export { createProblemTracker, type ProblemTracker } from './problem-tracker.ts';

/** Connections of bots and their changes. Each change is applied whole or not at all. */
export interface Connections {
  /** For the other parts of this slice (intercepts, claims, health), which roles build beside this one. */
  context: ConnectionContext;
  add(accountKey: string, body: AddBotBody): Promise<{ bot: BotRow; apiKey: string }>;
  present(bot: BotRow): Promise<Connection>;
  setIncoming(bot: BotRow, body: SetConnectionBody): Promise<BotRow>;
  setOutgoing(bot: BotRow, method: SendMethod): Promise<BotRow>;
  setToken(bot: BotRow, token: string): Promise<BotRow>;
  removeToken(bot: BotRow): Promise<BotRow>;
  checkToken(accountKey: string, token: string, name: string | undefined): Promise<TokenCheck>;
  /** @param of The bot whose stored secret token is sent where none is given. */
  testWebhook(webhook: string, secret: string | undefined, of: BotRow | null): Promise<WebhookTest>;
  /** A bot with a token has the name that Telegram knows. @throws AppError WrongTelegram, botExist */
  rename(bot: BotRow, name: string): Promise<BotRow>;
  /** Puts the former webhook back, then disconnects. @throws AppError TelegramUnavailable; the bot is then still connected. */
  remove(bot: BotRow): Promise<void>;
  removeLeaving: RemoveLeaving;
}

export interface ConnectionDeps {
  bots: Bots;
  telegram: TelegramClient;
  /** Guarded: it goes to addresses that users give. */
  dispatcher: Dispatcher;
  problems: ProblemTracker;
  notifications: Pick<Notifications, 'notify'>;
  telegramRoots: TelegramRoots;
  publicUrl: string;
  allowPrivateWebhooks: boolean;
  /** Two processes that connect or repair one bot at a time would each undo what the other has set at Telegram. */
  withLock?: Metadata['withLock'];
  waitingUpdates: Pick<WaitingUpdates, 'retryNow'> & WaitingCounts;
  logger: Logger;
}

const displacedNotifier =
  (notifications: ConnectionDeps['notifications']): ConnectionContext['notifyDisplaced'] =>
  async ({ key, account_key }, username) => {
    if (account_key === null) return;
    await notifications.notify(account_key, {
      kind: 'access',
      code: 'displaced',
      botKey: key,
      detail: `@${username}`,
    });
  };

async function endTokenProblems(problems: ConnectionDeps['problems'], key: string): Promise<void> {
  for (const code of ['TokenRevoked', 'WebhookChanged', 'DeliveryError', 'PendingGrowing'] as const) {
    await problems.end(key, code);
  }
}

export function createConnections(deps: ConnectionDeps): Connections {
  const { bots, problems, allowPrivateWebhooks, logger } = deps;
  const addresses = createAddresses({ ...deps, ourHookSecret: bots.ourHookSecret });
  const botApi = createBotApi(deps.telegram);
  const takeOver = createTakeOver({ bots, botApi, addresses, logger });
  const mutex = createMutex(deps.withLock);
  const probe = (url: URL, secret: string | null) => probeWebhook({ dispatcher: deps.dispatcher, url, secret });
  const parts = { bots, botApi, addresses, takeOver, problems, mutex, probe };
  const notifyDisplaced = displacedNotifier(deps.notifications);
  const context: ConnectionContext = { ...parts, lookUpHost, allowPrivateWebhooks, notifyDisplaced, logger };

  /** Reads the row again inside the bot's turn: what the request saw may have changed meanwhile. */
  const change = <T>({ key }: BotRow, work: (bot: BotRow) => Promise<T>): Promise<T> =>
    mutex(key, async () => {
      const bot = await bots.byKey(key);
      if (bot === null) throw new AppError('NotFound');
      return work(bot);
    });
  const remove: Connections['remove'] = (requested) =>
    change(requested, async (bot) => {
      const token = bots.tokenOf(bot);
      if (token !== null && bot.delivery_method === 'webhook') await leave(context, bot, token, false);
      await bots.remove(bot.key);
    });

  return {
    context,
    add: (accountKey, body) => connect(context, accountKey, body),
    present: async (bot) => presentConnection(bot, addresses, await deps.waitingUpdates.total(bot.key)),
    setIncoming: (requested, body) =>
      change(requested, async (bot) => {
        const changedBot = await reconnect(context, bot, body);
        // The next look at Telegram finds out what is wrong with the new way in.
        await endTokenProblems(problems, bot.key);
        // Waiting updates go to the new address now, not when the old one would have been tried again.
        if (changedBot.delivery_method === 'webhook') deps.waitingUpdates.retryNow(bot.key);
        return (await bots.byKey(bot.key)) ?? changedBot;
      }),
    setOutgoing: (requested, method) =>
      change(requested, (bot) => bots.change(bot.key, { delivery_method_send: method })),
    setToken: (requested, token) =>
      change(requested, async (bot) => {
        const root = addresses.telegramRoot(bot);
        const me = await verifyToken(context, token, {
          root,
          accountKey: bot.account_key,
          name: bot.bot_name,
          row: bot,
        });
        await makeEntriesYield(context, me, bot.account_key, bot.key);
        const changedBot = await bots.change(bot.key, tokenColumns(bots, token, me));
        if (holdsWebhook(toIncoming(bots, bot))) await setOursOrRevert(context, { from: bot, to: changedBot }, token);
        await problems.end(bot.key, 'TokenRevoked');
        return (await bots.byKey(bot.key)) ?? changedBot;
      }),
    removeToken: (requested) =>
      change(requested, async (bot) => {
        const token = bots.tokenOf(bot);
        if (token === null) return bot;
        const isAuto = bot.connection_type === 'auto';
        if (holdsWebhook(toIncoming(bots, bot))) await leave(context, bot, token, false);
        // The hash is no secret: a bot that polls through us goes on doing so.
        const stillCallsUs = bot.delivery_method === 'getUpdates' || bot.delivery_method_send === 'proxy';
        const changedBot = await bots.change(bot.key, {
          token_sealed: null,
          ...(stillCallsUs ? {} : { token_hash: null }),
          ...(isAuto ? { connection_type: 'manual', former_webhook: null } : {}),
        });
        await endTokenProblems(problems, bot.key);
        return (await bots.byKey(bot.key)) ?? changedBot;
      }),
    async checkToken(accountKey, token, name) {
      const root = deps.telegramRoots.global;
      const me = await verifyToken(context, token, { root, accountKey, name });
      const info = await botApi.webhookInfo(root, token);
      return { ...me, webhook: info.url === '' ? null : info.url, pending_update_count: info.pending };
    },
    testWebhook: async (webhook, secret, managedBot) => {
      const url = readWebhookAddress(webhook, { allowPrivate: allowPrivateWebhooks, isOurs: addresses.isOurs });
      return probe(url, secret || (managedBot === null ? null : bots.botWebhookSecretOf(managedBot)));
    },
    rename: (requested, name) =>
      change(requested, async (bot) => {
        const token = bots.tokenOf(bot);
        const identity = token === null ? null : await botApi.whoIs(addresses.telegramRoot(bot), token);
        if (identity !== null && identity.username.toLowerCase() !== name.toLowerCase()) {
          throw new AppError('WrongTelegram', { field: 'bot_name' });
        }
        return bots.rename(bot.key, name);
      }),
    remove,
    removeLeaving: createRemoveLeaving({ bots, remove, logger, now: Date.now }),
  };
}

function presentConnection(bot: BotRow, addresses: Addresses, queued: number): Connection {
  return {
    connection_type: parseEnum(connectionTypes, bot.connection_type, 'api'),
    delivery_method: parseEnum(deliveryMethods, bot.delivery_method, 'api'),
    delivery_method_send: parseEnum(sendMethods, bot.delivery_method_send, 'off'),
    region: parseEnum(regions, bot.region, 'global'),
    platform: bot.platform,
    has_token: bot.token_sealed !== null,
    api_root: addresses.apiRoot,
    hook_url: addresses.hookUrl(bot.key),
    webhook: bot.webhook,
    has_secret_token: bot.webhook_secret_sealed !== null,
    former_webhook: parseFormerWebhook(bot)?.url ?? null,
    allowed_updates: bot.allowed_updates,
    riskOk: bot.risk_ok,
    queued,
    hook_reachable: addresses.hookReachable,
  };
}
