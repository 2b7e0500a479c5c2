import type { ConversationItem, ConversationMessage, MessageVersion } from '@botscope/contract';
import { parseCallAnswer } from '../../../events/normalize/call-answer.ts';
import { child, integer, isObject, type JsonObject, text } from '../../../telegram/json.ts';
import { parsePayload } from './items.ts';
import { parseVersion, structured, toIso } from './version.ts';

/** An event that changes messages of the page. */
export interface ChangeRow {
  id: string;
  at_ms: number;
  kind: string;
  name: string;
  payload: string;
  /** The numbers of the messages. */
  messages: readonly number[];
}

/** Applies changes, the oldest first, to the messages that they are about. */
export function applyChanges(items: readonly ConversationItem[], changes: readonly ChangeRow[]): ConversationItem[] {
  const byNumber = new Map<number, ConversationMessage>();
  const copies = items.map((item) => {
    if (item.type !== 'message' || item.message_id === 0 || item.state === 'refused') return item;
    const copy = { ...item };
    byNumber.set(item.message_id, copy);
    return copy;
  });
  for (const change of changes) {
    const payload = parsePayload(change.payload);
    for (const number of change.messages) {
      const message = byNumber.get(number);
      if (message !== undefined) Object.assign(message, computeChange(message, change, payload));
    }
  }
  return copies;
}

function computeChange(
  message: ConversationMessage,
  { kind, name, at_ms: time, id }: ChangeRow,
  payload: JsonObject,
): Partial<ConversationMessage> {
  switch (kind) {
    case 'edited_message':
      // A message of which only edits are known begins with the first of them.
      if (message.is_original_missing && message.id === id) return {};
      return { versions: [...message.versions, parseVersion(child(payload, kind), time)] };
    case 'message_reaction':
      return { reactions: [...emojis(child(payload, kind).new_reaction, 'in'), ...filterReactions(message, 'out')] };
    case 'callback_query': {
      const data = text(child(payload, kind).data, 64);
      if (data === '') return {};
      return { pressed: [...message.pressed.filter((one) => one.data !== data), { data, at: toIso(time) }] };
    }
    default:
      return callChange(message, name, payload, time);
  }
}

function callChange(
  message: ConversationMessage,
  method: string,
  payload: JsonObject,
  time: number,
): Partial<ConversationMessage> {
  const params = child(payload, 'params');
  if (method.startsWith('deleteMessage')) return { deleted_at: toIso(time) };
  if (method === 'setMessageReaction')
    return { reactions: [...filterReactions(message, 'in'), ...emojis(structured(params.reaction), 'out')] };
  const { result } = parseCallAnswer(payload.response, undefined);
  if (isObject(result) && integer(result.message_id) !== 0) {
    return { versions: [...message.versions, parseVersion(result, time)] };
  }
  const before = message.versions.at(-1);
  return before === undefined
    ? {}
    : { versions: [...message.versions, requestedVersion(before, method, params, time)] };
}

/** Without Telegram's answer, what the parameters change of the version before. A call without a keyboard removes it. */
function requestedVersion(before: MessageVersion, method: string, params: JsonObject, time: number): MessageVersion {
  const { keyboard } = parseVersion(params, time);
  if (method === 'editMessageText' || method === 'editMessageCaption') {
    return {
      ...parseVersion(
        { text: params.text ?? params.caption, entities: params.entities ?? params.caption_entities },
        time,
      ),
      content: before.content,
      keyboard,
    };
  }
  return { ...before, at: toIso(time), keyboard };
}

const filterReactions = ({ reactions }: ConversationMessage, way: 'in' | 'out') =>
  reactions.filter((one) => one.way === way);

/** Custom and paid reactions have no character of their own. */
const emojis = (reactions: unknown, way: 'in' | 'out'): ConversationMessage['reactions'] =>
  (Array.isArray(reactions) ? reactions : [])
    .filter(isObject)
    .map((reaction) => ({ emoji: text(reaction.emoji, 16) || (reaction.type === 'paid' ? '⭐' : '✨'), way }));
