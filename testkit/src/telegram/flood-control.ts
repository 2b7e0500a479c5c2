import type { Clock } from '../clock.ts';
import { tooManyRequests } from './errors.ts';
import type { Params } from './params.ts';

/** Number of messages that Telegram takes from a bot within any second. */
export interface FloodLimits {
  perSecond: number;
  /** With `allow_paid_broadcast`; what is above `perSecond` is billed. */
  paidPerSecond?: number;
}

/** Price of a message above the free limit, in tenths of a Star. */
const tenthsOfMessage = 1;
const nanostarsOfTenth = 100_000_000;
const minuteMs = 60_000;

/** Converts tenths of a Star to `amount` and `nanostar_amount`. */
const toStarAmount = (tenths: number) => ({
  amount: Math.trunc(tenths / 10),
  nanostar_amount: (tenths % 10) * nanostarsOfTenth,
});

/** Flood control of one bot, and its Stars. Without limits everything passes and nothing is billed. */
export function createFloodControl(clock: Clock) {
  let limits: FloodLimits | null = null;
  let startTimes: number[] = [];
  let tenths = 0;
  /** Billed messages, by the minute: Telegram books them together. */
  const billed = new Map<number, number>();

  return {
    limit(next: FloodLimits | null): void {
      limits = next;
    },
    addStars(stars: number): void {
      tenths += stars * 10;
    },
    /** Takes the messages of one call, all of them or none. @throws BotApiError 429 */
    admit(isPaid: boolean, messages = 1): void {
      if (limits === null) return;
      const now = clock.now().getTime();
      startTimes = startTimes.filter((startedAt) => startedAt > now - 1_000);
      const after = startTimes.length + messages;
      // An album that is larger than a second's messages has a second of its own.
      const excess =
        startTimes.length === 0 && messages > limits.perSecond ? 0 : Math.min(messages, after - limits.perSecond);
      if (excess > 0) {
        const mayPay = isPaid && tenths >= excess * tenthsOfMessage && after <= (limits.paidPerSecond ?? 0);
        if (!mayPay) throw tooManyRequests(1);
        tenths -= excess * tenthsOfMessage;
        const minute = Math.floor(now / minuteMs);
        billed.set(minute, (billed.get(minute) ?? 0) + excess);
      }
      for (let index = 0; index < messages; index += 1) startTimes.push(now);
    },
    balance: () => toStarAmount(tenths),
    /** Oldest first, as Telegram has them. */
    transactions: () =>
      [...billed].map(([minute, count]) => ({
        id: `api${minute}`,
        ...toStarAmount(count * tenthsOfMessage),
        date: minute * 60,
        receiver: { type: 'telegram_api', request_count: count },
      })),
  };
}

/** Counts the messages that a call sends. */
export function messagesOfCall(method: string, params: Params): number {
  const name = method === 'sendMediaGroup' ? 'media' : /^(?:copy|forward)Messages$/.test(method) ? 'message_ids' : null;
  const list = name === null ? undefined : params.json(name, name);
  return Array.isArray(list) ? Math.max(1, list.length) : 1;
}

/** Methods whose messages count; `sendChatAction` sends none. */
export const isFlooding = (method: string): boolean =>
  (method.startsWith('send') && method !== 'sendChatAction') || /^(?:copy|forward)Messages?$/.test(method);
