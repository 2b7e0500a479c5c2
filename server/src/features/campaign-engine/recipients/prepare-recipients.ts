import { type Kysely, type RawBuilder, sql } from 'kysely';
import { databaseTime } from '../../../platform/metadata/database-time.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import type { Assignment } from '../variants/assign-variant.ts';

const undivided = (): Assignment => ({ isControl: false, variant: null });

/**
 * When a user's own time comes, unix ms; null: as soon as it is their turn. And the time zone of their quiet hours; null:
 * that of the settings.
 */
export type TimeOf = (userId: number) => { at: number | null; zone: string | null };

/** Writes the recipients of a campaign. */
export function preparing(db: Kysely<Tables>, clock?: () => number) {
  return {
    /**
     * Adds a chunk of users, rising, and notes that all up to its last one are written down. A chunk that is there already
     * adds nothing. The control group is written down apart. False: the campaign is not being sent any more, or all of it is
     * prepared.
     */
    async prepare(
      campaignId: number,
      userIds: readonly number[],
      assign: (userId: number) => Assignment = undivided,
      timeOf: TimeOf = () => ({ at: null, zone: null }),
    ): Promise<boolean> {
      const until = userIds.at(-1);
      if (until === undefined) return true;
      const users = userIds.map((id) => {
        const { variant, isControl } = assign(id);
        const { at, zone } = timeOf(id);
        return { id, variant, is_control: isControl, send_at: at === null ? null : new Date(at).toISOString(), zone };
      });
      const json = sql`${JSON.stringify(users)}::jsonb`;
      const { rows } = await inserted(campaignId, until, json, databaseTime(clock)).execute(db);
      return rows.length > 0;
    },

    /** Everyone is written down. */
    async prepared(campaignId: number): Promise<void> {
      await db
        .updateTable('campaigns')
        .set({ prepared_until: null })
        .where('campaign_id', '=', campaignId)
        .where('status', '=', 'In_progress')
        .execute();
    },
  };
}

const inserted = (
  campaignId: number,
  until: number,
  users: RawBuilder<unknown>,
  now: RawBuilder<Date>,
): RawBuilder<unknown> => sql`
  WITH campaign AS (
    SELECT campaign_id, prepared_until FROM campaigns
    WHERE campaign_id = ${campaignId} AND status = 'In_progress' AND prepared_until IS NOT NULL
    FOR NO KEY UPDATE
  ), listed AS (
    SELECT campaign_id, id, variant, is_control, send_at, zone
    FROM campaign,
      jsonb_to_recordset(${users}) AS one(
        id bigint, variant smallint, is_control boolean, send_at timestamptz, zone text)
    WHERE id > prepared_until
  ), added AS (
    INSERT INTO campaign_recipients (campaign_id, user_id, variant, send_at, zone)
    SELECT campaign_id, id, variant, send_at, zone FROM listed WHERE NOT is_control
    ON CONFLICT DO NOTHING
    RETURNING campaign_id, send_at, zone
  ), zones AS (
    INSERT INTO campaign_zones (campaign_id, zone)
    SELECT DISTINCT campaign_id, zone FROM added WHERE zone IS NOT NULL
    ON CONFLICT DO NOTHING
  ), times AS (
    INSERT INTO campaign_user_times AS times (campaign_id, send_at, users)
    SELECT campaign_id, send_at, count(*) FROM added WHERE send_at IS NOT NULL GROUP BY campaign_id, send_at
    ON CONFLICT (campaign_id, send_at) DO UPDATE SET users = times.users + excluded.users
  ), control AS (
    INSERT INTO campaign_control_group (campaign_id, user_id, listed_at)
    SELECT campaign_id, id, ${now} FROM listed WHERE is_control
    ON CONFLICT DO NOTHING
    RETURNING campaign_id
  ), change AS (SELECT (SELECT count(*) FROM added) AS added, (SELECT count(*) FROM control) AS control)
  UPDATE campaigns SET
    prepared_until = greatest(campaigns.prepared_until, ${until}::bigint),
    total = campaigns.total + change.added,
    waiting = campaigns.waiting + change.added,
    control_group = campaigns.control_group + change.control
  FROM campaign, change WHERE campaigns.campaign_id = campaign.campaign_id
  RETURNING campaigns.campaign_id`;
