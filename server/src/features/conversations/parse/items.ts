import { type ConversationItem, type ConversationNote, siteEvents } from '@botscope/contract';
import { child, integer, isObject, type JsonObject, text } from '../../../telegram/json.ts';
import type { FullRow, HistoryRow } from '../read/history.ts';
import { cursorOf } from '../read/position.ts';
import { callItems } from './call.ts';
import { messageItem } from './message.ts';
import { parseKeyboard, toIso } from './version.ts';

/** A payload as an object; an empty one where the content was deleted by the bot's data retention. */
export function parsePayload(payload: string): JsonObject {
  try {
    const value: unknown = JSON.parse(payload);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The lines of the conversation that an event makes: one, but for an album that was sent with one call. */
export function toItems(row: FullRow): ConversationItem[] {
  const payload = parsePayload(row.payload);
  if (row.kind === 'call') return callItems(row, payload);
  if (row.kind === 'message') return [messageItem(row, child(payload, 'message'))];
  if (row.kind === 'edited_message') {
    return [{ ...messageItem(row, child(payload, row.kind)), is_original_missing: true }];
  }
  return [noteItem(row, child(payload, row.kind))];
}

type Said = Pick<ConversationNote, 'note'> & Partial<Pick<ConversationNote, 'name' | 'text' | 'message_id'>>;

/** The line of an event that is no message. `body` is what the update contains under its kind. */
function noteItem(row: HistoryRow, body: JsonObject): ConversationNote {
  const { id, at_ms, direction: way, name, amount, currency } = row;
  const base = { id, cursor: cursorOf(row), at: toIso(at_ms), way, type: 'note' } as const;
  const money = parseMoney(row, body);
  return {
    ...base,
    name,
    text: '',
    message_id: 0,
    amount: money?.amount ?? amount,
    currency: money?.currency ?? currency,
    ...describe(row, body),
  };
}

function describe({ kind, membership, name }: HistoryRow, body: JsonObject): Said {
  switch (kind) {
    case 'callback_query': {
      const data = text(body.data, 64) || text(body.game_short_name, 64);
      const message = child(body, 'message');
      const button = parseKeyboard(message.reply_markup)
        .flat()
        .find((each) => each.data === data);
      return { note: 'press', name: data, text: button?.text ?? '', message_id: integer(message.message_id) };
    }
    case 'inline_query':
      return { note: 'inline_query', name: '', text: text(body.query, 256) };
    case 'chosen_inline_result':
      return { note: 'inline_choice', name: text(body.result_id, 64), text: text(body.query, 256) };
    case 'pre_checkout_query':
      return { note: 'checkout', name: text(body.invoice_payload, 128) };
    case 'shipping_query':
      return { note: 'shipping', name: text(body.invoice_payload, 128) };
    case 'purchased_paid_media':
      return { note: 'paid_media', name: text(body.paid_media_payload, 128) };
    case 'poll_answer': {
      const options = Array.isArray(body.option_ids) ? body.option_ids : [];
      return { note: 'poll_answer', text: options.map((option) => integer(option) + 1).join(', ') };
    }
    case 'my_chat_member':
      return membership === '' ? { note: 'other', name: kind } : { note: membership };
    case 'hit':
      return name === 'app_launch'
        ? { note: 'app_launch', text: text(body.start_param, 512) }
        : { note: 'app_event', text: '' };
    case 'site_event': {
      const page = text(body.host, 253) + text(body.path, 512);
      return name === siteEvents.page ? { note: 'site_page', text: page } : { note: 'site_event', text: page };
    }
    case 'conversion':
      return { note: 'conversion' };
    case 'imported':
      return membership === '' ? { note: 'imported', text: text(body.start_payload, 512) } : { note: membership };
    case 'subscription':
      return { note: 'subscription' };
    default:
      return { note: 'other', name: kind };
  }
}

function parseMoney({ kind }: HistoryRow, body: JsonObject): { amount: number; currency: string } | null {
  if (kind !== 'pre_checkout_query' || !isObject(body)) return null;
  return { amount: integer(body.total_amount), currency: text(body.currency, 3) };
}
