import type { SkipReason } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { ReportSettings } from '../../analytics/reports/report.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { hourMs } from '../../platform/time-units.ts';
import { userMessages } from '../campaign-engine/campaign-engine.ts';
import type { DueAutomation, DueRun } from './due-runs.ts';
import { createDueUsers } from './due-users.ts';

/** Whether the message of a due trigger is still to be sent. */
export function createSendConditions(deps: {
  db: Kysely<Tables>;
  store: Pick<EventStore, 'query' | 'rollup'>;
  now: () => number;
}) {
  const { db, now } = deps;
  const dueUsers = createDueUsers(deps);

  /** Counts messages of the bot's campaigns that users got lately, or are about to get from automations. */
  async function gotLately(bot: string, hours: number, userIds: readonly number[]): Promise<Map<number, number>> {
    const since = new Date(now() - hours * hourMs);
    const { rows } = await sql<{ user_id: number | string; messages: number | string }>`
      WITH recent AS (
        SELECT campaign_id, automation IS NOT NULL AS is_automation FROM campaigns
        WHERE bot_key = ${bot} AND started_at IS NOT NULL AND (finished_at IS NULL OR finished_at >= ${since})
      )
      SELECT user_id, count(*) AS messages
      FROM recent JOIN ${userMessages(userIds)} AS message USING (campaign_id)
      WHERE may_have_arrived AND finished_at >= ${since} OR status IN ('ForSend', 'In_progress') AND is_automation
      GROUP BY user_id`.execute(db);
    return new Map(rows.map((row) => [Number(row.user_id), Number(row.messages)]));
  }

  /** Decides due triggers, at most some hundred at once: null where the message is to be sent, else why it is not. */
  return async (
    settings: ReportSettings,
    dueAutomation: DueAutomation,
    runs: readonly DueRun[],
  ): Promise<Map<DueRun, SkipReason | null>> => {
    const decided = new Map<DueRun, SkipReason | null>();
    const rest = () => runs.filter((run) => !decided.has(run));
    for (const run of runs) if (run.overdueMs > dueAutomation.notAfterMs) decided.set(run, 'late');
    if (rest().length > 0) {
      const unreachable = await dueUsers.withoutChat(settings, rest());
      for (const run of rest()) if (unreachable.has(run.userId)) decided.set(run, 'never_opened');
    }
    const { unless_target: target, still_in: mustBeIn, cap } = dueAutomation.automation;
    if (target !== null && rest().length > 0) {
      const reached = await dueUsers.reachedAt(settings, target, rest());
      for (const run of rest())
        if ((reached.get(run.userId) ?? 0) > run.triggeredAt) decided.set(run, 'target_reached');
    }
    if (mustBeIn && rest().length > 0) {
      const members = await dueUsers.selectMembers(settings, dueAutomation, rest());
      for (const run of rest()) if (!members.has(run.userId)) decided.set(run, 'left_segment');
    }
    if (cap !== null && rest().length > 0) {
      const ids = rest().map(({ userId }) => userId);
      const sentCounts = await gotLately(settings.bot, cap.hours, ids);
      for (const run of rest()) if ((sentCounts.get(run.userId) ?? 0) >= cap.messages) decided.set(run, 'capped');
    }
    for (const run of rest()) decided.set(run, null);
    return decided;
  };
}

export type SendConditions = ReturnType<typeof createSendConditions>;
