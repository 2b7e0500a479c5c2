import { type ConversationMessage, type FileKind, fileKinds } from '@botscope/contract';
import { noAnswerCode, parseCallAnswer } from '../../../events/normalize/call-answer.ts';
import { child, integer, isObject, type JsonObject, text } from '../../../telegram/json.ts';
import type { HistoryRow } from '../read/history.ts';
import { messageItem } from './message.ts';
import { structured } from './version.ts';

type Event = Pick<HistoryRow, 'id' | 'at_ms' | 'direction' | 'name' | 'code'>;

/**
 * The messages that a call made, or would have made: as Telegram's answer shows them, else as the parameters say. An
 * album is several; a text cut off the answer leaves the rest of it.
 */
export function callItems(event: Event, payload: JsonObject): ConversationMessage[] {
  const params = child(payload, 'params');
  const { result, description } = parseCallAnswer(payload.response, undefined);
  const state = event.code === 0 ? 'sent' : event.code === noAnswerCode ? 'unknown' : 'refused';
  const results = (Array.isArray(result) ? result : [result]).filter(isObject);
  const requested = requestedMessages(event.name, params);
  // `copyMessage` is answered with the number alone.
  const messages = results.length > 0 ? results.map((one, index) => ({ ...requested[index], ...one })) : requested;
  return messages.map((message, index) => ({
    ...messageItem(event, message),
    ...(index > 0 ? { id: `${event.id}:${index}` } : {}),
    state,
    error: state === 'refused' ? text(description, 512) || String(event.code) : '',
  }));
}

/** The messages that the parameters ask for, in the form in which Telegram shows messages. */
function requestedMessages(method: string, params: JsonObject): JsonObject[] {
  const { reply_markup, reply_to_message_id: repliedTo } = params;
  const reply = integer(Number(repliedTo)) || integer(child(params, 'reply_parameters').message_id);
  const common = { reply_markup, ...(reply === 0 ? {} : { reply_to_message: { message_id: reply } }) };
  if (method === 'sendMediaGroup') {
    const media = structured(params.media);
    return (Array.isArray(media) ? media : []).filter(isObject).map((one) => ({
      ...common,
      ...captionOf(one),
      ...toMedia(one.type, one.media),
      media_group_id: 'requested',
    }));
  }
  const body = { ...common, ...captionOf(params), text: params.text, entities: structured(params.entities) };
  const kind = method
    .replace(/^send/, '')
    .replaceAll(/(?!^)([A-Z])/g, '_$1')
    .toLowerCase();
  if (kind === 'message') return [body];
  if (isFileKind(kind)) return [{ ...body, ...toMedia(kind, params[kind]) }];
  return [{ ...body, ...toContent(kind, params) }];
}

const captionOf = ({ caption, caption_entities: entities }: JsonObject) => ({
  caption,
  caption_entities: structured(entities),
});

const isFileKind = (kind: unknown): kind is FileKind => fileKinds.some((fileKind) => fileKind === kind);

/** A file that was uploaded with the call has no id here; it is shown without its content. */
const toMedia = (kind: unknown, media: unknown): JsonObject =>
  isFileKind(kind) ? { [kind]: { file_id: typeof media === 'string' ? media : '' } } : {};

function toContent(kind: string, params: JsonObject): JsonObject {
  switch (kind) {
    case 'location':
      return { location: { latitude: Number(params.latitude), longitude: Number(params.longitude) } };
    case 'venue': {
      const location = { latitude: Number(params.latitude), longitude: Number(params.longitude) };
      return { venue: { location, title: params.title, address: params.address } };
    }
    case 'contact':
      return { contact: params };
    case 'poll':
      return { poll: { question: params.question, options: structured(params.options) } };
    case 'dice':
      return { dice: { emoji: params.emoji ?? '🎲' } };
    case 'invoice':
      return { invoice: { title: params.title, currency: params.currency, total_amount: sumPrices(params.prices) } };
    // The answer says nothing about what was copied.
    case 'copy_message':
      return { copied_post: { chat: params.from_chat_id, message_id: params.message_id } };
    default:
      return { [kind]: true };
  }
}

function sumPrices(prices: unknown): number {
  const list = structured(prices);
  const amounts = (Array.isArray(list) ? list : []).map((price) => (isObject(price) ? integer(price.amount) : 0));
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
