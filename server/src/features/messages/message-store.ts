import type { OutgoingContent } from '@botscope/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { databaseTime } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { createMessageQueue, type MessageRow, updateOnEvent } from './message-queue.ts';

export type { Lane, MessageRow } from './message-queue.ts';

export interface NewMessage {
  id: string;
  bot: string;
  userId: number;
  author: string;
  idempotencyKey: string;
  method: string;
  content: OutgoingContent;
  /** The instance that has its file. */
  fileInstance: string | null;
}

/** Reads of the ledger. */
function messageQueries(db: Kysely<Tables>) {
  return {
    byName: (bot: string, name: string): Promise<MessageRow | undefined> =>
      db
        .selectFrom('messages')
        .selectAll()
        .where('bot_key', '=', bot)
        .where('idempotency_key', '=', name)
        .executeTakeFirst(),

    one: (bot: string, userId: number, id: string): Promise<MessageRow | undefined> =>
      db
        .selectFrom('messages')
        .selectAll()
        .where('id', '=', id)
        .where('bot_key', '=', bot)
        .where('user_id', '=', userId)
        .executeTakeFirst(),

    /** Lists messages neither delivered nor dismissed, the oldest first; the newest 100 of them. */
    async open(bot: string, userId: number): Promise<MessageRow[]> {
      const rows = await db
        .selectFrom('messages')
        .selectAll()
        .where('bot_key', '=', bot)
        .where('user_id', '=', userId)
        .where('status', 'in', ['waiting', 'sending', 'refused', 'unknown'])
        .where('dismissed_at', 'is', null)
        .orderBy('number', 'desc')
        .limit(100)
        .execute();
      return rows.reverse();
    },

    /** Delivered messages of which Telegram's number is known, the newest first. */
    written: (bot: string, userId: number, limit: number): Promise<MessageRow[]> =>
      db
        .selectFrom('messages')
        .selectAll()
        .where('bot_key', '=', bot)
        .where('user_id', '=', userId)
        .where('message_id', 'is not', null)
        .orderBy('number', 'desc')
        .limit(limit)
        .execute(),

    /** Answers that are not in the events yet, the oldest first. */
    unrecorded: (): Promise<MessageRow[]> =>
      db.selectFrom('messages').selectAll().where('is_recorded', '=', false).orderBy('number').limit(100).execute(),
  };
}

/** The ledger as one process (`run`, of an `instance`) works with it. Moments are the store's. */
export function createMessageStore(options: {
  db: Kysely<Tables>;
  instance: string;
  run: string;
  now?: (() => number) | undefined;
}) {
  const { db } = options;
  const time = (): RawBuilder<Date> => databaseTime(options.now);

  return {
    ...createMessageQueue(options),

    /** False if the bot has a message of this name already. */
    async insert(message: NewMessage): Promise<boolean> {
      const now = time();
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('messages')
        .values({
          id: message.id,
          bot_key: message.bot,
          user_id: message.userId,
          chat_id: message.userId,
          origin: 'operator',
          author: message.author,
          idempotency_key: message.idempotencyKey,
          method: message.method,
          content: JSON.stringify(message.content),
          status: 'waiting',
          not_before: now,
          file_instance: message.fileInstance,
          created_at: now,
        })
        .onConflict((conflict) => conflict.columns(['bot_key', 'idempotency_key']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },
    ...messageQueries(db),

    /** A colleague sends it again, or cancels it. False if that is not possible any more. */
    async decide(id: string, event: 'repeated' | 'cancelled'): Promise<boolean> {
      const now = time();
      const resetValues = {
        reason: null,
        description: '',
        attempts: 0,
        not_before: now,
        claimed_by: null,
        claimed_until: null,
        finished_at: null,
      };
      const { numUpdatedRows } = await updateOnEvent(db, event)
        .set(event === 'repeated' ? resetValues : { finished_at: now, dismissed_at: now })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async note(
      id: string,
      column: 'edited_at' | 'deleted_at' | 'dismissed_at',
      content?: OutgoingContent,
    ): Promise<void> {
      await db
        .updateTable('messages')
        .set({ [column]: time(), ...(content !== undefined && { content: JSON.stringify(content) }) })
        .where('id', '=', id)
        .execute();
    },

    /** Messages older than their bot's data retention. @returns how many */
    async forgetOld(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('messages')
        .using('bots')
        .whereRef('bots.key', '=', 'messages.bot_key')
        .where('messages.status', 'not in', ['waiting', 'sending'])
        .where('messages.is_recorded', '=', true)
        .where('messages.created_at', '<', sql<Date>`${time()} - bots.retention_days * interval '1 day'`)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async recorded(id: string): Promise<void> {
      await db.updateTable('messages').set({ is_recorded: true, answer: null }).where('id', '=', id).execute();
    },
  };
}

export type MessageStore = ReturnType<typeof createMessageStore>;
