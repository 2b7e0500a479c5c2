import type { OutgoingMessage } from '@botscope/contract';
import type { AccountNames } from '../../platform/metadata/account-names.ts';
import type { MessageStore } from './message-store.ts';
import { presentMessage } from './present-message.ts';

const messagesOfPage = 200;

/** Every message that colleagues wrote to a person, delivered or not, the oldest first. */
export type EachMessage = (bot: string, userId: number) => AsyncGenerator<OutgoingMessage>;

export const messageReader = ({
  rows,
  authorsOf,
}: {
  rows: Pick<MessageStore, 'after'>;
  authorsOf: AccountNames;
}): EachMessage =>
  async function* (bot, userId) {
    let last = 0;
    for (;;) {
      const page = await rows.after(bot, userId, last, messagesOfPage);
      const names = await authorsOf(page.map(({ author }) => author));
      for (const row of page) {
        yield presentMessage(row, row.author === null ? null : (names.get(row.author) ?? null), null);
        last = Number(row.number);
      }
      if (page.length < messagesOfPage) return;
    }
  };
