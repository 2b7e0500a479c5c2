import type { Message } from '@botscope/server/simulation/users/telegram-types.ts';
import type { BotState } from '../bot-state.ts';
import type { KnownChat } from '../chats.ts';
import { badRequest } from '../errors.ts';
import { readMessageText } from '../message-text.ts';
import { type Method, type MethodCall, toAnswer } from '../method.ts';
import { isRecord } from '../params.ts';
import { readInlineKeyboard } from '../reply-markup.ts';

export const sendMessage: Method = (call) => {
  const { text, entities } = readMessageText(call.params);
  return toAnswer(post(call, { text, ...(entities.length > 0 ? { entities } : {}) }));
};

export const sendChatAction: Method = ({ bot, params }) => {
  bot.chats.writable(params.text('chat_id'));
  if (!/^[a-z_]+$/.test(params.text('action'))) throw badRequest('wrong parameter action in request');
  return toAnswer(true);
};

/** Puts a message of the bot into the chat of the call and keeps it, so that it can be answered, edited and pressed. */
export function post({ bot, params }: MethodCall, content: Record<string, unknown>): Message {
  const keyboard = readInlineKeyboard(params);
  const targetChat = bot.chats.writable(params.text('chat_id'));
  const message: Message = {
    message_id: bot.chats.nextMessageId(targetChat.chat.id),
    from: bot.user,
    chat: targetChat.chat,
    date: secondsNow(bot),
    ...repliedTo(
      targetChat,
      params.json('reply_parameters', 'reply parameters'),
      params.integer('reply_to_message_id', 0),
    ),
    ...content,
    ...(keyboard ? { reply_markup: keyboard } : {}),
  };
  bot.chats.keep(message);
  return message;
}

export const secondsNow = (bot: BotState) => Math.floor(bot.clock.now().getTime() / 1_000);

function repliedTo({ messages }: KnownChat, reply: unknown, legacyId: number): { reply_to_message?: Message } {
  const parameters = isRecord(reply) ? reply : {};
  const id = Number(parameters.message_id ?? legacyId);
  if (id === 0) return {};
  const message = messages.get(id);
  if (message) return { reply_to_message: message };
  if (parameters.allow_sending_without_reply === true) return {};
  throw badRequest('message to be replied not found');
}
