import { setTimeout as pause } from 'node:timers/promises';
import { updateKinds } from '@botscope/contract';
import type { Logger } from 'pino';
import { AppError } from '../../platform/errors.ts';
import { isObject } from '../../telegram/json.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import type { Addresses } from './addresses.ts';
import type { BotApi, WebhookInfo } from './bot-api.ts';

/** Webhook that was set at Telegram before ours, as the bot's row keeps it. */
export interface FormerWebhook {
  url: string;
  max_connections: number | null;
  allowed_updates: string[] | null;
  ip_address: string;
}

/** Telegram's own default. */
const maxConnections = 40;
/** Pauses before we ask again what stands at Telegram after an answer got lost, ms. */
const looksMs = [0, 1_000, 3_000];

export function parseFormerWebhook(bot: Pick<BotRow, 'former_webhook'>): FormerWebhook | null {
  const value = bot.former_webhook;
  if (!isObject(value) || typeof value.url !== 'string' || value.url === '') return null;
  return {
    url: value.url,
    max_connections: typeof value.max_connections === 'number' ? value.max_connections : null,
    allowed_updates: Array.isArray(value.allowed_updates) ? value.allowed_updates.map(String) : null,
    ip_address: typeof value.ip_address === 'string' ? value.ip_address : '',
  };
}

/** The bot's own address, which the owner replaced by pointing the webhook at us by hand. */
function toOwnWebhook(bot: BotRow): FormerWebhook | null {
  if (bot.connection_type !== 'manual' || bot.webhook === '') return null;
  return { url: bot.webhook, max_connections: null, allowed_updates: bot.allowed_updates, ip_address: '' };
}

export const asFormer = (info: WebhookInfo): FormerWebhook => ({
  url: info.url,
  max_connections: info.maxConnections,
  allowed_updates: info.allowedUpdates,
  ip_address: info.ipAddress,
});

/** Puts our webhook in the place of a bot's own at Telegram, and back. Waiting updates stay in each case. */
export interface TakeOver {
  /** Sets our webhook. Gives Telegram's words. @throws AppError UnknownErrorInitWebhook, WrongToken, TelegramUnavailable */
  setOurs(bot: BotRow, token: string): Promise<string>;
  /**
   * Replaces our webhook by the former one, or removes it if there was none. One that is not ours stays.
   * @throws as setOurs
   */
  putBack(bot: BotRow, token: string): Promise<void>;
  /** Removes our webhook for a bot that polls from now on; false if one that is not ours stands, and stays. @throws as setOurs */
  takeAway(bot: BotRow, token: string): Promise<boolean>;
  /**
   * After setOurs has failed: sees to it that Telegram is as it was before.
   * `undone`: it is. `ours`: our webhook stands and could not be removed, or nobody knows.
   */
  undo(bot: BotRow, token: string): Promise<'undone' | 'ours'>;
}

export function createTakeOver(deps: {
  bots: Pick<Bots, 'ourHookSecret' | 'botWebhookSecretOf'>;
  botApi: BotApi;
  addresses: Addresses;
  logger: Logger;
}): TakeOver {
  const { bots, botApi, addresses } = deps;

  const putBack = async (bot: BotRow, token: string): Promise<void> => {
    const root = addresses.telegramRoot(bot);
    const info = await botApi.webhookInfo(root, token);
    if (!addresses.isHookOf(bot.key, info.url)) return;
    const formerWebhook = parseFormerWebhook(bot) ?? toOwnWebhook(bot);
    if (formerWebhook === null) {
      await botApi.deleteWebhook(root, token);
      return;
    }
    try {
      await setFormer(root, token, bot, formerWebhook);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UnknownErrorInitWebhook') throw error;
      // Its host is gone, say. Ours must not stay: it would answer 404 from now on.
      deps.logger.warn({ bot: bot.key, words: error.message }, 'Telegram refused the former webhook of a bot');
      await botApi.deleteWebhook(root, token);
    }
  };
  const setFormer = (root: string, token: string, bot: BotRow, formerWebhook: FormerWebhook): Promise<string> =>
    botApi.setWebhook(root, token, {
      url: formerWebhook.url,
      // Telegram never returns a secret; the owner has entered that of the webhook we forward to.
      secret: bot.webhook === formerWebhook.url ? bots.botWebhookSecretOf(bot) : null,
      allowedUpdates: formerWebhook.allowed_updates,
      maxConnections: formerWebhook.max_connections ?? maxConnections,
    });

  return {
    setOurs: (bot, token) =>
      botApi.setWebhook(addresses.telegramRoot(bot), token, {
        url: addresses.hookUrl(bot.key),
        secret: bots.ourHookSecret(bot.key),
        allowedUpdates: updateKinds,
        maxConnections: parseFormerWebhook(bot)?.max_connections ?? maxConnections,
      }),
    putBack,
    async takeAway(bot, token) {
      const root = addresses.telegramRoot(bot);
      const info = await botApi.webhookInfo(root, token);
      const isOurs = addresses.isHookOf(bot.key, info.url);
      if (isOurs) await botApi.deleteWebhook(root, token);
      return isOurs || info.url === '';
    },
    async undo(bot, token) {
      const root = addresses.telegramRoot(bot);
      const formerWebhook = parseFormerWebhook(bot);
      for (const wait of looksMs) {
        if (wait > 0) await pause(wait);
        try {
          const { url } = await botApi.webhookInfo(root, token);
          if (url === (formerWebhook?.url ?? '')) return 'undone';
          // Telegram drops the former webhook before it finds fault with the new one.
          if (url === '' && formerWebhook !== null) await setFormer(root, token, bot, formerWebhook);
          else await putBack(bot, token);
          return 'undone';
        } catch (error) {
          if (error instanceof AppError && error.code === 'WrongToken') return 'undone';
        }
      }
      return 'ours';
    },
  };
}
