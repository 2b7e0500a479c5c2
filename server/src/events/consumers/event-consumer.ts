import type { RawBuilder } from 'kysely';
import type { Topic } from '../../platform/bus/topics.ts';
import type { EventSelection, Received } from './read-events.ts';

/**
 * Work that follows events. Its subjects (bots, integrations) each have a cursor: how far the events of their bot are read,
 * in the order of receipt. Features declare it in their manifest.
 */
export interface EventConsumer {
  /** First part of the key of its cursors; never changed. */
  name: string;
  /**
   * Query of the subjects that read events at present: columns `subject`, unique within the consumer, and `bot_key`. Those
   * of removed bots are left out.
   */
  subjects: RawBuilder<{ subject: string; bot_key: string }>;
  /** Topic of notices about bots: subjects of the bot have a turn at once. */
  wakeOn?: Topic;
  /**
   * Reads on, and writes down what follows. Events come again, in later turns and after a crash, and two processes may have
   * the cursor for a moment: what follows an event is a row whose key has the event's ID, inserted unless it exists, by a
   * statement or a transaction that selects from `turn.lock`.
   */
  consume(turn: Turn): Promise<void>;
}

/** The right to read on for a subject. */
export interface EventCursor {
  subject: string;
  bot: string;
  /** Grows with each holder. */
  fence: number;
  /** Events received before then have been read, Unix ms; null: none have. */
  readUntil: number | null;
  /** Position that was last stored by this holder; 0: none. */
  storedUntil: number;
}

/** One turn of a subject. */
export interface Turn {
  bot: string;
  subject: string;
  /** Object that is the same in all turns until another process has had the cursor. */
  cursor: EventCursor;
  /** The whole last day is read again. */
  isDeep: boolean;
  /** Query that locks the cursor until the end of the transaction; it has no row once another process has the cursor. */
  lock: RawBuilder<{ fence: number }>;
  /** Yields the next events, page by page. The cursor moves on when the caller asks for the page after. */
  read<Row extends Received>(selection: EventSelection<Row>): AsyncGenerator<Row[]>;
}
