import type { FileUpdate, PushedUpdate } from '../deliveries.ts';
import { parseCommand } from './command.ts';
import { findSharedCountry } from './country.ts';
import { blankFact, type Fact } from './fact.ts';
import { isObject, type Json, numberAt, objectAt, sameText, senderDate, trustedTime, valueAt, wordAt } from './json.ts';
import { contents, type KindOfUpdate, kindsOfUpdates } from './kinds.ts';
import { type PayloadRules, readPayload } from './payload.ts';
import { toProfile } from './profile.ts';

/** Reads an update independently of the product. Its key is its content: different updates with one number stay two. */
export function readUpdate(delivery: PushedUpdate | FileUpdate, position: number, rules: PayloadRules): Fact {
  const { update, receivedAt } = delivery;
  const kind = Object.keys(kindsOfUpdates).find((one) => isObject(valueAt(update, one))) ?? 'opaque';
  const content = objectAt(update, kind);
  const kindSpec: KindOfUpdate = kindsOfUpdates[kind] ?? {};
  const user = kindSpec.user && !isObject(content.sender_chat) ? objectAt(content, ...kindSpec.user) : {};
  const userId = user.is_bot === true ? 0 : numberAt(user, 'id');
  // A refund is started by the bot.
  const isAction = kindSpec.action !== undefined && userId !== 0 && !isObject(content.refunded_payment);
  const fact: Fact = {
    ...blankFact(position, receivedAt, kind, `update ${sameText(update)}`),
    userId,
    chatType:
      kind === 'inline_query' ? wordAt(content, 'chat_type') : wordAt(content, ...(kindSpec.chat ?? []), 'type'),
    profile: userId === 0 ? null : toProfile(user),
    time: resolveTime(delivery, kind, telegramDate(content, kindSpec)),
    isAction,
  };
  const isOwnChat = kind === 'my_chat_member' && fact.chatType === 'private';
  return {
    ...fact,
    ...(isAction ? describeAction(kind, content, kindSpec) : {}),
    ...(kind === 'message' && isAction ? parseLaunch(content, fact.chatType, rules) : {}),
    ...(kind === 'message' ? parseMoney(content) : {}),
    country: isAction ? findSharedCountry(content) : null,
    ...(isOwnChat ? { membership: detectMembership(content) } : {}),
    isContact: userId !== 0 && (isAction || isOwnChat),
  };
}

/** Kinds whose date is that of an earlier beginning, not of the update: connections and boosts. */
const ofSomethingOlder = new Set(['business_connection', 'chat_boost']);

function resolveTime(delivery: PushedUpdate | FileUpdate, kind: string, telegram: number | null): number {
  const { receivedAt, way } = delivery;
  const sender = senderDate(delivery.date);
  if (way === 'file') return sender ?? telegram ?? receivedAt;
  return trustedTime(receivedAt, sender, ofSomethingOlder.has(kind) ? null : telegram);
}

/** Telegram's own date, Unix ms; null where the kind has none. */
function telegramDate(content: Json, { dates = [] }: KindOfUpdate): number | null {
  const seconds = dates.map((path) => numberAt(content, ...path)).find((one) => one > 0);
  return seconds === undefined ? null : seconds * 1_000;
}

export function readTelegramDate(update: object): number | null {
  const kind = Object.keys(kindsOfUpdates).find((one) => isObject(valueAt(update, one))) ?? 'opaque';
  return telegramDate(objectAt(update, kind), kindsOfUpdates[kind] ?? {});
}

/** Whether neither the sender nor Telegram says when it happened. */
export const isWithoutDate = ({ date, update }: FileUpdate): boolean =>
  senderDate(date) === null && readTelegramDate(update) === null;

function describeAction(kind: string, content: Json, { action }: KindOfUpdate): Pick<Fact, 'type' | 'name' | 'text'> {
  const blankTexts = { name: '', text: '' };
  if (kind === 'callback_query') return { ...blankTexts, type: 'button', name: wordAt(content, 'data') };
  if (action !== 'content') return { ...blankTexts, type: action ?? '' };
  const type = contents.find(([field]) => content[field] !== undefined && content[field] !== null)?.[1] ?? 'other';
  const text = wordAt(content, 'text');
  const command = type === 'text' ? parseCommand(content) : null;
  return command === null ? { type, name: '', text } : { type: 'command', name: command.name, text };
}

function parseLaunch(message: Json, chatType: string, rules: PayloadRules): Partial<Fact> {
  const command = parseCommand(message);
  if (chatType !== 'private' || command?.name !== '/start') return {};
  return { isLaunch: true, startPayload: command.rest, ...readPayload(command.rest, rules) };
}

/** A payment, or one that is given back: below zero. */
function parseMoney(message: Json): Partial<Fact> {
  const [paid, refunded] = [objectAt(message, 'successful_payment'), objectAt(message, 'refunded_payment')];
  const payment = isObject(message.successful_payment) ? paid : refunded;
  if (Object.keys(payment).length === 0) return {};
  return {
    amount: (payment === paid ? 1 : -1) * numberAt(payment, 'total_amount'),
    currency: wordAt(payment, 'currency'),
    charge: wordAt(payment, 'telegram_payment_charge_id'),
  };
}

/** Blocking ends as `kicked`; unblocking leads from there to `member`. */
function detectMembership(content: Json): Fact['membership'] {
  const [before, after] = ['old_chat_member', 'new_chat_member'].map((field) => wordAt(content, field, 'status'));
  if (after === 'kicked') return 'blocked';
  return before === 'kicked' && after === 'member' ? 'unblocked' : '';
}
