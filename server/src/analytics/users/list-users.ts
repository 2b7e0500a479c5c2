import {
  type BotUser,
  defaultUserColumns,
  isSortable,
  isUserColumn,
  maxUserColumns,
  maxUsersOfPage,
  type UserColumn,
} from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import { runQuery } from '../query/run-query.ts';
import type { ReportDeps } from '../reports/context.ts';
import { orderSql } from './list-columns.ts';
import { manyUsersReader, userReader } from './read-users.ts';
import { countUsersSql, idsOfUsersSql, type PagePosition, pageOfUsersSql, pageOfValuesSql } from './users-list.sql.ts';
import type { OrderSql } from './users-order.sql.ts';
import { selectUsers, type UsersQuery } from './users-query.ts';

/** Order, columns and page of a list. */
export interface UsersView {
  sort: UserColumn;
  isDescending: boolean;
  columns: readonly UserColumn[];
  after: PagePosition | null;
  limit: number;
}

const usualLimit = 50;

/** Parses the words of an address. Throws InvalidField that names the word. */
export function parseUsersView(words: {
  sort?: string | undefined;
  columns?: string | undefined;
  after?: string | undefined;
  limit?: string | undefined;
}): UsersView {
  const sort = words.sort ?? '-last_seen';
  const isDescending = sort.startsWith('-');
  const column = isDescending ? sort.slice(1) : sort;
  if (!isUserColumn(column) || !isSortable(column)) throw new AppError('InvalidField', { field: 'sort' });
  if (words.limit !== undefined && !/^[1-9]\d{0,8}$/.test(words.limit)) {
    throw new AppError('InvalidField', { field: 'limit' });
  }
  return {
    sort: column,
    isDescending,
    columns: parseColumns(words.columns),
    after: words.after === undefined ? null : decodePosition(words.after),
    limit: Math.min(Number(words.limit ?? usualLimit), maxUsersOfPage),
  };
}

export function parseColumns(text: string | undefined): readonly UserColumn[] {
  if (text === undefined) return defaultUserColumns;
  const columns = [...new Set(text.split(','))];
  if (columns.length > maxUserColumns) throw new AppError('InvalidField', { field: 'columns' });
  return columns.map((column) => {
    if (!isUserColumn(column)) throw new AppError('InvalidField', { field: 'columns' });
    return column;
  });
}

/** A page of the selected users, and where the next one begins. Throws AppError, and what the store throws. */
export async function listUsers(
  deps: ReportDeps,
  query: UsersQuery,
  { sort, isDescending, columns, after, limit }: UsersView,
): Promise<{ users: BotUser[]; next: string | null }> {
  const users = await selectUsers(deps, query);
  const order = orderSql(sort, users);
  if (after !== null && !isOfType(after.value, order.type)) throw new AppError('InvalidField', { field: 'after' });
  const position = after && { after_has: after.hasValue, after_value: after.value, after_id: after.userId };
  const ask = (write: Parameters<typeof users.statement>[0]) =>
    runQuery<{ user_id: number; has_value: boolean; value: string | number }>(
      deps.store,
      users.statement(write, { ...order.params, ...position, limit: limit + 1 }),
      { tag: `users/${users.bot}`, signal: query.signal },
    );
  const ofValues = pageOfValuesSql(order, isDescending, after, users.isSelected);
  const valued = ofValues === undefined ? [] : await ask(ofValues);
  const rows = valued.length > limit ? valued : await ask(pageOfUsersSql(order, isDescending, after !== null));
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const ids = page.map((row) => row.user_id);
  return {
    users: ids.length === 0 ? [] : await userReader(deps.store, users, columns)(ids),
    next: last ? encodePosition({ hasValue: last.has_value, value: last.value, userId: last.user_id }) : null,
  };
}

/** Counts the selected users, and all users of the bot. */
export async function countUsers(deps: ReportDeps, query: UsersQuery): Promise<{ count: number; total: number }> {
  const users = await selectUsers(deps, query);
  const [row] = await runQuery<{ count: number; total: number }>(deps.store, users.statement(countUsersSql), {
    tag: `users/${users.bot}`,
    signal: query.signal,
  });
  return row ?? { count: 0, total: 0 };
}

/** Number of users read at a time for a file. */
const usersOfChunk = 10_000;

/**
 * All selected users in the order of their ids, chunk by chunk, from after one of them. Who is selected is decided when
 * it begins.
 */
export async function* eachUsers(
  deps: ReportDeps,
  query: UsersQuery,
  columns: readonly UserColumn[],
  afterId = 0,
): AsyncGenerator<BotUser[]> {
  const users = await selectUsers(deps, query);
  // Eight bytes each: they stay in memory until the last user is written.
  const ids = Float64Array.from(await listUserIds(deps, query, afterId));
  const isLong = ids.length > 2 * usersOfChunk;
  const read = isLong ? await manyUsersReader(deps.store, users, columns, ids) : userReader(deps.store, users, columns);
  for (let from = 0; from < ids.length; from += usersOfChunk) {
    yield await read([...ids.subarray(from, from + usersOfChunk)]);
  }
}

/** Filters IDs to the bot's users and reads them in one chunk, in the order of their IDs. */
export async function* someUsers(
  deps: ReportDeps,
  query: UsersQuery,
  columns: readonly UserColumn[],
  ids: readonly number[],
): AsyncGenerator<BotUser[]> {
  const users = await selectUsers(deps, query);
  const rising = [...new Set(ids)].sort((one, other) => one - other);
  if (rising.length > 0) yield await userReader(deps.store, users, columns)(rising);
}

/** The ids of all selected users, rising. */
export async function listUserIds(deps: ReportDeps, query: UsersQuery, afterId = 0): Promise<readonly number[]> {
  const users = await selectUsers(deps, query);
  const statement = users.statement(idsOfUsersSql, { after_id: afterId });
  const [row] = await runQuery<{ ids: number[] }>(deps.store, statement, {
    tag: `users/${users.bot}`,
    signal: query.signal,
  });
  return row?.ids ?? [];
}

/** A position of another order, or one that no page ended with. */
function isOfType(value: string | number, type: OrderSql['type']): boolean {
  if (type === 'String') return typeof value === 'string';
  return type === 'Int64' ? Number.isSafeInteger(value) : typeof value === 'number';
}

const encodePosition = ({ hasValue, value, userId }: PagePosition): string =>
  Buffer.from(JSON.stringify([hasValue, value, userId])).toString('base64url');

function decodePosition(text: string): PagePosition {
  try {
    const json: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(json)) {
      const [hasValue, value, userId] = json as unknown[];
      const isValue = typeof value === 'string' || typeof value === 'number';
      if (typeof hasValue === 'boolean' && isValue && Number.isSafeInteger(userId)) {
        return { hasValue, value, userId: Number(userId) };
      }
    }
  } catch {
    // We did not encode this position.
  }
  throw new AppError('InvalidField', { field: 'after' });
}
