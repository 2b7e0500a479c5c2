import type { OutgoingMessage } from '@botscope/contract';
import type { Kysely } from 'kysely';
import type { AccountNames } from '../../platform/metadata/account-names.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { presentMessage } from './present-message.ts';

const messagesOfPage = 200;

/** Every message that colleagues wrote to a user, delivered or not, the oldest first. */
export type EachMessage = (bot: string, userId: number) => AsyncGenerator<OutgoingMessage>;

export const messageReader = (db: Kysely<Tables>, authorsOf: AccountNames): EachMessage =>
  async function* (bot, userId) {
    let last = 0;
    for (;;) {
      const page = await db
        .selectFrom('messages')
        .selectAll()
        .where('bot_key', '=', bot)
        .where('user_id', '=', userId)
        .where('number', '>', last)
        .orderBy('number')
        .limit(messagesOfPage)
        .execute();
      const names = await authorsOf(page.map(({ author }) => author));
      for (const row of page) {
        yield presentMessage(row, row.author === null ? null : (names.get(row.author) ?? null), null);
        last = Number(row.number);
      }
      if (page.length < messagesOfPage) return;
    }
  };
