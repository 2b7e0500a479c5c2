import type { Event } from '@botscope/contract';
import { iso1A2Code } from '@rapideditor/country-coder';
import { readChat, readChatType } from '../../telegram/chat.ts';
import { child, integer, isPresent, type JsonObject, text } from '../../telegram/json.ts';
import { anatomyOf, valueAt } from '../../telegram/update-anatomy.ts';
import { contentOf, type Draft, nothingFound } from './draft.ts';
import { parseStartPayload } from './start-payload.ts';

export function extractChat(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  const { kind } = draft.event;
  // An inline query has the type of the chat in which it was typed, but not the chat.
  if (kind === 'inline_query') return { chatType: readChatType(contentOf(draft).chat_type) };
  const { chat: path } = anatomyOf(kind);
  return path === undefined ? nothingFound : readChat(valueAt(contentOf(draft), path));
}

const nameLength = 256;
/** Labels of reply-keyboard buttons are shorter; longer texts are prose, and no hidden commands. */
const shortText = 64;

/** Extracts what was said or pressed: `name`, and the short text that hidden commands are found in. */
export function extractText(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  const content = contentOf(draft);
  switch (draft.event.kind) {
    case 'callback_query':
      return { name: text(content.data ?? content.game_short_name, nameLength) };
    case 'inline_query':
    case 'chosen_inline_result':
      return { name: text(content.query, nameLength) };
    default:
      break;
  }
  if (draft.event.type !== 'text' && draft.event.type !== 'edited') return nothingFound;
  const { text: messageText } = content;
  if (typeof messageText !== 'string') return nothingFound;
  const storedText = messageText.length <= shortText ? text(messageText, shortText) : '';
  // A correction of a command is no second command.
  const command = draft.event.type === 'text' ? parseCommand(content) : null;
  return command === null
    ? { text: storedText }
    : { type: 'command', name: text(command.name, nameLength), text: storedText };
}

/**
 * Money that changed hands, in the currency's smallest unit; Telegram Stars (`XTR`) have none smaller. A refund is
 * negative, so that a sum is what remained. A checkout that was only begun has no amount: it would be counted twice.
 */
export function extractPayment(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  if (draft.event.kind !== 'message' || draft.event.type !== 'payment') return nothingFound;
  const message = contentOf(draft);
  const isRefund = !isPresent(message.successful_payment);
  const payment = child(message, isRefund ? 'refunded_payment' : 'successful_payment');
  const amount = Math.max(0, integer(payment.total_amount));
  return { amount: isRefund ? 0 - amount : amount, currency: text(payment.currency, 8) };
}

/** Telegram allows 64 characters in a link, and 512 in a Mini App's; users can type more by hand. */
const payloadLength = 512;

/** `/start` in the private chat, and the payload of the link that led there. In groups it only adds the bot to the group. */
export function extractStart(draft: Pick<Draft, 'update' | 'event' | 'rules'>): Partial<Event> {
  const { event } = draft;
  const isStart =
    event.kind === 'message' &&
    event.chatType === 'private' &&
    event.isAction &&
    event.name === '/start' &&
    event.type === 'command';
  if (!isStart) return nothingFound;
  const startPayload = text(parseCommand(contentOf(draft))?.rest, payloadLength);
  return { isStart, startPayload, ...parseStartPayload(startPayload, draft.rules) };
}

/**
 * The country of a location that the user shares: in a message, a live location with its edits, a venue, or an inline
 * query. A forwarded one is another user's. `params.country` is an ISO 3166-1 code of two letters, with `HK` and `PR`
 * apart from the states that they belong to; '' where no border is around it (the sea, the Green Line of Cyprus).
 */
export function extractCountry(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  if (!draft.event.isAction) return nothingFound;
  const content = contentOf(draft);
  if (!isPresent(content.location) || isPresent(content.forward_origin)) return nothingFound;
  const { latitude, longitude } = child(content, 'location');
  if (!isWithin(latitude, 90) || !isWithin(longitude, 180)) return nothingFound;
  const code = iso1A2Code([longitude, latitude], { level: 'territory' }) ?? '';
  return { params: { country: code === ceutaAndMelilla ? 'ES' : code } };
}

/** A reserved code, which is no country's. */
const ceutaAndMelilla = 'EA';

const isWithin = (degrees: unknown, maxDegrees: number): degrees is number =>
  typeof degrees === 'number' && Math.abs(degrees) <= maxDegrees;

/** Blocked or unblocked, by the bot's own status in the private chat. A status in a group concerns the group, not a user. */
export function detectMembershipChange(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  if (draft.event.kind !== 'my_chat_member' || draft.event.chatType !== 'private') return nothingFound;
  const content = contentOf(draft);
  const before = child(content, 'old_chat_member').status;
  const after = child(content, 'new_chat_member').status;
  if (after === 'kicked') return { membership: 'blocked' };
  return before === 'kicked' && after === 'member' ? { membership: 'unblocked' } : nothingFound;
}

/**
 * Telegram's mark of a command (`bot_command`) is Latin only, ends at a hyphen, and is missing in hand-made updates:
 * the text decides, so that `/кнопка` and `/a-b` are the commands that users see.
 */
const firstWord = /^\/[\p{L}\p{N}_]\S*/u;

interface Command {
  /** With its slash, in lower case, without `@bot`: `/start`. Users type "/Start" too, and mean the same command. */
  name: string;
  /** Text that follows it, trimmed. */
  rest: string;
}

/** The command that a message begins with: docs/metrics.md, "Actions". */
function parseCommand({ text: messageText }: JsonObject): Command | null {
  const [word] = (typeof messageText === 'string' && firstWord.exec(messageText)) || [];
  if (word === undefined) return null;
  const [name = ''] = word.toLowerCase().split('@', 1);
  return { name, rest: String(messageText).slice(word.length).trim() };
}
