import type { BotErrorReason, Event } from '@botscope/contract';
import { encodeRow } from './event-row.ts';
import { whyRejected } from './validate-row.ts';
import type { Rows } from './writer.ts';

/** An event that cannot be stored, for its bot's error log. */
export interface Rejection {
  bot: string;
  kind: 'update' | 'call';
  /** The call's method; '' for updates. */
  method: string;
  /** OutOfRange: a field holds what no column can; Unstorable: the engine itself refused the row. */
  reason: Extract<BotErrorReason, 'OutOfRange' | 'Unstorable'>;
  /** Null: it is no user's. */
  userId: number | null;
  /** Name of the field, or the engine's message, and the payload; cut to 2,000 characters. */
  text: string;
}

/**
 * The events as lines, one a step of a fair loop, and those that cannot be stored. Without the copies of an event that are
 * listed after it and came at the same moment: of two that are equally early the engine would let the last one win.
 */
export function* encodeRows(events: readonly Event[]): Generator<undefined, Rows & { rejections: Rejection[] }> {
  let text = '';
  let count = 0;
  const rejections: Rejection[] = [];
  const seenCopies = new Set<string>();
  for (const event of events) {
    const copy = `${event.id} ${event.receivedAt} ${event.bot}`;
    if (seenCopies.has(copy)) continue;
    seenCopies.add(copy);
    const reason = whyRejected(event);
    if (reason === null) {
      text += `${encodeRow(event)}\n`;
      count += 1;
    } else {
      const excerpt = event.payload.slice(0, 2_000);
      rejections.push({ ...describeRow(event), reason: 'OutOfRange', text: `${reason}\n${excerpt}` });
    }
    yield;
  }
  return { text, count, rejections };
}

/** Returns the bot, kind, method and user of a row, for the error log. */
export function describeRow({ bot, kind, name, userId }: Record<'bot' | 'kind' | 'name' | 'userId', unknown>) {
  const isCall = kind === 'call';
  const user = Number(userId);
  return {
    bot: String(bot),
    kind: isCall ? 'call' : 'update',
    method: isCall ? String(name) : '',
    userId: Number.isSafeInteger(user) && user > 0 ? user : null,
  } as const;
}
