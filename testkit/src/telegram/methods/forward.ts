import type { Message } from '@botscope/server/simulation/people/telegram-types.ts';
import { badRequest } from '../errors.ts';
import { readCaption } from '../message-text.ts';
import { answered, type Method, type MethodCall } from '../method.ts';
import type { Params } from '../params.ts';
import { post } from './send-message.ts';

const atOnce = 100;

export const forwardMessage: Method = (call) => answered(forward(call, original(call, call.params.messageId())));

export const forwardMessages: Method = (call) =>
  answered(several(call).map((message) => numberOf(forward(call, message))));

export const copyMessage: Method = (call) => {
  const message = original(call, call.params.messageId());
  return answered(numberOf(copy(call, message, newCaption(call.params, message))));
};

export const copyMessages: Method = (call) =>
  answered(
    several(call).map((message) => numberOf(copy(call, message, call.params.flag('remove_caption') ? '' : undefined))),
  );

function original({ bot, params }: MethodCall, id: number): Message {
  const message = bot.chats.find(params.text('from_chat_id')).messages.get(id);
  if (!message) throw badRequest('message to be forwarded not found');
  return message;
}

/** Numbers must rise; those of messages that are gone are passed over, as long as one is left. */
function several(call: MethodCall): Message[] {
  const ids = call.params.json('message_ids', 'message identifiers');
  if (!Array.isArray(ids) || ids.length === 0) throw badRequest('message identifiers are not specified');
  if (ids.length > atOnce) throw badRequest('too many messages to forward');
  if (ids.some((id, index) => index > 0 && Number(id) <= Number(ids[index - 1]))) {
    throw badRequest('message identifiers must be in a strictly increasing order');
  }
  const { messages } = call.bot.chats.find(call.params.text('from_chat_id'));
  const found = ids.flatMap((id) => messages.get(Number(id)) ?? []);
  if (found.length === 0) throw badRequest('there are no messages to forward');
  return found;
}

function forward(call: MethodCall, message: Message): Message {
  const { from, date } = message;
  return post(call, {
    ...contentOf(message),
    forward_origin: { type: 'user', sender_user: from, date },
    forward_date: date,
  });
}

function copy(call: MethodCall, message: Message, caption: string | undefined): Message {
  if (message.invoice || message.successful_payment) throw badRequest("message can't be copied");
  const content = contentOf(message);
  if (caption !== undefined) content.caption = caption === '' ? undefined : caption;
  return post(call, content);
}

/** What a copy's caption becomes; `undefined` leaves it as it is. */
function newCaption(params: Params, message: Message): string | undefined {
  return params.has('caption') && message.text === undefined ? readCaption(params).text : undefined;
}

function contentOf(message: Message): Partial<Message> & Record<string, unknown> {
  const { message_id, from, chat, date, edit_date, reply_markup, reply_to_message, ...content } = message;
  return content;
}

const numberOf = ({ message_id }: Message) => ({ message_id });
