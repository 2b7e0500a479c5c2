import { type MessageStatus, messageStatuses } from '@botscope/contract';

/** Events of a message. */
const messageEvents = [
  /** A process is about to call Telegram. */
  'taken',
  'delivered',
  'refused',
  /** Telegram may have it, or not. */
  'uncertain',
  /** Telegram surely does not have it: it is tried again later. */
  'postponed',
  /** The process that sent it is gone. */
  'lost',
  /** A colleague sends it again. */
  'repeated',
  'cancelled',
] as const;
export type MessageEvent = (typeof messageEvents)[number];

/**
 * The life of a message. `sending` leads nowhere back to `waiting` by itself: what may have left is not sent a second
 * time unless someone decides so. An answer that comes after the row was given up still settles it.
 */
const transitions: Readonly<Record<MessageStatus, Partial<Record<MessageEvent, MessageStatus>>>> = {
  waiting: { taken: 'sending', refused: 'refused', cancelled: 'cancelled' },
  sending: {
    delivered: 'delivered',
    refused: 'refused',
    uncertain: 'unknown',
    postponed: 'waiting',
    lost: 'unknown',
  },
  unknown: { delivered: 'delivered', refused: 'refused', repeated: 'waiting' },
  refused: { repeated: 'waiting' },
  delivered: {},
  cancelled: {},
};

/** Null for what cannot happen in this state. */
export const nextStatus = (status: MessageStatus, event: MessageEvent): MessageStatus | null =>
  transitions[status][event] ?? null;

/** The states in which it can happen, and the one that it leads to. */
export function findTransition(event: MessageEvent): { from: MessageStatus[]; to: MessageStatus } {
  const from = messageStatuses.filter((status) => nextStatus(status, event) !== null);
  const [first] = from;
  const to = first === undefined ? null : nextStatus(first, event);
  if (to === null) throw new Error(`Nothing leads on by ${event}`);
  return { from, to };
}
