import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import { chatCondition, privateContactSql } from '../../analytics/query/segments/chat-states.sql.ts';
import { createBindings } from '../../analytics/query/segments/segment-context.ts';
import { triggerCondition } from '../../analytics/query/segments/trigger-condition.ts';
import type { ReportSettings } from '../../analytics/reports/report.ts';
import { selectUsers } from '../../analytics/users/users-query.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { dayMs } from '../../platform/time-units.ts';
import type { DueAutomation, DueRun } from './due-runs.ts';

/** An event may lie under the day of Telegram's date, which is earlier than its own. */
const daysBefore = 2;

/** Answers questions about the users of due triggers from the event store. */
export function createDueUsers({ store, now }: { store: Pick<EventStore, 'query' | 'rollup'>; now: () => number }) {
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

  /** Finds users who are still in the segment that triggered; all of them for any other trigger. */
  async function selectMembers(settings: ReportSettings, { automation }: DueAutomation, runs: readonly DueRun[]) {
    const userIds = runs.map(({ userId }) => userId);
    if (automation.trigger.kind !== 'segment') return new Set(userIds);
    const query = { settings, rules: automation.trigger.rules, search: '', number: '' };
    const users = await selectUsers({ store, now }, query);
    const statement = users.statement(
      (from, condition) =>
        `SELECT user_id FROM ${from.allUsers} AND user_id IN {due_users:Array(Int64)} AND ${condition}`,
      { due_users: userIds },
    );
    const tag = `automations/${settings.bot}`;
    const rows = await runQuery<{ user_id: number }>(store, statement, { tag });
    return new Set(rows.map((row) => row.user_id));
  }

  return { reachedAt, withoutChat, selectMembers };
}
