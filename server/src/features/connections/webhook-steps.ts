import { updateKinds } from '@botscope/contract';
import type { ProxyBot, TelegramReply } from '../../ingest/proxy/proxy-deps.ts';
import { AppError } from '../../platform/errors.ts';
import type { TelegramAnswer } from '../../telegram/telegram-client.ts';
import type { BotChange, BotRow } from '../bots/bots.ts';
import { setWebhookParams } from './bot-api.ts';
import { type ConnectionContext, connectionColumns, json } from './context.ts';
import type { SetWebhookRequest } from './set-webhook-request.ts';
import { parseFormerWebhook } from './take-over.ts';

/** The bot that says it. */
export type Caller = Pick<ProxyBot, 'key'>;

/** Steps of which a bot's calls about its webhook consist: at Telegram, and in the bot's row. */
export function createWebhookSteps(context: ConnectionContext) {
  const { bots, botApi, addresses, takeOver, logger } = context;

  /** Null where updates do not come through us at all: then nothing of this is our business. */
  const loadRow = async ({ key }: Caller): Promise<BotRow | null> => {
    const bot = await bots.cached(key).catch(() => null);
    return bot === null || bot.delivery_method === 'api' ? null : bot;
  };
  /** A row that cannot be written must not stop a bot; the next look at the connection finds the difference. */
  const tryChange = async (bot: BotRow, change: BotChange): Promise<void> => {
    await bots.change(bot.key, change).catch((error: unknown) => {
      logger.warn({ err: error, bot: bot.key }, 'what a bot did to its webhook could not be noted');
    });
  };

  /** The queue can be read only while no webhook stands. The row stays as it is: another one is set in a moment. */
  const emptyQueue = async (bot: BotRow, token: string, read: () => Promise<void>): Promise<void> => {
    // An error is ignored: Telegram repeats it to the call that follows.
    const isFree = bot.delivery_method !== 'webhook' || (await takeOver.takeAway(bot, token).catch(() => false));
    if (isFree) await read();
  };
  /** Telegram refused another webhook, and would have left the one that stood. */
  const putOursBack = async (bot: BotRow, token: string): Promise<void> => {
    await takeOver.setOurs(bot, token).catch((error: unknown) => {
      logger.warn({ err: error, bot: bot.key }, 'the webhook of a bot could not be put back');
    });
  };

  const setBotWebhook = async (
    bot: BotRow,
    token: string,
    request: SetWebhookRequest,
    drop: (() => Promise<void>) | undefined,
  ): Promise<TelegramReply | 'forward'> => {
    if (drop !== undefined) await emptyQueue(bot, token, drop);
    const change = changeFor(context, bot, request);
    const isSame = isAsBefore(context, bot, request);
    // The target first: our webhook, which may stand already, must not forward to the old one when Telegram says "set".
    const changedBot = isSame ? bot : await bots.change(bot.key, change).catch(() => null);
    if (changedBot === null) return 'forward';
    const ours = setWebhookParams({
      url: addresses.hookUrl(bot.key),
      secret: bots.ourHookSecret(bot.key),
      allowedUpdates: updateKinds,
      maxConnections: request.maxConnections,
    });
    const answer = await askTelegram(() => botApi.call(addresses.telegramRoot(bot), token, 'setWebhook', ours));
    if (!answer.ok && answer.error_code < 500 && !isSame) await tryChange(bot, connectionColumns(bot));
    if (!answer.ok && drop !== undefined && bot.delivery_method === 'webhook') await putOursBack(bot, token);
    if (!answer.ok) return reply(answer);
    const isAlready = isSame && answer.description === 'Webhook is already set';
    return successReply(isAlready ? 'Webhook is already set' : 'Webhook was set');
  };

  const deleteWebhook = async (bot: BotRow, token: string): Promise<TelegramReply> => {
    const answer = await askTelegram(() => botApi.call(addresses.telegramRoot(bot), token, 'deleteWebhook'));
    if (!answer.ok) return reply(answer);
    // One of ours without a target is none in the eyes of the bot.
    const hadOne =
      answer.description === 'Webhook was deleted' && (bot.delivery_method !== 'webhook' || bot.webhook !== '');
    await followToPolling(bot);
    return successReply(hadOne ? 'Webhook was deleted' : 'Webhook is already deleted');
  };
  /** The source of updates follows the bot: it polls from now on. */
  const followToPolling = async (bot: BotRow): Promise<void> => {
    if (bot.delivery_method === 'getUpdates' && bot.webhook === '' && bot.former_webhook === null) return;
    await tryChange(bot, {
      delivery_method: 'getUpdates',
      webhook: '',
      webhook_secret_sealed: null,
      former_webhook: null,
    });
  };

  return { loadRow, tryChange, emptyQueue, setBotWebhook, deleteWebhook, followToPolling };
}

/** Telegram's answer; its own for "out of reach" where it cannot be asked. */
export async function askTelegram(work: () => Promise<TelegramAnswer>): Promise<TelegramAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return { ok: false, error_code: 502, description: 'Bad Gateway' };
    throw error;
  }
}

/** The row of a bot that has set its own webhook: we forward there, and put it back one day. */
function changeFor({ bots }: ConnectionContext, bot: BotRow, request: SetWebhookRequest): BotChange {
  const allowedUpdates = request.allowedUpdates === undefined ? bot.allowed_updates : request.allowedUpdates;
  return {
    delivery_method: 'webhook',
    webhook: request.url,
    webhook_secret_sealed: request.secret === null ? null : bots.seal(request.secret),
    allowed_updates: json(allowedUpdates),
    former_webhook: json({
      url: request.url,
      max_connections: request.maxConnections,
      allowed_updates: allowedUpdates,
      ip_address: request.ipAddress,
    }),
  };
}

function isAsBefore({ bots }: ConnectionContext, bot: BotRow, request: SetWebhookRequest): boolean {
  const formerWebhook = parseFormerWebhook(bot);
  return (
    bot.delivery_method === 'webhook' &&
    bot.webhook === request.url &&
    bots.botWebhookSecretOf(bot) === request.secret &&
    formerWebhook?.url === request.url &&
    formerWebhook.max_connections === request.maxConnections &&
    formerWebhook.ip_address === request.ipAddress &&
    (request.allowedUpdates === undefined || json(bot.allowed_updates) === json(request.allowedUpdates))
  );
}

const successReply = (description: string): TelegramReply => reply({ ok: true, result: true, description });

export function reply(answer: TelegramAnswer): TelegramReply {
  return { status: answer.ok ? 200 : answer.error_code, body: JSON.stringify(answer) };
}
