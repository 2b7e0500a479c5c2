import type { SkipReason } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import { chatCondition, privateContactSql } from '../../analytics/query/segments/chat-states.sql.ts';
import { createBindings } from '../../analytics/query/segments/segment-context.ts';
import { triggerCondition } from '../../analytics/query/segments/trigger-condition.ts';
import type { ReportSettings } from '../../analytics/reports/report.ts';
import { selectUsers } from '../../analytics/users/users-query.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { dayMs, hourMs } from '../../platform/time-units.ts';
import { userMessages } from '../campaign-engine/campaign-engine.ts';
import type { DueAutomation, DueRun } from './arm-runs.ts';

/** An event may lie under the day of Telegram's date, which is earlier than its own. */
const daysBefore = 2;

/** Whether the message of a due trigger is still to be sent. */
export function createSendConditions(deps: {
  db: Kysely<Tables>;
  store: Pick<EventStore, 'query' | 'rollup'>;
  now: () => number;
}) {
  const { db, store, now } = deps;

  /** When users reached the target last, of those who did since the earliest of the triggers. */
  async function reachedAt(settings: ReportSettings, targetId: number, runs: readonly DueRun[]) {
    const { bot } = settings;
    const bindings = createBindings('target');
    const condition = triggerCondition({ kind: 'target', target_id: targetId }, bindings, settings);
    const since = Math.min(...runs.map(({ triggeredAt }) => triggeredAt));
    const rollup = await loadRollup(store, bot);
    const statement = scope(bot, since, now(), undefined, rollup).statement(
      () => `
SELECT user_id, max(toUnixTimestamp64Milli(time)) AS last_ms
FROM events FINAL
PREWHERE (${condition.content}) AND user_id IN {due_users:Array(Int64)}
WHERE bot = {bot:String} AND partition_key >= {look_day:UInt32} AND (${condition.exact})
GROUP BY user_id`,
      {
        ...bindings.params,
        due_users: runs.map(({ userId }) => userId),
        look_day: Math.max(0, Math.floor(since / dayMs) - daysBefore),
      },
    );
    const rows = await runQuery<{ user_id: number; last_ms: number }>(store, statement, { tag: `automations/${bot}` });
    return new Map(rows.map((row) => [row.user_id, row.last_ms]));
  }

  /**
   * Finds users in whose private chat nothing has happened yet. The event store writes the state of a chat beside the
   * event, so that the trigger itself may be readable a moment earlier.
   */
  async function withoutChat(settings: ReportSettings, runs: readonly DueRun[]): Promise<Set<number>> {
    const { bot } = settings;
    const userIds = runs.map(({ userId }) => userId);
    const since = Math.min(...runs.map(({ triggeredAt }) => triggeredAt));
    const statement = scope(bot, since, now(), undefined, undefined).statement(
      () => `
SELECT arrayJoin({due_users:Array(Int64)}) AS user_id
WHERE ${chatCondition(['never_opened'], ' AND user_id IN {due_users:Array(Int64)}')} AND user_id NOT IN (
  SELECT user_id FROM events
  PREWHERE user_id IN {due_users:Array(Int64)}
  WHERE bot = {bot:String} AND partition_key >= {look_day:UInt32} AND ${privateContactSql})`,
      { due_users: userIds, look_day: Math.max(0, Math.floor(since / dayMs) - daysBefore) },
    );
    const rows = await runQuery<{ user_id: number }>(store, statement, { tag: `automations/${bot}` });
    return new Set(rows.map((row) => row.user_id));
  }

  async function selectMembers(settings: ReportSettings, { automation }: DueAutomation, userIds: readonly number[]) {
    if (automation.trigger.kind !== 'segment') return new Set(userIds);
    const query = { settings, rules: automation.trigger.rules, search: '', number: '' };
    const users = await selectUsers({ store, now }, query);
    const statement = users.statement(
      (from, condition) =>
        `SELECT user_id FROM ${from.allUsers} AND user_id IN {due_users:Array(Int64)} AND ${condition}`,
      { due_users: [...userIds] },
    );
    const tag = `automations/${settings.bot}`;
    const rows = await runQuery<{ user_id: number }>(store, statement, { tag });
    return new Set(rows.map((row) => row.user_id));
  }

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
      const unreachable = await withoutChat(settings, rest());
      for (const run of rest()) if (unreachable.has(run.userId)) decided.set(run, 'never_opened');
    }
    const { unless_target: target, still_in: mustBeIn, cap } = dueAutomation.automation;
    if (target !== null && rest().length > 0) {
      const reached = await reachedAt(settings, target, rest());
      for (const run of rest())
        if ((reached.get(run.userId) ?? 0) > run.triggeredAt) decided.set(run, 'target_reached');
    }
    if (mustBeIn && rest().length > 0) {
      const members = await selectMembers(
        settings,
        dueAutomation,
        rest().map(({ userId }) => userId),
      );
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
