import { DeliveryError } from '../../platform/outbox/delivery-error.ts';
import type { TelegramClient } from '../../telegram/telegram-client.ts';

export interface TelegramMessage {
  tid: number;
  text: string;
}

/**
 * Writes to owners by the installation's own bot, which they have met when they signed in with it. Rejects with
 * Telegram's words: who never started the bot, or has stopped it, gets nothing from it.
 */
export function telegramDelivery(telegram: TelegramClient, root: string, bot: { token: string } | null) {
  if (bot === null) return null;
  return async ({ tid, text }: TelegramMessage): Promise<void> => {
    const answer = await telegram.call(root, bot.token, 'sendMessage', {
      chat_id: tid,
      text,
      link_preview_options: { is_disabled: true },
    });
    if (answer.ok) return;
    const { error_code: code, description, parameters } = answer;
    throw new DeliveryError(`Telegram did not take the message: ${code} ${description}`, {
      // An owner who cannot be written to, or a text that is wrong; limits and faults of Telegram pass.
      isFinal: code >= 400 && code < 500 && code !== 429,
      retryAfterMs: (parameters?.retry_after ?? 0) * 1_000,
    });
  };
}
