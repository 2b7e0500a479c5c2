import { privateContactSql } from '../../analytics/query/segments/chat-states.sql.ts';
import type { EventCondition } from '../../analytics/query/segments/event-conditions.ts';
import { lookMoment } from '../../events/consumers/read-events.ts';

/**
 * The first contact of users in the private chat: those of a group, of inline mode or of a Mini App come before it and lead to
 * nothing, for the bot may not write to these users. `chat_states` names the few users whose chat was opened lately; which of
 * their events did that is read of the events, so that of copies the winning one counts.
 */
export const firstContact: EventCondition = {
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
export const triggerEvents = (conditions: readonly EventCondition[]) => ({
  columns: `user_id, toUnixTimestamp64Milli(time) AS time_ms, if(charge_id = '', event_id, charge_id) AS trigger_id,
    [${conditions.map(({ exact }) => `toBool(${exact})`).join(', ')}] AS matches`,
  content: `(${conditions.map(({ content }) => `(${content})`).join(' OR ')}) AND user_id > 0`,
  matches: 'has(matches, true)',
});
