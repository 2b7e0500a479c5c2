import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Turn } from '../../events/consumers/event-consumer.ts';
import { databaseTime } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { minuteMs } from '../../platform/time-units.ts';
import { quietUntil, type ZonesOf } from '../campaign-engine/campaign-engine.ts';
import type { ActiveAutomation } from './active-automations.ts';
import { chooseTriggers, type FoundTrigger, type KnownTrigger } from './choose-triggers.ts';

const usersOfStatement = 2_000;
const moment = (ms: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${ms} * interval '1 millisecond')`;

/** When the message of a trigger is due: quiet hours, of a time zone where that is given, move it to their end. Unix ms. */
function computeDueAt(
  { automation, sending }: Pick<ActiveAutomation, 'automation' | 'sending'>,
  triggeredAt: number,
  zone: string | undefined,
): number {
  const dueTime = triggeredAt + automation.delay_minutes * minuteMs;
  const { quiet } = sending;
  return quietUntil(quiet && { ...quiet, time_zone: zone ?? quiet.time_zone }, dueTime) ?? dueTime;
}

/** Stores each trigger once, however often it is found. Nothing is stored for an automation that is not running. */
export function createTriggerRecorder(db: Kysely<Tables>, zonesOf: ZonesOf, clock?: () => number) {
  async function loadKnownTriggers(id: number, userIds: readonly number[]): Promise<Map<number, KnownTrigger[]>> {
    const rows = await db
      .selectFrom('automation_runs')
      .select(['user_id', 'trigger_id', 'triggered_at', 'status'])
      .where('campaign_id', '=', id)
      .where('user_id', 'in', [...userIds])
      .execute();
    const triggers = rows.map((row) => ({
      userId: Number(row.user_id),
      ...{ triggerId: row.trigger_id, at: new Date(row.triggered_at).getTime(), isSkipped: row.status === 'skipped' },
    }));
    return Map.groupBy(triggers, ({ userId }) => userId);
  }

  async function record(turn: Turn, active: ActiveAutomation, triggers: readonly FoundTrigger[]): Promise<number> {
    const ids = triggers.map(({ userId }) => userId);
    const zones = active.sending.quiet?.in_users_zone === true ? await zonesOf(turn.bot, ids) : null;
    const triggerRows = triggers.map(({ userId, triggerId, at }) => ({
      ...{ user_id: userId, trigger_id: triggerId, at_ms: at, due_ms: computeDueAt(active, at, zones?.get(userId)) },
    }));
    // A trigger that seems to lie ahead has happened: our clock was set back, and its message is not due later for that.
    const { rows } = await sql`
      WITH own AS (${turn.lock}), campaign AS (
        SELECT campaign_id FROM campaigns
        WHERE campaign_id = ${active.id} AND status = 'In_progress' AND EXISTS (SELECT FROM own)
        FOR SHARE
      )
      INSERT INTO automation_runs (campaign_id, user_id, trigger_id, triggered_at, due_at)
      SELECT campaign_id, user_id, trigger_id, ${moment(sql`at_ms`)},
        ${moment(sql`due_ms`)} - greatest(interval '0', ${moment(sql`at_ms`)} - ${databaseTime(clock)})
      FROM campaign, jsonb_to_recordset(${JSON.stringify(triggerRows)}::jsonb) AS given(
        user_id bigint, trigger_id text, at_ms float8, due_ms float8)
      ON CONFLICT DO NOTHING
      RETURNING user_id`.execute(db);
    return rows.length;
  }

  /** @returns how many led to a message that will be sent */
  return async (turn: Turn, active: ActiveAutomation, triggers: readonly FoundTrigger[]): Promise<number> => {
    const triggersByUser = [...Map.groupBy(triggers, ({ userId }) => userId)];
    let addedCount = 0;
    for (let from = 0; from < triggersByUser.length; from += usersOfStatement) {
      const chunk = triggersByUser.slice(from, from + usersOfStatement);
      const knownTriggers = await loadKnownTriggers(
        active.id,
        chunk.map(([userId]) => userId),
      );
      const newTriggers = chunk.flatMap(([userId, userTriggers]) =>
        chooseTriggers(active.automation, userTriggers, knownTriggers.get(userId) ?? []),
      );
      if (newTriggers.length > 0) addedCount += await record(turn, active, newTriggers);
    }
    return addedCount;
  };
}

export type RecordTriggers = ReturnType<typeof createTriggerRecorder>;
