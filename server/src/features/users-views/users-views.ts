import {
  maxUsersViews,
  type Permissions,
  type UsersView,
  type UsersViewDraft,
  UsersViewState,
} from '@botscope/contract';
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import * as z from 'zod/mini';
import { AppError } from '../../platform/errors.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { missingPart } from '../../platform/revealed-parts.ts';

/** Reader or editor of views; a visitor of the demo has no account and sees what is shared. */
export interface ViewReader {
  accountKey: string | null;
  /** Whether they may change the shared views of others. */
  mayChangeShared: boolean;
  permissions: Permissions;
}

/** Saved views of a bot's list of users. */
export interface UsersViews {
  /** The reader's own and the shared ones, by name. */
  list(bot: string, reader: ViewReader): Promise<UsersView[]>;
  /** @throws AppError TooManyViews */
  create(bot: string, reader: ViewReader & { accountKey: string }, draft: UsersViewDraft): Promise<UsersView>;
  /** @throws AppError NotFound, AccessDenied, TooManyViews */
  update(bot: string, id: number, reader: ViewReader, draft: UsersViewDraft): Promise<UsersView>;
  /** Takes it out of all lists. @throws AppError NotFound, AccessDenied */
  remove(bot: string, id: number, reader: ViewReader): Promise<UsersView>;
  /** @throws AppError NotFound, AccessDenied, TooManyViews */
  restore(bot: string, id: number, reader: ViewReader): Promise<UsersView>;
  /** Blanks searches for the IDs of users, in removed views too; returns how many. A typed name is not recognized. */
  erase(bot: string, userIds: readonly number[]): Promise<number>;
}

type Row = Selectable<Tables['users_views']>;

export function createUsersViews(deps: { metadata: Pick<Metadata, 'db'>; now?: () => number }): UsersViews {
  const { db } = deps.metadata;
  const now = deps.now ?? Date.now;

  const loadRows = (tables: Kysely<Tables>, bot: string): Promise<Row[]> =>
    tables.selectFrom('users_views').selectAll().where('bot_key', '=', bot).orderBy('view_id').execute();
  const isSeen = (row: Row, { accountKey }: ViewReader) => row.is_shared || row.account_key === accountKey;
  /** One at a time for each bot, so that the limit holds. */
  const withBotLock = <T>(bot: string, write: (tables: Kysely<Tables>, all: Row[]) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (transaction) => {
      await lockBot(transaction, bot);
      return write(transaction, await loadRows(transaction, bot));
    });
  const assertRoom = (
    all: readonly Row[],
    { account_key, is_shared }: Pick<Row, 'account_key' | 'is_shared'>,
  ): void => {
    const living = all.filter((row) => row.removed_at === null);
    const sameKindRows = living.filter(
      (row) => row.is_shared === is_shared && (is_shared || row.account_key === account_key),
    );
    if (sameKindRows.length >= maxUsersViews) throw new AppError('TooManyViews');
  };
  /** A view that the reader may change. */
  const changeable = (all: readonly Row[], id: number, reader: ViewReader, isRemoved = false): Row => {
    const row = all.find((each) => Number(each.view_id) === id && (each.removed_at !== null) === isRemoved);
    if (row === undefined || !isSeen(row, reader)) throw new AppError('NotFound', { field: 'view_id' });
    if (row.account_key !== reader.accountKey && !reader.mayChangeShared) throw new AppError('AccessDenied');
    return row;
  };
  const write = async (
    tables: Kysely<Tables>,
    id: number,
    to: Updateable<Tables['users_views']>,
    reader: ViewReader,
  ) => {
    const row = await tables
      .updateTable('users_views')
      .set(to)
      .where('view_id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return presentView(row, reader);
  };

  return {
    async list(bot, reader) {
      const rows = await loadRows(db, bot);
      return rows
        .filter((row) => row.removed_at === null && isSeen(row, reader))
        .map((row) => presentView(row, reader))
        .sort((one, other) => one.name.localeCompare(other.name));
    },
    create: (bot, reader, { name, is_shared, state }) =>
      withBotLock(bot, async (tables, all) => {
        const { accountKey } = reader;
        assertRoom(all, { account_key: accountKey, is_shared });
        const row = await tables
          .insertInto('users_views')
          .values({ bot_key: bot, account_key: accountKey, name, is_shared, state: JSON.stringify(state) })
          .returningAll()
          .executeTakeFirstOrThrow();
        return presentView(row, reader);
      }),
    update: (bot, id, reader, { name, is_shared, state }) =>
      withBotLock(bot, async (tables, all) => {
        const row = changeable(all, id, reader);
        if (row.is_shared !== is_shared) assertRoom(all, { account_key: row.account_key, is_shared });
        const stateChange = isHidden(row, reader) ? {} : { state: JSON.stringify(state) };
        return write(tables, id, { name, is_shared, ...stateChange, updated_at: new Date(now()) }, reader);
      }),
    remove: (bot, id, reader) =>
      withBotLock(bot, async (tables, all) => {
        changeable(all, id, reader);
        return write(tables, id, { removed_at: new Date(now()) }, reader);
      }),
    restore: (bot, id, reader) =>
      withBotLock(bot, async (tables, all) => {
        assertRoom(all, changeable(all, id, reader, true));
        return write(tables, id, { removed_at: null }, reader);
      }),
    async erase(bot, userIds) {
      const { numUpdatedRows } = await db
        .updateTable('users_views')
        .set({ state: sql<string>`jsonb_set(state, '{search}', '""')` })
        .where('bot_key', '=', bot)
        .where(sql<string>`btrim(state ->> 'search')`, 'in', userIds.map(String))
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}

/** Parses a state that was stored after a check by the same schema. */
const parseState = ({ state }: Row): UsersViewState => z.parse(UsersViewState, state);
const isHidden = (row: Row, { permissions }: ViewReader): boolean =>
  missingPart(permissions, UsersViewState, parseState(row)) !== undefined;
const hiddenState: UsersViewState = { rules: '', search: '', sort: '', columns: '' };

const presentView = (row: Row, reader: ViewReader): UsersView => ({
  view_id: Number(row.view_id),
  name: row.name,
  is_shared: row.is_shared,
  is_own: row.account_key === reader.accountKey,
  is_hidden: isHidden(row, reader),
  state: isHidden(row, reader) ? hiddenState : parseState(row),
  updated_at: new Date(row.updated_at).toISOString(),
});
