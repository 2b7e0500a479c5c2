import type { TelegramClient } from '../../telegram/telegram-client.ts';

/**
 * Writes to people by the installation's own bot, which they have met when they signed in with it. Rejects with
 * Telegram's words: who never started the bot, or has stopped it, gets nothing from it.
 */
export function telegramDelivery(telegram: TelegramClient, root: string, bot: { token: string } | null) {
  if (bot === null) return null;
  return async (tid: number, text: string): Promise<void> => {
    const answer = await telegram.call(root, bot.token, 'sendMessage', {
      chat_id: tid,
      text,
      link_preview_options: { is_disabled: true },
    });
    if (!answer.ok) throw new Error(`Telegram did not take the message: ${answer.error_code} ${answer.description}`);
  };
}
