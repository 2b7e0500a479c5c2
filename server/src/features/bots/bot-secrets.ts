import type { Logger } from 'pino';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import type { BotRow } from './bot-store.ts';

/** Secrets of a bot, opened when they are needed. Opened ones are kept as long as the row they belong to. */
export function createBotSecrets(sealer: Sealer, logger: Pick<Logger, 'error'>) {
  const secretsByBot = new WeakMap<BotRow, Map<string, string | null>>();
  /** A secret that was sealed with another APP_SECRET counts as none: the bot's owner must give it again. */
  const tryOpen = (bot: BotRow, sealed: string): string | null => {
    try {
      return sealer.open(sealed);
    } catch {
      logger.error({ bot: bot.key }, 'a secret of a bot cannot be opened: was APP_SECRET changed?');
      return null;
    }
  };
  const open = (bot: BotRow, sealed: string | null): string | null => {
    if (sealed === null) return null;
    const secrets = secretsByBot.get(bot) ?? new Map<string, string | null>();
    secretsByBot.set(bot, secrets);
    const text = secrets.has(sealed) ? secrets.get(sealed) : tryOpen(bot, sealed);
    secrets.set(sealed, text ?? null);
    return text ?? null;
  };
  return {
    /** The bot's token, or null if it is not kept here. */
    tokenOf: (bot: BotRow): string | null => open(bot, bot.token_sealed),
    /** The secret token that the bot's own webhook expects, or null. */
    botWebhookSecretOf: (bot: BotRow): string | null => open(bot, bot.webhook_secret_sealed),
    /** The secret of our webhook for this bot: in its path and in Telegram's secret-token header. Follows from the key, never stored. */
    ourHookSecret: (key: string): string => sealer.derive(`hook ${key}`),
    hashToken: (token: string): string => sealer.hash(token),
    seal: (text: string): string => sealer.seal(text),
  };
}
export type BotSecrets = ReturnType<typeof createBotSecrets>;
