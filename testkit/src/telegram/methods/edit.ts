import type { Message } from '@botscope/server/simulation/users/telegram-types.ts';
import { badRequest } from '../errors.ts';
import { readCaption, readMessageText } from '../message-text.ts';
import { type Method, type MethodCall, toAnswer } from '../method.ts';
import { readInlineKeyboard } from '../reply-markup.ts';
import { secondsNow } from './send-message.ts';

const deletableSeconds = 48 * 3_600;
const deletableAtOnce = 100;

export const editMessageText: Method = (call) => {
  const { text, entities } = readMessageText(call.params);
  // A message sent in inline mode lives in a chat the bot cannot see: the answer is only "true".
  if (call.params.text('inline_message_id') !== '') return toAnswer(true);
  const message = ownMessage(call);
  if (message.text === undefined) throw badRequest('there is no text in the message to edit');
  return toAnswer(change(call, message, { text, ...(entities.length > 0 ? { entities } : {}) }));
};

export const editMessageCaption: Method = (call) => {
  const { text, entities } = readCaption(call.params);
  const message = ownMessage(call);
  const caption = { ...(text !== '' && { caption: text }), ...(entities.length > 0 && { caption_entities: entities }) };
  const { caption: _caption, caption_entities: _entities, ...rest } = message as Message & Record<string, unknown>;
  return toAnswer(change(call, rest as Message, caption, message));
};

export const pinChatMessage: Method = ({ bot, params }) => {
  const { messages } = bot.chats.find(params.text('chat_id'));
  if (!messages.has(params.messageId())) throw badRequest('message to pin not found');
  return toAnswer(true);
};

export const unpinChatMessage: Method = ({ bot, params }) => {
  const { messages } = bot.chats.find(params.text('chat_id'));
  if (!messages.has(params.messageId())) throw badRequest('message to unpin not found');
  return toAnswer(true);
};

export const editMessageReplyMarkup: Method = (call) => {
  if (call.params.text('inline_message_id') !== '') return toAnswer(true);
  const message = ownMessage(call);
  return toAnswer(change(call, message, { text: message.text, entities: message.entities }));
};

export const deleteMessage: Method = ({ bot, params }) => {
  const { chat, messages } = bot.chats.find(params.text('chat_id'));
  const message = messages.get(params.messageId());
  if (!message) throw badRequest('message to delete not found');
  const isOld = secondsNow(bot) - message.date > deletableSeconds;
  const isForeign = message.from?.id !== bot.user.id && chat.type !== 'private';
  if (isOld || isForeign) throw badRequest("message can't be deleted");
  messages.delete(message.message_id);
  return toAnswer(true);
};

/** Passes over messages that are gone; one that is too old fails the whole call. */
export const deleteMessages: Method = (call) => {
  const ids = call.params.json('message_ids', 'message identifiers');
  if (!Array.isArray(ids) || ids.length === 0) throw badRequest('message identifiers are not specified');
  if (ids.length > deletableAtOnce) throw badRequest('too many message identifiers specified');
  const { messages } = call.bot.chats.find(call.params.text('chat_id'));
  const listedMessages = ids.flatMap((id) => messages.get(Number(id)) ?? []);
  const isOld = listedMessages.some(({ date }) => secondsNow(call.bot) - date > deletableSeconds);
  if (isOld) throw badRequest("message can't be deleted");
  for (const { message_id } of listedMessages) messages.delete(message_id);
  return toAnswer(true);
};

function ownMessage({ bot, params }: MethodCall): Message {
  const { messages } = bot.chats.find(params.text('chat_id'));
  const message = messages.get(params.messageId());
  if (!message) throw badRequest('message to edit not found');
  if (message.from?.id !== bot.user.id) throw badRequest("message can't be edited");
  return message;
}

function change(
  { bot, params }: MethodCall,
  message: Message,
  content: Partial<Message>,
  before: Message = message,
): Message {
  const keyboard = readInlineKeyboard(params);
  const { text: _text, entities: _entities, edit_date: _edited, reply_markup: _markup, ...rest } = message;
  const next: Message = {
    ...rest,
    edit_date: secondsNow(bot),
    ...content,
    ...(keyboard ? { reply_markup: keyboard } : {}),
  };
  const look = (m: Partial<Message> & { caption?: unknown; caption_entities?: unknown }) =>
    JSON.stringify([m.text ?? m.caption, m.entities ?? m.caption_entities ?? [], m.reply_markup ?? null]);
  if (look(before) === look(next)) {
    throw badRequest(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    );
  }
  bot.chats.keep(next);
  return next;
}
