import type { BotUser, UserColumn } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import { firstSourceSql } from '../query/attribution.sql.ts';
import { genderSql } from '../query/gender.sql.ts';
import { runQuery } from '../query/run-query.ts';
import { scope } from '../query/scope.ts';
import { buildParts } from './list-columns.ts';
import type { AllUsers } from './user-columns.ts';
import { type Ask, ofIds, type UserPart } from './users-parts.ts';
import type { SelectedUsers } from './users-query.ts';

/** Reads users by their ids, in the given order. Ids without a user are left out. */
export type ReadUsers = (ids: readonly number[]) => Promise<BotUser[]>;

interface ProfileRow {
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  language: string;
  premium: boolean;
  first_ms: number;
  last_ms: number;
  gender?: NonNullable<BotUser['gender']>;
  source?: string;
}

/** Everything that a row of `users` says by itself, so that it is read once. */
function profilesSql(users: string, columns: readonly UserColumn[]): string {
  const source = firstSourceSql("fromUnixTimestamp64Milli({life_end:Int64}, 'UTC')");
  const extraColumns = [
    ...(columns.includes('gender') ? [`${genderSql} AS gender`] : []),
    ...(columns.includes('source') ? [`${source} AS source`] : []),
  ];
  return `
SELECT
  user_id,
  tupleElement(last_profile, 'first_name') AS first_name,
  tupleElement(last_profile, 'last_name') AS last_name,
  tupleElement(last_profile, 'username') AS username,
  tupleElement(last_profile, 'language') AS language,
  tupleElement(last_profile, 'is_premium') AS premium,
  toUnixTimestamp64Milli(first_time) AS first_ms,
  toUnixTimestamp64Milli(last_time) AS last_ms${extraColumns.map((column) => `,\n  ${column}`).join('')}
FROM ${users} AND ${ofIds}`;
}

const nobody: AllUsers = new Float64Array();

/** A reader of users with the parts that some columns need. */
export function userReader(
  store: Pick<EventStore, 'query'>,
  users: SelectedUsers,
  columns: readonly UserColumn[],
): ReadUsers {
  const { source, ask } = preparing(store, users);
  const parts = buildParts(columns, source, 'ids');
  return async (ids) => {
    const [profiles, ...looks] = await Promise.all([
      ask(ids)<ProfileRow>(profilesSql(source.users, columns)),
      ...parts.map((part) => part.read(ask(ids), nobody)),
    ]);
    return join(ids, profiles, looks);
  };
}

/**
 * Returns a reader of very many users in chunks: parts that would look at everything for each chunk are read once, of
 * everyone. A file of a million users took 60 s without. `users` has all of them, rising.
 */
export async function manyUsersReader(
  store: Pick<EventStore, 'query'>,
  selection: SelectedUsers,
  columns: readonly UserColumn[],
  users: AllUsers,
): Promise<ReadUsers> {
  const { source, ask } = preparing(store, selection);
  const all: Awaited<ReturnType<UserPart['read']>>[] = [];
  // One after another: each takes the engine's memory.
  for (const part of buildParts(columns, source, 'all')) if (part.isHeavy) all.push(await part.read(ask([]), users));
  const light = buildParts(columns, source, 'ids').filter((part) => !part.isHeavy);
  return async (ids) => {
    const [profiles, ...looks] = await Promise.all([
      ask(ids)<ProfileRow>(profilesSql(source.users, columns)),
      ...light.map((part) => part.read(ask(ids), users)),
    ]);
    return join(ids, profiles, [...all, ...looks]);
  };
}

function preparing(store: Pick<EventStore, 'query'>, { bot, asOf, rollup, settings, signal }: SelectedUsers) {
  const ownScope = scope(bot, 0, asOf, undefined, rollup);
  const ask =
    (ids: readonly number[]): Ask =>
    (sql, params = {}) =>
      runQuery(
        store,
        ownScope.statement(() => sql, { ids, life_end: asOf, ...params }),
        { tag: `users/${bot}`, signal },
      );
  return { source: { settings, asOf, rollup, users: ownScope.statement((from) => from.allUsers).sql }, ask };
}

function join(
  ids: readonly number[],
  profiles: readonly ProfileRow[],
  parts: readonly ((id: number) => Partial<BotUser>)[],
): BotUser[] {
  const rows = new Map(profiles.map((row) => [row.user_id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row === undefined ? [] : [Object.assign(toUser(row), ...parts.map((part) => part(id)))];
  });
}

function toUser({ first_ms, last_ms, ...row }: ProfileRow): BotUser {
  return { ...row, first_seen: new Date(first_ms).toISOString(), last_seen: new Date(last_ms).toISOString() };
}
