import type { Kysely } from 'kysely';
import { runQuery } from '../../analytics/query/run-query.ts';
import type { ReportSettings } from '../../analytics/reports/report.ts';
import { selectUsers } from '../../analytics/users/users-query.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { ActiveAutomation } from './active-automations.ts';
import type { FoundTrigger } from './choose-triggers.ts';

/** Members of automations are kept as those of lists are, beyond the numbers that segments can have. */
const firstSegmentId = 2 ** 40;
const usersOfChange = 10_000;

const changedMembersSql = (users: string, condition: string): string => `
SELECT user_id, is_in FROM (
  SELECT user_id, toBool(${condition}) AS is_in, user_id IN (
    SELECT user_id FROM segment_members FINAL
    WHERE bot = {bot:String} AND segment_id = {automation_segment:UInt64} AND is_member
  ) AS was_in
  FROM ${users}
)
WHERE is_in != was_in
ORDER BY user_id`;

/**
 * Finds users who have entered the segment of an automation since its last evaluation. The event store has the members
 * as of then. A round is written down as done after its entries and its members are, and its number identifies its
 * entries: if it is interrupted at any point, it is repeated and finds the rest.
 */
export function createSegmentEntries(deps: {
  db: Kysely<Tables>;
  store: Pick<EventStore, 'query' | 'rollup' | 'changeMembers'>;
  now: () => number;
}) {
  const { db, store, now } = deps;

  /** `enter` is called with users who have entered; what it has written stays. `isQuiet`: nobody counts as entering. */
  return async function evaluate(
    settings: ReportSettings,
    active: ActiveAutomation,
    isQuiet: boolean,
    enter: (found: readonly FoundTrigger[]) => Promise<void>,
  ): Promise<void> {
    const { trigger } = active.automation;
    if (trigger.kind !== 'segment') return;
    const bot = settings.bot;
    const enteredAt = now();
    const round = (active.segment?.round ?? 0) + 1;
    // Members at the start or resumption have not entered the segment, unless the owner wants all of them.
    const isFirst = active.segment === null;
    const isResumed = active.segment?.activeSince !== active.activeSince;
    const isBaseline = isResumed ? !(isFirst && trigger.with_members) : isQuiet;
    const users = await selectUsers({ store, now }, { settings, rules: trigger.rules, search: '', number: '' });
    const segmentId = firstSegmentId + active.id;
    const changes = await runQuery<{ user_id: number; is_in: boolean | number }>(
      store,
      users.statement((from, condition) => changedMembersSql(from.allUsers, condition), {
        automation_segment: segmentId,
      }),
      { tag: `automations/${bot}` },
    );
    const entered = changes.filter(({ is_in }) => Boolean(is_in)).map(({ user_id }) => user_id);
    const removedIds = changes.filter(({ is_in }) => !is_in).map(({ user_id }) => user_id);
    for (const [isMember, ids] of [
      [true, entered],
      [false, removedIds],
    ] as const) {
      for (let from = 0; from < ids.length; from += usersOfChange) {
        const userIds = ids.slice(from, from + usersOfChange);
        if (isMember && !isBaseline) {
          await enter(userIds.map((userId) => ({ userId, triggerId: `round ${round}`, at: enteredAt })));
        }
        await store.changeMembers(bot, { segmentId, source: { userIds }, isMember, at: round });
      }
    }
    const roundRow = { active_since: new Date(active.activeSince), round, evaluated_at: new Date(now()) };
    await db
      .insertInto('automation_segments')
      .values({ campaign_id: active.id, ...roundRow })
      .onConflict((conflict) => conflict.column('campaign_id').doUpdateSet(roundRow))
      .execute();
  };
}

export type EvaluateSegment = ReturnType<typeof createSegmentEntries>;
