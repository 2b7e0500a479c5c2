import { type Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Tables } from '../../platform/metadata/tables.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { userMessages } from '../campaign-engine/recipients/read-recipients.ts';
import { insertBot, insertCampaign } from '../campaign-engine/test-campaigns.ts';
import { createExclusionLoader } from './audience-exclusions.ts';
import { createCapChecker } from './capped.ts';

const metadata = testMetadata();
const noon = Date.UTC(2026, 10, 27, 12);
const hoursAgo = (hours: number): Date => new Date(noon - hours * 3_600_000);
const news = { is_service: false, without_recent_hours: null };

/** User 1 has got two messages of a repeating automation lately, and the third one is about to be sent. */
async function repeatingAutomation(db: Kysely<Tables>, bot: string): Promise<number> {
  const id = await insertCampaign(db, bot, {});
  await db
    .updateTable('campaigns')
    .set({ started_at: hoursAgo(90) })
    .where('campaign_id', '=', id)
    .execute();
  for (const hours of [1, 2, 30])
    await db
      .insertInto('automation_runs')
      .values({
        campaign_id: id,
        user_id: 1,
        trigger_id: `t${hours}`,
        status: 'ended',
        outcome: 'Done',
        triggered_at: hoursAgo(hours),
        due_at: hoursAgo(hours),
        ended_at: hoursAgo(hours),
      })
      .execute();
  await db
    .insertInto('campaign_recipients')
    .values({ campaign_id: id, user_id: 1, status: 'In_progress', sending_at: hoursAgo(0) })
    .execute();
  return id;
}

it('a limit of the bot binds each message of a repeating automation', async () => {
  const { db } = metadata();
  await insertBot(db, 'capped0000001');
  const id = await repeatingAutomation(db, 'capped0000001');
  const decide = (messages: number) =>
    createCapChecker({ db, settingsOf: () => ({ cap: { messages, hours: 24 } }), clock: () => noon })(
      'capped0000001',
      [1, 2],
      { campaignId: id, audience: news },
    );
  expect(await decide(2)).toEqual(new Map([[1, 'capped']]));
  expect(await decide(3)).toEqual(new Map());
});

it('messages of an automation, and those that may have arrived, exclude from other campaigns', async () => {
  const { db } = metadata();
  await insertBot(db, 'capped0000002');
  const automation = await repeatingAutomation(db, 'capped0000002');
  const sale = await insertCampaign(db, 'capped0000002', {});
  const ends = [
    { user_id: 2, status: 'Error', reason: 'no_answer' },
    { user_id: 3, status: 'Error', reason: 'blocked' },
    { user_id: 4, status: 'Done', reason: null },
  ] as const;
  for (const end of ends)
    await db
      .insertInto('campaign_recipients')
      .values({ campaign_id: sale, finished_at: hoursAgo(1), ...end })
      .execute();
  await db
    .updateTable('campaigns')
    .set({ started_at: hoursAgo(2) })
    .where('campaign_id', '=', sale)
    .execute();
  await sql`UPDATE campaign_recipients SET status = 'Error', reason = 'blocked', finished_at = ${hoursAgo(0)}
    WHERE campaign_id = ${automation}`.execute(db);
  const excluded = createExclusionLoader({
    db,
    mailingExclusions: { of: async () => new Map() },
    unsubscribes: { of: async () => new Map() },
    isErased: () => false,
    now: () => noon,
  });
  const users = [1, 2, 3, 4];
  const findExcludedIds = async (audience: Partial<Parameters<typeof excluded>[1]>) =>
    [...(await excluded('capped0000002', { ...news, without_campaigns: [], ...audience }, users)).keys()].toSorted();
  expect(await findExcludedIds({ without_recent_hours: 24 })).toEqual([1, 2, 4]);
  expect(await findExcludedIds({ without_campaigns: [sale] })).toEqual([2, 4]);
  expect(await findExcludedIds({ without_campaigns: [automation] })).toEqual([1]);
});

it('are found by the keys of both tables', async () => {
  const { db } = metadata();
  await insertBot(db, 'capped0000003');
  const id = await insertCampaign(db, 'capped0000003', {});
  await sql`INSERT INTO campaign_recipients (campaign_id, user_id, status)
    SELECT ${id}, id, 'Done' FROM generate_series(1, 20000) AS id`.execute(db);
  await sql`ANALYZE campaign_recipients`.execute(db);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN SELECT user_id FROM campaigns
    JOIN ${userMessages([1, 2, 3])} AS message USING (campaign_id) WHERE bot_key = 'capped0000003'`.execute(db);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan on campaign_recipients');
});
