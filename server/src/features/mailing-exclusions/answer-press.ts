import { mailingPressData } from '@botscope/contract';
import type { Logger } from 'pino';
import type { JsonObject } from '../../telegram/json.ts';
import type { MailingPress } from '../../telegram/mailing-press.ts';
import { subscribeAgainText, type Unsubscribes } from '../unsubscribes/unsubscribes.ts';

const texts = {
  en: {
    unsubscribe: 'You have unsubscribed. This bot will not send you mailings any more.',
    subscribe: 'You are subscribed to the mailings of this bot again.',
  },
  ru: {
    unsubscribe: 'Вы отписались. Этот бот больше не будет присылать вам рассылки.',
    subscribe: 'Вы снова подписаны на рассылки этого бота.',
  },
};

/** Calls Telegram for the bot; nothing for a bot that cannot call. */
type CallBot = (bot: string, method: string, params: Record<string, unknown>) => Promise<void>;

/** Answers presses of our buttons, and offers the way back below the message. */
export function answerPresses(deps: {
  unsubscribes: Pick<Unsubscribes, 'onPress' | 'settingsOf'>;
  callBot: CallBot;
  logger: Pick<Logger, 'warn'>;
}): void {
  const { unsubscribes, callBot, logger } = deps;
  unsubscribes.onPress((bot, press) => {
    const { action, queryId, userId, messageId } = press;
    const { offers_return, button_text } = unsubscribes.settingsOf(bot);
    const words = texts[press.language.startsWith('ru') ? 'ru' : 'en'];
    const label = action === 'subscribe' ? button_text : subscribeAgainText(press.language);
    const keyboard = offers_return || action === 'subscribe' ? keyboardAfter(press, label) : null;
    const answerCall = callBot(bot, 'answerCallbackQuery', { callback_query_id: queryId, text: words[action] });
    const editCall =
      keyboard === null
        ? undefined
        : callBot(bot, 'editMessageReplyMarkup', {
            chat_id: userId,
            message_id: messageId,
            reply_markup: { inline_keyboard: keyboard },
          });
    Promise.all([answerCall, editCall]).catch((error: unknown) =>
      logger.warn({ err: error, bot }, 'an unsubscription is stored, but the user was not answered'),
    );
  });
}

/** The keyboard with the opposite button in the place of the pressed one; null where that is not known. */
function keyboardAfter(
  { action, campaignId, keyboard }: Pick<MailingPress, 'action' | 'campaignId' | 'keyboard'>,
  label: string,
): JsonObject[][] | null {
  const pressed = mailingPressData(action, campaignId);
  const opposite = mailingPressData(action === 'subscribe' ? 'unsubscribe' : 'subscribe', campaignId);
  if (keyboard?.some((row) => row.some((button) => button.callback_data === pressed)) !== true) return null;
  return keyboard.map((row) =>
    row.map((button) => (button.callback_data === pressed ? { text: label, callback_data: opposite } : button)),
  );
}
