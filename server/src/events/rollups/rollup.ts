import type { Engine, Parameter } from '../store/engine/engine.ts';
import { maxUsersToRebuild, type UsersToRebuild, usersTableParams } from '../store/user-rebuilds.ts';

/**
 * Data that statements about a bot may read instead of its events: the part of its past that `activity_runs`,
 * `membership_changes`, `launches` and `payments` cover (docs/decisions/0016), and the right rows of `users` (0017).
 */
export interface Rollup {
  /** Rows of another generation must not be read. */
  generation: number;
  /** Unix ms of a UTC midnight: everything before is rolled up, nothing since is. 0 = nothing is rolled up. */
  until: number;
  /** Users whose rolled-up rows are out of date: their events have to be read. */
  staleUsers: readonly number[];
  /** Users whose row in `users` is wrong. */
  usersToRebuild: UsersToRebuild;
  /** With several servers: the one that this is the state of. */
  server?: string;
}

/** The rollup if it covers any of the past. */
export const usableRollup = (rollup: Rollup | undefined): Rollup | undefined => (rollup?.until ? rollup : undefined);

/**
 * Returns the rollup without its rolled-up rows: for statements that read events anyway, or that cover a period for
 * which the rolled-up rows are not exact.
 */
export const usersOnly = (rollup: Rollup | undefined): Rollup | undefined =>
  rollup && { ...rollup, until: 0, staleUsers: [] };

/** With more stale users all events are read until the roll-up is refreshed. Each is a bound number of a statement. */
const maxStaleUsers = 5_000;

/** The state of a bot's roll-up; undefined if nothing is rolled up and no row of `users` is wrong. */
export async function readRollup(engine: Pick<Engine, 'query'>, bot: string): Promise<Rollup | undefined> {
  const [row] = await engine.query<Rollup & { usersToRebuild: readonly number[] }>({
    sql: `
      SELECT
        argMax(generation, version) AS generation, toUnixTimestamp64Milli(argMax(until, version)) AS until,
        (SELECT groupUniqArray(${maxStaleUsers + 1})(user_id) FROM stale_users
          WHERE bot = {bot:String}) AS staleUsers,
        (SELECT groupUniqArray(${maxUsersToRebuild + 1})(user_id) FROM user_rebuilds
          WHERE bot = {bot:String}) AS usersToRebuild
      FROM rollups
      WHERE bot = {bot:String}`,
    params: { bot },
  });
  if (row === undefined) return undefined;
  const usersToRebuild = row.usersToRebuild.length > maxUsersToRebuild ? 'all' : row.usersToRebuild;
  // Rolled-up rows of these users were made from their wrong row in `users`, and from the copy that has lost.
  const staleUsers = [...new Set([...row.staleUsers, ...row.usersToRebuild])];
  if (row.until === 0 || staleUsers.length > maxStaleUsers) {
    return usersToRebuild.length === 0
      ? undefined
      : { generation: row.generation, until: 0, staleUsers: [], usersToRebuild };
  }
  return { generation: row.generation, until: row.until, staleUsers, usersToRebuild };
}

/** Moment up to which a bot's past is rolled up, Unix ms; 0 = not at all. */
export async function readRolledUntil(engine: Pick<Engine, 'query'>, bot: string): Promise<number> {
  const [row] = await engine.query<{ until: number }>({
    sql: 'SELECT toUnixTimestamp64Milli(argMax(until, version)) AS until FROM rollups WHERE bot = {bot:String}',
    params: { bot },
  });
  return row?.until ?? 0;
}

/** Parameters of a statement that reads rolled-up rows. */
export const rollupParams = ({ generation, until, staleUsers, usersToRebuild }: Rollup): Record<string, Parameter> => ({
  rolled_generation: generation,
  rolled_until: until,
  stale_users: staleUsers,
  ...usersTableParams(usersToRebuild),
});

/** The conditions on a rolled-up row; `time` is before `rolledUntil`. */
export const rolledRows = ({ staleUsers }: Pick<Rollup, 'staleUsers'>): string =>
  `bot = {bot:String} AND generation = {rolled_generation:UInt64} AND time < ${rolledUntil}${notStale(staleUsers)}`;

export const rolledUntil = "fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')";

/** Usually no user is stale, and the engine does not accept an empty list as a set. */
export const notStale = (staleUsers: readonly number[]): string =>
  staleUsers.length === 0 ? '' : ' AND user_id NOT IN {stale_users:Array(Int64)}';

export const isStale = 'user_id IN {stale_users:Array(Int64)}';
