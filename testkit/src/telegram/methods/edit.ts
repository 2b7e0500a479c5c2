import type { Message } from '@botscope/server/simulation/people/telegram-types.ts';
import { badRequest } from '../errors.ts';
import { readMessageText } from '../message-text.ts';
import { answered, type Method, type MethodCall } from '../method.ts';
import { readInlineKeyboard } from '../reply-markup.ts';
import { secondsNow } from './send-message.ts';

const deletableSeconds = 48 * 3_600;

export const editMessageText: Method = (call) => {
  const { text, entities } = readMessageText(call.params);
  // A message sent in inline mode lives in a chat the bot cannot see: the answer is only "true".
  if (call.params.text('inline_message_id') !== '') return answered(true);
  const message = ownMessage(call);
  if (message.text === undefined) throw badRequest('there is no text in the message to edit');
  return answered(change(call, message, { text, ...(entities.length > 0 ? { entities } : {}) }));
};

export const editMessageReplyMarkup: Method = (call) => {
  if (call.params.text('inline_message_id') !== '') return answered(true);
  const message = ownMessage(call);
  return answered(change(call, message, { text: message.text, entities: message.entities }));
};

export const deleteMessage: Method = ({ bot, params }) => {
  const { chat, messages } = bot.chats.find(params.text('chat_id'));
  const message = messages.get(params.messageId());
  if (!message) throw badRequest('message to delete not found');
  const isOld = secondsNow(bot) - message.date > deletableSeconds;
  const isForeign = message.from?.id !== bot.user.id && chat.type !== 'private';
  if (isOld || isForeign) throw badRequest("message can't be deleted");
  messages.delete(message.message_id);
  return answered(true);
};

function ownMessage({ bot, params }: MethodCall): Message {
  const { messages } = bot.chats.find(params.text('chat_id'));
  const message = messages.get(params.messageId());
  if (!message) throw badRequest('message to edit not found');
  if (message.from?.id !== bot.user.id) throw badRequest("message can't be edited");
  return message;
}

function change({ bot, params }: MethodCall, message: Message, content: Partial<Message>): Message {
  const keyboard = readInlineKeyboard(params);
  const { text, entities, edit_date: _edited, reply_markup, ...rest } = message;
  const next: Message = {
    ...rest,
    edit_date: secondsNow(bot),
    ...content,
    ...(keyboard ? { reply_markup: keyboard } : {}),
  };
  const look = (m: Partial<Message>) => JSON.stringify([m.text, m.entities ?? [], m.reply_markup ?? null]);
  if (look({ text, entities, reply_markup }) === look(next)) {
    throw badRequest(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    );
  }
  bot.chats.keep(next);
  return next;
}
