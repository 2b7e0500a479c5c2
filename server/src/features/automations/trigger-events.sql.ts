import type { TriggerMatch } from '@botscope/contract';
import { privateContactSql } from '../../analytics/query/segments/chat-states.sql.ts';
import { eventCondition, targetCondition } from '../../analytics/query/segments/event-conditions.ts';
import type { Bindings } from '../../analytics/query/segments/segment-context.ts';
import type { ReportSettings } from '../../analytics/reports/report.ts';
import { lookMoment } from '../../events/consumers/read-events.ts';
import { AppError } from '../../platform/errors.ts';

/** Condition that finds the events that trigger an automation among rows of `events`. */
export interface TriggerCondition {
  /** See EventCondition. */
  content: string;
  exact: string;
}

/** As `payments` has them; what is given back is none. */
const paid: TriggerCondition = {
  content: "type = 'payment'",
  exact: "type = 'payment' AND kind = 'message' AND amount > 0",
};

/** @throws AppError InvalidField for a target that the bot does not have */
export function triggerCondition(
  match: TriggerMatch,
  bindings: Bindings,
  { targets, hiddenCommands }: Pick<ReportSettings, 'targets' | 'hiddenCommands'>,
): TriggerCondition {
  if (match.kind === 'payment') return paid;
  if (match.kind !== 'target') return eventCondition(match, bindings, hiddenCommands);
  const target = targets.find(({ id }) => id === match.target_id);
  if (target === undefined) throw new AppError('InvalidField', { field: 'automation.trigger' });
  if (target.trigger.kind === 'purchase') return paid;
  const { content, exact } = targetCondition(target, bindings, hiddenCommands);
  return { content, exact: `(${exact}) AND amount >= 0` };
}

/**
 * The first contact of users in the private chat: those of a group, of inline mode or of a Mini App come before it and lead to
 * nothing, for the bot may not write to these users. `chat_states` names the few users whose chat was opened lately; which of
 * their events did that is read of the events, so that of copies the winning one counts.
 */
export const firstContact: TriggerCondition = {
  content: 'is_contact',
  exact: `is_contact AND (user_id, time) IN (
      SELECT user_id, min(time) FROM events FINAL
      PREWHERE is_contact AND user_id IN (
        SELECT user_id FROM chat_states
        WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM events
          PREWHERE is_contact AND user_id > 0
          WHERE bot = {bot:String} AND partition_key >= {look_day:UInt32} AND received_at >= ${lookMoment('look_from')}
        )
        GROUP BY user_id HAVING min(opened_ms) >= {look_since:UInt64}
      )
      WHERE bot = {bot:String} AND partition_key >= {look_day:UInt32} AND ${privateContactSql}
      GROUP BY user_id
    )`,
};

/** Events that meet any of some conditions. A payment that is delivered in two events is one. */
export const triggerEvents = (conditions: readonly TriggerCondition[]) => ({
  columns: `user_id, toUnixTimestamp64Milli(time) AS time_ms, if(charge_id = '', event_id, charge_id) AS trigger_id,
    [${conditions.map(({ exact }) => `toBool(${exact})`).join(', ')}] AS matches`,
  content: `(${conditions.map(({ content }) => `(${content})`).join(' OR ')}) AND user_id > 0`,
  matches: 'has(matches, true)',
});
