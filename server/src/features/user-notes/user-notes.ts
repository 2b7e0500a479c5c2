import { maxUserNotes } from '@botscope/contract';
import type { Kysely, Selectable, Updateable } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { dayMs } from '../../platform/time-units.ts';

/** A bot user. */
export interface NotedUser {
  bot: string;
  userId: number;
}

export interface StoredNote {
  id: number;
  text: string;
  /** Null where the account has been deleted. */
  author: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Notes about bot users, and which colleague looks after each. */
export interface UserNotes {
  /** The newest first. */
  list(of: NotedUser): Promise<StoredNote[]>;
  /** @throws AppError TooManyNotes */
  add(of: NotedUser, author: string, text: string): Promise<StoredNote>;
  /** @throws AppError NotFound, AccessDenied for the note of another account */
  update(of: NotedUser, id: number, author: string, text: string): Promise<StoredNote>;
  /** @throws AppError NotFound, AccessDenied */
  remove(of: NotedUser, id: number, author: string): Promise<StoredNote>;
  /** @throws AppError NotFound, AccessDenied, TooManyNotes */
  restore(of: NotedUser, id: number, author: string): Promise<StoredNote>;
  /** The account that looks after the user, whether or not it still has access to the bot. */
  responsible(of: NotedUser): Promise<string | null>;
  setResponsible(of: NotedUser, account: string | null): Promise<void>;
  /** Deletes notes that were removed more than a day ago. @returns how many */
  forgetRemoved(): Promise<number>;
}

type Row = Selectable<Tables['user_notes']>;

export function createUserNotes(deps: { metadata: Pick<Metadata, 'db'>; now?: () => number }): UserNotes {
  const { db } = deps.metadata;
  const now = deps.now ?? Date.now;

  const loadRows = (tables: Kysely<Tables>, { bot, userId }: NotedUser): Promise<Row[]> =>
    tables
      .selectFrom('user_notes')
      .selectAll()
      .where('bot_key', '=', bot)
      .where('user_id', '=', userId)
      .orderBy('note_id', 'desc')
      .execute();
  /** One at a time for each bot, so that the limit holds. */
  const withBotLock = <T>(user: NotedUser, write: (tables: Kysely<Tables>, all: Row[]) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (transaction) => {
      await lockBot(transaction, user.bot);
      return write(transaction, await loadRows(transaction, user));
    });
  const set = async (tables: Kysely<Tables>, id: number, to: Updateable<Tables['user_notes']>): Promise<StoredNote> => {
    const row = tables.updateTable('user_notes').set(to).where('note_id', '=', id).returningAll();
    return toNote(await row.executeTakeFirstOrThrow());
  };

  return {
    list: async (user) => (await loadRows(db, user)).filter(isShown).map(toNote),
    add: (user, author, text) =>
      withBotLock(user, async (tables, all) => {
        assertRoom(all);
        const createdAt = new Date(now());
        const row = {
          bot_key: user.bot,
          user_id: user.userId,
          author_key: author,
          text,
          created_at: createdAt,
          updated_at: createdAt,
        };
        return toNote(await tables.insertInto('user_notes').values(row).returningAll().executeTakeFirstOrThrow());
      }),
    update: (user, id, author, text) =>
      withBotLock(user, (tables, all) => {
        assertOwn(all.filter(isShown), id, author);
        return set(tables, id, { text, updated_at: new Date(now()) });
      }),
    remove: (user, id, author) =>
      withBotLock(user, (tables, all) => {
        assertOwn(all.filter(isShown), id, author);
        return set(tables, id, { removed_at: new Date(now()) });
      }),
    restore: (user, id, author) =>
      withBotLock(user, (tables, all) => {
        assertOwn(
          all.filter((row) => !isShown(row)),
          id,
          author,
        );
        assertRoom(all);
        return set(tables, id, { removed_at: null });
      }),
    async responsible({ bot, userId }) {
      const row = await db
        .selectFrom('responsible_colleagues')
        .select('account_key')
        .where('bot_key', '=', bot)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return row?.account_key ?? null;
    },
    async setResponsible({ bot, userId }, account) {
      if (account === null) {
        await db
          .deleteFrom('responsible_colleagues')
          .where('bot_key', '=', bot)
          .where('user_id', '=', userId)
          .execute();
        return;
      }
      await db
        .insertInto('responsible_colleagues')
        .values({ bot_key: bot, user_id: userId, account_key: account })
        .onConflict((conflict) => conflict.columns(['bot_key', 'user_id']).doUpdateSet({ account_key: account }))
        .execute();
    },
    async forgetRemoved() {
      const { numDeletedRows } = await db
        .deleteFrom('user_notes')
        .where('removed_at', '<', new Date(now() - dayMs))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

const isShown = ({ removed_at }: Row): boolean => removed_at === null;

function assertRoom(all: readonly Row[]): void {
  if (all.filter(isShown).length >= maxUserNotes) throw new AppError('TooManyNotes');
}

function assertOwn(rows: readonly Row[], id: number, author: string): void {
  const row = rows.find(({ note_id }) => Number(note_id) === id);
  if (row === undefined) throw new AppError('NotFound', { field: 'note_id' });
  if (row.author_key !== author) throw new AppError('AccessDenied', { field: 'note_id' });
}

const toNote = (row: Row): StoredNote => ({
  id: Number(row.note_id),
  text: row.text,
  author: row.author_key,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
});
