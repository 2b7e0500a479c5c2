import type { Message } from '@botscope/server/simulation/users/telegram-types.ts';
import type { KnownChat } from '../chats.ts';
import { badRequest, forbidden } from '../errors.ts';
import { readCaption } from '../message-text.ts';
import { type Method, type MethodCall, toAnswer } from '../method.ts';
import type { Params } from '../params.ts';
import { post } from './send-message.ts';

const atOnce = 100;

export const forwardMessage: Method = (call) => toAnswer(forward(call, original(call, call.params.messageId())));

export const forwardMessages: Method = (call) =>
  toAnswer(readMessages(call).map((message) => numberOf(forward(call, message))));

export const copyMessage: Method = (call) => {
  const { params } = call;
  const source = readable(call);
  const message = source.messages.get(params.messageId());
  if (!message) throw badRequest('message to copy not found');
  return toAnswer(numberOf(copy(call, message, newCaption(params, message))));
};

export const copyMessages: Method = (call) =>
  toAnswer(
    readMessages(call).map((message) =>
      numberOf(copy(call, message, call.params.flag('remove_caption') ? {} : undefined)),
    ),
  );

/** The chat that is copied from. A bot reads no chat that it was thrown out of. */
function readable({ bot, params }: MethodCall): KnownChat {
  const source = bot.chats.find(params.text('from_chat_id'));
  if (source.state === 'kicked') throw forbidden(`bot is not a member of the ${source.chat.type} chat`);
  return source;
}

function original({ bot, params }: MethodCall, id: number): Message {
  const message = bot.chats.find(params.text('from_chat_id')).messages.get(id);
  if (!message) throw badRequest('message to be forwarded not found');
  return message;
}

/** Numbers must rise; those of messages that are gone are passed over, as long as one is left. */
function readMessages(call: MethodCall): Message[] {
  const ids = call.params.json('message_ids', 'message identifiers');
  if (!Array.isArray(ids) || ids.length === 0) throw badRequest('message identifiers are not specified');
  if (ids.length > atOnce) throw badRequest('too many messages to forward');
  if (ids.some((id, index) => index > 0 && Number(id) <= Number(ids[index - 1]))) {
    throw badRequest('message identifiers must be in a strictly increasing order');
  }
  const { messages } = readable(call);
  const listedMessages = ids.flatMap((id) => messages.get(Number(id)) ?? []);
  if (listedMessages.length === 0) throw badRequest('there are no messages to forward');
  return listedMessages;
}

function forward(call: MethodCall, message: Message): Message {
  const { from, date } = message;
  return post(call, {
    ...pickContent(message),
    forward_origin: { type: 'user', sender_user: from, date },
    forward_date: date,
  });
}

/** Fields of messages that cannot be copied: service messages, and those that are paid for. */
const uncopyable = [
  ...['invoice', 'successful_payment', 'refunded_payment', 'paid_media', 'giveaway', 'giveaway_winners'],
  ...['new_chat_members', 'left_chat_member', 'new_chat_title', 'new_chat_photo', 'pinned_message', 'game'],
];

function copy(call: MethodCall, message: Message, caption: Caption | undefined): Message {
  if (uncopyable.some((field) => message[field] !== undefined) || message.has_protected_content === true)
    throw badRequest("message can't be copied");
  const { caption: _text, caption_entities: _entities, show_caption_above_media: _above, ...content } = copied(message);
  return post(call, caption === undefined ? copied(message) : { ...content, ...caption });
}

interface Caption {
  caption?: string;
  caption_entities?: unknown[];
  show_caption_above_media?: true;
}

/** Returns a copy's caption; `undefined` leaves it as it is. A text has none, and stays. */
function newCaption(params: Params, message: Message): Caption | undefined {
  if (!params.has('caption') || message.text !== undefined) return undefined;
  const { text, entities } = readCaption(params);
  return {
    ...(text !== '' && { caption: text }),
    ...(entities.length > 0 && { caption_entities: entities }),
    ...(params.flag('show_caption_above_media') && { show_caption_above_media: true as const }),
  };
}

/** A copy says nothing about where it is from, and has no buttons but its own. */
function copied(message: Message): Partial<Message> & Record<string, unknown> {
  const { media_group_id, sender_chat, author_signature, forward_origin, forward_date, via_bot, ...content } =
    pickContent(message);
  return content;
}

function pickContent(message: Message): Partial<Message> & Record<string, unknown> {
  const { message_id, from, chat, date, edit_date, reply_markup, reply_to_message, ...content } = message;
  return content;
}

const numberOf = ({ message_id }: Message) => ({ message_id });
