import type { Event } from '@botscope/contract';

/** A person whose data were erased. Unix ms. */
export interface Block {
  erasedAt: number;
  /** When they started the bot again; null: not yet. */
  liftedAt: number | null;
}

type Dated = Pick<Event, 'time' | 'sentAt'>;
type Candidate = Dated & Pick<Event, 'isStart' | 'kind'>;

/**
 * When an event happened at the latest. Telegram's own date may be earlier than the receipt: a webhook that was late by a
 * day. It has whole seconds, so what happened in the second of an erasure counts as before it.
 */
export const momentOf = ({ time, sentAt }: Dated): number => (sentAt > 0 ? Math.min(time, sentAt * 1_000) : time);

/** Whether an event ends a block: a `/start` in the private chat, not an entry of an imported list nor a Mini App. */
export const liftsBlock = (block: Block, event: Candidate): boolean =>
  block.liftedAt === null && event.isStart && event.kind === 'message' && momentOf(event) > block.erasedAt;

/** Whether an event of a person may be stored: what happened before the erasure, or before they came back, never is. */
export const isStored = ({ liftedAt }: Block, event: Dated): boolean =>
  liftedAt !== null && momentOf(event) >= liftedAt;
