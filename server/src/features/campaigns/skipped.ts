import type { ChatState } from '@botscope/contract';
import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { dayStart, localDay, shiftDays } from '../../analytics/query/period.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import { chatCodesSql, toChatState } from '../../analytics/query/segments/chat-states.sql.ts';
import { awayUsersSql } from '../../analytics/query/segments/user-conditions.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { LeftOf, Skip, SkippedOf } from '../campaign-engine/campaign-engine.ts';
import type { ErasedUsers } from '../erased-users/erased-users.ts';
import type { MailingExclusions } from '../mailing-exclusions/mailing-exclusions.ts';
import type { Unsubscribes } from '../unsubscribes/unsubscribes.ts';
import type { CappedOf } from './capped.ts';

/** Only what is needed of these users is read. */
export function createLeftLoader(store: Pick<EventStore, 'query' | 'rollup'>, now: () => number = Date.now): LeftOf {
  return async (bot, userIds) => {
    if (userIds.length === 0) return new Set();
    // As in reports, what is dated up to the end of today counts.
    const end = dayStart(shiftDays(localDay(now(), 'UTC'), 1), 'UTC');
    const rollup = await loadRollup(store, bot);
    const awaySql = awayUsersSql("fromUnixTimestamp64Milli({end:Int64}, 'UTC')", rollup, {
      of: 'user_id IN {due_users:Array(Int64)}',
      isOfFew: true,
    });
    const statement = scope(bot, end, end, undefined, rollup).statement(() => awaySql, { due_users: [...userIds] });
    const rows = await runQuery<{ user_id: number }>(store, statement, { tag: `recipients/${bot}` });
    return new Set(rows.map((row) => row.user_id));
  };
}

/** The private chats of some users, at most 1,000. */
export type ChatsOf = (bot: string, userIds: readonly number[]) => Promise<(userId: number) => ChatState>;

export const createChatLoader =
  (store: Pick<EventStore, 'query'>): ChatsOf =>
  async (bot, userIds) => {
    const rows = await store.query<{ user_id: number; value: number }>({
      sql: chatCodesSql('user_id IN {chat_users:Array(Int64)}'),
      params: { bot, chat_users: [...userIds] },
      bot,
      tag: `chats/${bot}`,
    });
    const codes = new Map(rows.map(({ user_id, value }) => [user_id, value]));
    return (userId) => toChatState(codes.get(userId));
  };

export function createSkipLoader(deps: {
  leftOf: LeftOf;
  mailingExclusions: Pick<MailingExclusions, 'of'>;
  unsubscribes: Pick<Unsubscribes, 'of'>;
  cappedOf: CappedOf;
  isErased: ErasedUsers['isErased'];
}): SkippedOf {
  const { leftOf, mailingExclusions, unsubscribes, cappedOf, isErased } = deps;

  return async (bot, userIds, campaign, loadLeft = () => leftOf(bot, userIds)) => {
    const skips = new Map<number, Skip>();
    if (userIds.length === 0) return skips;
    const [awayUsers, excluded, unsubscribed, capped] = await Promise.all([
      loadLeft(),
      mailingExclusions.of(bot, userIds),
      campaign.audience.is_service ? new Map<number, never>() : unsubscribes.of(bot, userIds),
      cappedOf(bot, userIds, campaign),
    ]);
    for (const [id, reason] of capped) skips.set(id, reason);
    for (const id of unsubscribed.keys()) skips.set(id, 'unsubscribed');
    for (const id of awayUsers) skips.set(id, 'left');
    for (const id of excluded.keys()) skips.set(id, 'excluded');
    for (const id of userIds) if (isErased(bot, id)) skips.set(id, 'erased');
    return skips;
  };
}
