import { type VariantName, variantNames } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { databaseTime } from '../../../platform/metadata/database-time.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import type { Lease, Senders } from '../senders.ts';

interface Score {
  delivered: number;
  users: number;
}

const serializeDecision = (source: 'rule' | 'owner', decidedAt: Date, scores: readonly Score[]): string =>
  JSON.stringify({
    by: source,
    at: decidedAt.toISOString(),
    scores: scores.map((score, index) => ({ variant: variantNames[index] ?? 'A', ...score })),
  });

/** The tests of campaigns: each is decided once, by its rule or by a colleague. */
export function winnerStore(db: Kysely<Tables>, clock?: () => number) {
  const time = () => databaseTime(clock);
  const readClock = (): Date => new Date(clock?.() ?? Date.now());

  return {
    /** From now on the hours run, if everyone is written down and nobody in the test waits or is on their way. */
    async planDecision(campaignId: number, hours: number): Promise<void> {
      await db
        .updateTable('campaigns')
        .set({ decide_at: sql<Date>`${time()} + ${hours}::int * interval '1 hour'` })
        .where('campaign_id', '=', campaignId)
        .where('status', '=', 'In_progress')
        .where('prepared_until', 'is', null)
        .where('decide_at', 'is', null)
        .where('winner', 'is', null)
        .where(
          sql<boolean>`NOT EXISTS (SELECT FROM campaign_recipients
            WHERE campaign_id = ${campaignId} AND status = 'ForSend' AND variant IS NOT NULL)`,
        )
        .where(
          sql<boolean>`NOT EXISTS (SELECT FROM campaign_recipients
            WHERE campaign_id = ${campaignId} AND status = 'In_progress')`,
        )
        .execute();
    },

    /** By the rule. Nothing changes where it is decided already, or another process sends now. */
    async decide(
      isOurs: Senders['isOurs'],
      lease: Lease,
      campaignId: number,
      winner: number,
      scores: readonly Score[],
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('campaigns')
        .set({ winner, decision: serializeDecision('rule', readClock(), scores) })
        .where('campaign_id', '=', campaignId)
        .where('status', '=', 'In_progress')
        .where('winner', 'is', null)
        .where('decide_at', '<=', time())
        .where(sql<boolean>`EXISTS (SELECT FROM campaign_senders WHERE ${isOurs(lease)} FOR SHARE)`)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** By a colleague. False: it has no such variant or no test, is not started or ended, or is decided. */
    async choose(bot: string, campaignId: number, variant: VariantName): Promise<boolean> {
      const winner = variantNames.indexOf(variant);
      const { numUpdatedRows } = await db
        .updateTable('campaigns')
        .set({ winner, decision: serializeDecision('owner', readClock(), []) })
        .where('bot_key', '=', bot)
        .where('campaign_id', '=', campaignId)
        .where('status', 'in', ['In_progress', 'Cancel', 'Error'])
        .where('winner', 'is', null)
        .where('started_at', 'is not', null)
        .where(sql<boolean>`jsonb_typeof(variants->'test') = 'object'`)
        .where(sql<boolean>`jsonb_array_length(variants->'others') BETWEEN greatest(1, ${winner}) AND 3`)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}
