import type { MessageReason, OutgoingContent } from '@botscope/contract';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { databaseTime, timeAfter } from '../../platform/metadata/database-time.ts';
import type { MessagesTable } from '../../platform/metadata/message-tables.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { longestCallMs } from '../../telegram/sending/call-telegram.ts';
import { type MessageEvent, transitionOf } from './message-states.ts';

export type MessageRow = Selectable<MessagesTable>;

/** What a new message consists of. */
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

/** A chat with messages that wait. */
export interface Lane {
  bot: string;
  chat: number;
}

/** What else a step writes. */
interface StepColumns {
  reason?: MessageReason | null;
  description?: string;
  messageId?: number | null;
  /** Telegram's answer, to be recorded as an event. */
  answer?: object;
}

/** The ledger as one process (`run`, of an `instance`) works with it. Moments are the store's. */
export function createMessageStore(options: {
  db: Kysely<Tables>;
  instance: string;
  run: string;
  now?: (() => number) | undefined;
}) {
  const { db, instance, run } = options;
  const time = (): RawBuilder<Date> => databaseTime(options.now);
  const taker = `${instance} ${run}`;

  /** Rows in a state in which the event can happen, and where it leads. */
  const stepOf = (event: MessageEvent) => {
    const { from, to } = transitionOf(event);
    return db.updateTable('messages').set({ status: to }).where('status', 'in', from);
  };

  return {
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

    /** Not delivered and not dismissed, the oldest first; the newest 100 of them. */
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

    /**
     * The oldest waiting message of a chat becomes `sending`, on disk when this resolves. Undefined if there is none that
     * is due, another process sends one in this chat, or another instance has its file.
     */
    async take({ bot, chat }: Lane): Promise<MessageRow | undefined> {
      const now = time();
      const { to } = transitionOf('taken');
      try {
        return await db
          .updateTable('messages')
          .set((is) => ({
            status: to,
            taken_by: taker,
            taken_until: timeAfter(now, longestCallMs),
            sending_at: now,
            attempts: is('attempts', '+', 1),
          }))
          .where('id', '=', (query) =>
            query
              .selectFrom('messages as first')
              .select('first.id')
              .where('first.bot_key', '=', bot)
              .where('first.chat_id', '=', chat)
              .where('first.status', '=', 'waiting')
              .orderBy('first.number')
              .limit(1)
              .forUpdate(),
          )
          .where('status', '=', 'waiting')
          .where('not_before', '<=', now)
          .where((is) => is.or([is('file_instance', 'is', null), is('file_instance', '=', instance)]))
          .returningAll()
          .executeTakeFirst();
      } catch (error) {
        // The index of messages that are being sent: one of this chat is on its way.
        if ((error as { code?: unknown }).code === '23505') return undefined;
        throw error;
      }
    },

    /** What came of a message that this process took. False if someone has decided otherwise meanwhile. */
    async finish(id: string, event: 'delivered' | 'refused' | 'uncertain', columns: StepColumns): Promise<boolean> {
      const { reason = null, description = '', messageId = null, answer } = columns;
      const { numUpdatedRows } = await stepOf(event)
        .set({
          reason,
          description,
          message_id: messageId,
          finished_at: time(),
          ...(answer !== undefined && { answer: JSON.stringify(answer), is_recorded: false }),
        })
        .where('id', '=', id)
        .where('taken_by', '=', taker)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** It surely did not leave: tried again after so many milliseconds. */
    async postpone(id: string, waitMs: number, columns: StepColumns): Promise<void> {
      const { reason = null, description = '' } = columns;
      await stepOf('postponed')
        .set({ reason, description, not_before: timeAfter(time(), waitMs), taken_by: null, taken_until: null })
        .where('id', '=', id)
        .where('taken_by', '=', taker)
        .execute();
    },

    /** A colleague sends it again, or cancels it. False if that is not possible any more. */
    async decide(id: string, event: 'repeated' | 'cancelled'): Promise<boolean> {
      const now = time();
      const again = { reason: null, description: '', attempts: 0, not_before: now, taken_by: null, finished_at: null };
      const { numUpdatedRows } = await stepOf(event)
        .set(event === 'repeated' ? again : { finished_at: now, dismissed_at: now })
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

    /**
     * Messages whose process is gone: an earlier run on this data directory, or another one that has not said in time what
     * came of them. Telegram may have them.
     */
    async recover(): Promise<number> {
      const now = time();
      const { numUpdatedRows } = await stepOf('lost')
        .set({ reason: 'interrupted', finished_at: now })
        .where((is) =>
          is.or([
            is('taken_until', '<', now),
            is.and([is('taken_by', 'like', `${instance} %`), is('taken_by', '!=', taker)]),
          ]),
        )
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },

    /** Chats whose oldest waiting message is due and can be sent by this instance, at most 100. */
    async due(): Promise<Lane[]> {
      const firsts = db
        .selectFrom('messages')
        .distinctOn(['bot_key', 'chat_id'])
        .select(['bot_key as bot', 'chat_id as chat', 'not_before', 'file_instance'])
        .where('status', '=', 'waiting')
        .orderBy('bot_key')
        .orderBy('chat_id')
        .orderBy('number');
      const rows = await db
        .selectFrom(firsts.as('first'))
        .select(['bot', 'chat'])
        .where('not_before', '<=', time())
        .where((is) => is.or([is('file_instance', 'is', null), is('file_instance', '=', instance)]))
        .limit(100)
        .execute();
      return rows.map(({ bot, chat }) => ({ bot, chat: Number(chat) }));
    },

    /** Milliseconds until the next message of a chat is due; null if none waits. */
    async dueIn({ bot, chat }: Lane): Promise<number | null> {
      const row = await db
        .selectFrom('messages')
        .select(sql<number>`extract(epoch FROM not_before - ${time()}) * 1000`.as('ms'))
        .where('bot_key', '=', bot)
        .where('chat_id', '=', chat)
        .where('status', '=', 'waiting')
        .orderBy('number')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : Math.max(0, Number(row.ms));
    },

    /** Messages whose file's instance was not there for a day. */
    async refuseFileless(): Promise<void> {
      await stepOf('refused')
        .set({ reason: 'file_gone', finished_at: time() })
        .where('status', '=', 'waiting')
        .where('file_instance', 'is not', null)
        .where('created_at', '<', timeAfter(time(), -86_400_000))
        .execute();
    },

    /** Answers that are not in the events yet, the oldest first. */
    unrecorded: (): Promise<MessageRow[]> =>
      db.selectFrom('messages').selectAll().where('is_recorded', '=', false).orderBy('number').limit(100).execute(),

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
