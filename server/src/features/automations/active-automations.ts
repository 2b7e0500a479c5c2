import { Automation, CampaignSending } from '@botscope/contract';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { Tables } from '../../platform/metadata/tables.ts';

/** An automation that is running. Moments are unix ms. */
export interface ActiveAutomation {
  id: number;
  automation: Automation;
  sending: Pick<CampaignSending, 'quiet' | 'not_after_hours'>;
  timeZone: string;
  /** Earlier events trigger nothing. */
  activeSince: number;
  /**
   * State of a segment: the start that its members belong to, and the round of its last evaluation; null before the
   * first one.
   */
  segment: { activeSince: number; round: number; evaluatedAt: number | null } | null;
}

/** The running automations of a bot, the oldest first. */
export async function loadActive(db: Kysely<Tables>, bot: string): Promise<ActiveAutomation[]> {
  const rows = await db
    .selectFrom('campaigns')
    .leftJoin('automation_segments as segment', 'segment.campaign_id', 'campaigns.campaign_id')
    .select(['campaigns.campaign_id', 'automation', 'sending', 'time_zone', 'campaigns.active_since', 'started_at'])
    .select(['segment.active_since as segment_since', 'segment.round', 'segment.evaluated_at'])
    .where('bot_key', '=', bot)
    .where('automation', 'is not', null)
    .where('status', '=', 'In_progress')
    .orderBy('campaigns.campaign_id')
    .execute();
  return rows.map((row) => ({
    id: row.campaign_id,
    automation: z.parse(Automation, row.automation),
    sending: z.parse(CampaignSending, row.sending),
    timeZone: row.time_zone,
    activeSince: new Date(row.active_since ?? row.started_at ?? 0).getTime(),
    segment:
      row.segment_since === null
        ? null
        : {
            activeSince: new Date(row.segment_since).getTime(),
            round: row.round ?? 0,
            evaluatedAt: row.evaluated_at && new Date(row.evaluated_at).getTime(),
          },
  }));
}
