import type { MessageReason } from '@botscope/contract';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { createClaims } from '../../platform/claims/claims.ts';
import { databaseTime, hasCome, timeAfter } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { dayMs, hourMs } from '../../platform/time-units.ts';
import { longestCallMs } from '../../telegram/sending/call-telegram.ts';
import { findTransition, type MessageEvent } from './message-states.ts';

export type MessageRow = Selectable<Tables['messages']>;

/** A message is not worth a longer wait, ms. */
export const longestWaitMs = hourMs;

/** A chat with messages that wait. */
export interface Lane {
  bot: string;
  chat: number;
}

/** Further columns that a step writes. */
interface StepColumns {
  reason?: MessageReason | null;
  description?: string;
  messageId?: number | null;
  /** Telegram's answer, to be recorded as an event. */
  answer?: object;
}

/** Rows in a state in which the event can happen, and where it leads. */
export const updateOnEvent = (db: Kysely<Tables>, event: MessageEvent) => {
  const { from, to } = findTransition(event);
  return db.updateTable('messages').set({ status: to }).where('status', 'in', from);
};

/** Says which messages are due, and refuses those that cannot be sent here any more. */
function dueMessages(db: Kysely<Tables>, instance: string, time: () => RawBuilder<Date>) {
  return {
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
        .where(hasCome(sql.ref('not_before'), time(), longestWaitMs))
        .where((eb) => eb.or([eb('file_instance', 'is', null), eb('file_instance', '=', instance)]))
        .limit(100)
        .execute();
      return rows.map(({ bot, chat }) => ({ bot, chat: Number(chat) }));
    },

    /** Milliseconds until the next message of a chat is due; null if none waits. */
    async dueIn({ bot, chat }: Lane): Promise<number | null> {
      const row = await db
        .selectFrom('messages')
        .select(
          sql<number>`CASE WHEN ${hasCome(sql.ref('not_before'), time(), longestWaitMs)} THEN 0
            ELSE extract(epoch FROM not_before - ${time()}) * 1000 END`.as('ms'),
        )
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
      await updateOnEvent(db, 'refused')
        .set({ reason: 'file_gone', finished_at: time() })
        .where('status', '=', 'waiting')
        .where('file_instance', 'is not', null)
        .where('created_at', '<', timeAfter(time(), -dayMs))
        .execute();
    },
  };
}

/** Queue of messages to send: one process (`run`, of an `instance`) claims them and stores their outcomes. */
export function createMessageQueue(options: {
  db: Kysely<Tables>;
  instance: string;
  run: string;
  now?: (() => number) | undefined;
}) {
  const { db, instance, run } = options;
  const time = (): RawBuilder<Date> => databaseTime(options.now);
  const claims = createClaims({ claimant: { instance, run }, claimMs: longestCallMs, clock: options.now });

  return {
    /**
     * The oldest waiting message of a chat becomes `sending`, on disk when this resolves. Undefined if there is none that
     * is due, another process sends one in this chat, or another instance has its file.
     */
    async take({ bot, chat }: Lane): Promise<MessageRow | undefined> {
      const now = time();
      const { to } = findTransition('taken');
      try {
        return await db
          .updateTable('messages')
          .set((eb) => ({
            status: to,
            ...claims.claimed(),
            sending_at: now,
            attempts: eb('attempts', '+', 1),
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
          .where(hasCome(sql.ref('not_before'), now, longestWaitMs))
          .where((eb) => eb.or([eb('file_instance', 'is', null), eb('file_instance', '=', instance)]))
          .returningAll()
          .executeTakeFirst();
      } catch (error) {
        // The index of messages that are being sent: one of this chat is on its way.
        if ((error as { code?: unknown }).code === '23505') return undefined;
        throw error;
      }
    },

    /** Stores the outcome of a message that this process took. False if someone has decided otherwise meanwhile. */
    async finish(id: string, event: 'delivered' | 'refused' | 'uncertain', columns: StepColumns): Promise<boolean> {
      const { reason = null, description = '', messageId = null, answer } = columns;
      const { numUpdatedRows } = await updateOnEvent(db, event)
        .set({
          reason,
          description,
          message_id: messageId,
          finished_at: time(),
          ...(answer !== undefined && { answer: JSON.stringify(answer), is_recorded: false }),
        })
        .where('id', '=', id)
        .where(claims.isOurs())
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Releases a message that was certainly not sent: it is tried again after `waitMs`. */
    async postpone(id: string, waitMs: number, columns: StepColumns): Promise<void> {
      const { reason = null, description = '' } = columns;
      await updateOnEvent(db, 'postponed')
        .set({ reason, description, not_before: timeAfter(time(), waitMs), ...claims.released })
        .where('id', '=', id)
        .where(claims.isOurs())
        .execute();
    },

    /**
     * Messages whose process is gone: an earlier run on this data directory, or another one that has not said in time what
     * came of them. Telegram may have them.
     */
    async recover(): Promise<number> {
      const now = time();
      const { numUpdatedRows } = await updateOnEvent(db, 'lost')
        .set({ reason: 'interrupted', finished_at: now })
        .where(claims.isFree())
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    ...dueMessages(db, instance, time),
  };
}
