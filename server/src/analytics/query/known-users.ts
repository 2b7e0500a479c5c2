import type { EventStore } from '../../events/store/event-store.ts';
import { runQuery } from './run-query.ts';
import { scope } from './scope.ts';

/** Filters users to those known to the bot. */
export async function loadKnownUsers(
  store: Pick<EventStore, 'query'>,
  bot: string,
  users: readonly number[],
): Promise<ReadonlySet<number>> {
  const statement = scope(bot, 0, 1).statement(
    (from) => `SELECT user_id FROM ${from.users} AND user_id IN {users:Array(Int64)}`,
    { users: [...users] },
  );
  const rows = await runQuery<{ user_id: number }>(store, statement, { tag: `known-users/${bot}` });
  return new Set(rows.map((row) => row.user_id));
}
