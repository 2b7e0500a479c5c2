import type { Campaign } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../platform/metadata/tables.ts';

/** Counts users whose own time has not come, of a campaign by users' own time. */
export function createUserTimes(db: Kysely<Tables>) {
  return async (campaignId: number, now: number): Promise<Campaign['user_times']> => {
    const row = await db
      .selectFrom('campaign_user_times')
      .select(sql<number | string | null>`sum(users)`.as('waiting'))
      .select(({ fn }) => [fn.min('send_at').as('next_at'), fn.max('send_at').as('last_at')])
      .where('campaign_id', '=', campaignId)
      .where('send_at', '>', new Date(now))
      .executeTakeFirst();
    const { next_at: next, last_at: last, waiting } = row ?? {};
    if (!next || !last) return null;
    return {
      waiting: Number(waiting ?? 0),
      next_at: new Date(next).toISOString(),
      last_at: new Date(last).toISOString(),
    };
  };
}

export type UserTimes = ReturnType<typeof createUserTimes>;
