import type { WebhookTest } from '@botscope/contract';
import type { Logger } from 'pino';
import { AppError } from '../../platform/errors.ts';
import type { HostMeaning } from '../../platform/outgoing/look-up-host.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import type { Addresses } from './addresses.ts';
import type { BotApi, WebhookInfo, WhoIs } from './bot-api.ts';
import type { Incoming } from './incoming.ts';
import type { Mutex } from './mutex.ts';
import type { ProblemTracker } from './problem-tracker.ts';
import { asFormer, type FormerWebhook, type TakeOver } from './take-over.ts';
import { readWebhookAddress } from './webhook-address.ts';

/** Dependencies that the parts of this slice share. */
export interface ConnectionContext {
  bots: Bots;
  botApi: BotApi;
  addresses: Addresses;
  takeOver: TakeOver;
  problems: ProblemTracker;
  /** Changes of one bot's connection happen one after another. */
  mutex: Mutex;
  probe(url: URL, secret: string | null): Promise<WebhookTest>;
  /** Resolves a host name. Never throws. */
  lookUpHost(hostname: string): Promise<HostMeaning>;
  allowPrivateWebhooks: boolean;
  /** Notifies the owner of an entry without a token that the bot's owner has shown the token. */
  notifyDisplaced(entry: BotRow, username: string): Promise<void>;
  logger: Logger;
}

/**
 * The bot's webhook must be there, and no other bot of the account may have it: that is a mistake. Bots of other accounts do
 * not matter, or a stranger could claim an address before its owner.
 * @throws AppError EmptyWebhook, WebhookHttp, WebhookWrong, WebhookSelf, WebhookAlreadyOverBot, WebhookTestFailed (unless `riskOk`)
 */
export async function assertTarget(
  { addresses, allowPrivateWebhooks, bots, probe }: ConnectionContext,
  target: Pick<Incoming, 'webhook' | 'botWebhookSecret' | 'riskOk'>,
  { accountKey, except }: { accountKey: string | null; except: string | null },
): Promise<void> {
  const url = readWebhookAddress(target.webhook, { allowPrivate: allowPrivateWebhooks, isOurs: addresses.isOurs });
  const webhookBots = await bots.byWebhook(target.webhook);
  if (webhookBots.some((other) => other.key !== except && other.account_key === accountKey))
    throw new AppError('WebhookAlreadyOverBot', { field: 'webhook' });
  const test = await probe(url, target.botWebhookSecret);
  if (test.failure === 'private') throw new AppError('WebhookWrong', { field: 'webhook' });
  if (test.ok || target.riskOk) return;
  const words = test.status === null ? `no answer (${test.failure})` : `${test.status} ${test.body}`;
  throw new AppError('WebhookTestFailed', { field: 'webhook', message: `The webhook did not answer 200: ${words}` });
}

/**
 * Decides where updates go, and which webhook is restored later, when ours replaces the one set at Telegram.
 * @throws AppError WebhookAlready unless the owner agreed, WebhookWrong for one with a certificate of its own
 */
export function planTakeOver(
  { addresses }: ConnectionContext,
  info: WebhookInfo,
  request: { webhook: string; overPlatform: boolean },
): { webhook: string; former: FormerWebhook | null } {
  // One of ours is a leftover of an earlier connection: nothing to go back to.
  if (info.url === '' || addresses.isOurs(info.url)) return { webhook: request.webhook, former: null };
  if (info.hasCertificate) {
    const message =
      'The webhook has a certificate that only Telegram knows: we could neither forward to it nor put it back. Use a public certificate.';
    throw new AppError('WebhookWrong', { field: 'webhook', message });
  }
  if (!request.overPlatform) {
    const message = `The bot already has a webhook, ${info.url}; confirm that updates go through us and on to it`;
    throw new AppError('WebhookAlready', { field: 'over_platform', message });
  }
  return { webhook: request.webhook || info.url, former: asFormer(info) };
}

/** The columns that hold the incoming side. */
export const incomingColumns = (bots: Pick<Bots, 'seal'>, incoming: Incoming) => ({
  connection_type: incoming.connectionType,
  delivery_method: incoming.deliveryMethod,
  region: incoming.region,
  platform: incoming.platform,
  webhook: incoming.webhook,
  webhook_secret_sealed: incoming.botWebhookSecret === null ? null : bots.seal(incoming.botWebhookSecret),
  risk_ok: incoming.riskOk,
});

/** The columns that hold a token. */
export const tokenColumns = (bots: Pick<Bots, 'seal' | 'hashToken'>, token: string, me: WhoIs) => ({
  telegram_id: me.id,
  token_sealed: bots.seal(token),
  token_hash: bots.hashToken(token),
});

/** The columns that a failed change puts back. */
export const connectionColumns = (bot: BotRow) => ({
  connection_type: bot.connection_type,
  delivery_method: bot.delivery_method,
  region: bot.region,
  platform: bot.platform,
  webhook: bot.webhook,
  webhook_secret_sealed: bot.webhook_secret_sealed,
  risk_ok: bot.risk_ok,
  telegram_id: bot.telegram_id === null ? null : Number(bot.telegram_id),
  token_sealed: bot.token_sealed,
  token_hash: bot.token_hash,
  former_webhook: json(bot.former_webhook),
  allowed_updates: json(bot.allowed_updates),
});

export const json = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));
