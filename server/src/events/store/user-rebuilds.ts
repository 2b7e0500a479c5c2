import type { Engine } from './engine/engine.ts';
import { addUsers, usersFromEventsSql } from './users.ts';

/** Users whose row in `users` contains a copy that has lost since (docs/decisions/0017). `all`: too many to list. */
export type UsersToRebuild = readonly number[] | 'all';

/** With more of them all rows are computed from events until these are rebuilt. Each is a bound number of a statement. */
export const maxUsersToRebuild = 5_000;

/** The table itself, or a subquery that computes the rows of the users to rebuild from their events. */
export function usersTable(usersToRebuild: UsersToRebuild): string {
  if (usersToRebuild === 'all') return `(${usersFromEventsSql('true')}\n) AS users`;
  if (usersToRebuild.length === 0) return 'users FINAL';
  return `(
  SELECT bot, user_id, first_time, last_time, first_action, last_action, first_profile, last_profile, first_source, last_source
  FROM users FINAL
  WHERE bot = {bot:String} AND user_id NOT IN {users_to_rebuild:Array(Int64)}
  UNION ALL${usersFromEventsSql('user_id IN {users_to_rebuild:Array(Int64)}')}
) AS users`;
}

/** Parameters of a statement that reads `usersTable`. */
export const usersTableParams = (usersToRebuild: UsersToRebuild): { users_to_rebuild?: readonly number[] } =>
  usersToRebuild === 'all' || usersToRebuild.length === 0 ? {} : { users_to_rebuild: usersToRebuild };

/**
 * Rebuilds the rows of the marked users, twice. The second time is when no insert that was running at the first time can
 * still be running: an event that is stored after the first pass has read, and whose part of `users` was stored before
 * the pass deleted the row, would be missing otherwise. Until then reports read these users' events. Each step can be
 * interrupted and repeated. One call at a time per bot.
 * @param timeoutMs how long an insert of any process may have been running.
 */
export async function rebuildMarkedUsers(
  engine: Pick<Engine, 'command' | 'query'>,
  bot: string,
  timeoutMs: number,
): Promise<void> {
  const marked = (isRebuilt: boolean) =>
    `bot = {bot:String} AND is_rebuilt = ${isRebuilt} AND marked_at < fromUnixTimestamp64Milli({before:Int64}, 'UTC')`;
  const find = async (isRebuilt: boolean, timeout: number) => {
    const [row] = await engine.query<{ marks: number; before: number }>({
      sql: `
        WITH toUnixTimestamp64Milli(now64(3)) + 1 - {timeout:Int64} AS bound
        SELECT countIf(marked_at < fromUnixTimestamp64Milli(bound, 'UTC')) AS marks, any(bound) AS before
        FROM user_rebuilds
        WHERE bot = {bot:String} AND is_rebuilt = ${isRebuilt}`,
      params: { bot, timeout },
    });
    return row && row.marks > 0 ? { bot, before: row.before } : null;
  };
  const users = (isRebuilt: boolean) => `user_id IN (SELECT user_id FROM user_rebuilds WHERE ${marked(isRebuilt)})`;

  const pendingRebuild = await find(false, 0);
  if (pendingRebuild) {
    await engine.command(`DELETE FROM users WHERE bot = {bot:String} AND ${users(false)}`, pendingRebuild);
    await addUsers(engine, bot, users(false), pendingRebuild);
    await engine.command(
      `INSERT INTO user_rebuilds (bot, user_id, marked_at, is_rebuilt)
      SELECT DISTINCT bot, user_id, now64(3), true FROM user_rebuilds WHERE ${marked(false)}`,
      pendingRebuild,
    );
    await engine.command(`DELETE FROM user_rebuilds WHERE ${marked(false)}`, pendingRebuild);
  }
  const rebuilt = await find(true, timeoutMs);
  if (rebuilt) {
    await addUsers(engine, bot, users(true), rebuilt);
    // Rolled-up rows may have been made from the wrong row; the losing copy may be older than the roll-up's end although
    // the winning one is not.
    await engine.command(
      `INSERT INTO stale_users (bot, user_id, marked_at)
      SELECT DISTINCT bot, user_id, now64(3) FROM user_rebuilds WHERE ${marked(true)}`,
      rebuilt,
    );
    await engine.command(`DELETE FROM user_rebuilds WHERE ${marked(true)}`, rebuilt);
  }
}
