import type { PushedCall } from '../deliveries.ts';
import { blankFact, type Fact } from './fact.ts';
import { numberAt, objectAt, sameText, senderDate, trustedTime, valueAt, wordAt } from './json.ts';

/** Telegram answers these with the message that they made. */
const isSending = /^(send|forward)/;

/**
 * A call of the bot; null for one that is not recorded. It is news of a user where Telegram answers that the user
 * blocked the bot or is gone. Sent again it is the same by its `date`, or by Telegram's message; else each is its own.
 */
export function readCall(call: PushedCall, position: number): Fact | null {
  const { method, params, response = {}, receivedAt } = call;
  if (/^get/i.test(method)) return null;
  const date = senderDate(call.date);
  const message = objectAt(response, 'result');
  const isKnownAgain = date !== null || numberAt(message, 'message_id') > 0;
  const identity = [method, params, response, isKnownAgain ? (date ?? '') : position];
  const to = numberAt(params, 'chat_id');
  const sentAt = numberAt(message, 'date');
  const isRefused = numberAt(response, 'error_code') === 403;
  const isGone = /^Forbidden: (bot was blocked by the user|user is deactivated)/.test(wordAt(response, 'description'));
  return {
    ...blankFact(position, receivedAt, 'call', `call ${sameText(identity)}`),
    direction: 'out',
    time: trustedTime(receivedAt, date, isSending.test(method) && sentAt > 0 ? sentAt * 1_000 : null),
    userId: Math.max(0, to),
    chatType: wordAt(message, 'chat', 'type') || (to > 0 ? 'private' : ''),
    name: method,
    membership: to > 0 && isRefused && isGone && valueAt(response, 'ok') === false ? 'blocked' : '',
  };
}
