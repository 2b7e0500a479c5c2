import { describe, expect, it } from 'vitest';
import { testEngines, testMetadata } from '../../../platform/metadata/test-metadata.ts';
import { insertBot, insertCampaign } from '../test-campaigns.ts';
import { preparing } from './prepare-recipients.ts';

describe.each(testEngines)('recipients on $name', (engine) => {
  const metadata = testMetadata(engine);
  const count = async (campaignId: number): Promise<number> => {
    const query = metadata().db.selectFrom('campaign_recipients').select('user_id');
    return (await query.where('campaign_id', '=', campaignId).execute()).length;
  };

  it('end with their campaign, and with its bot', async () => {
    const { db } = metadata();
    const bot = 'deletedcampai';
    await insertBot(db, bot);
    const ids = [await insertCampaign(db, bot, {}), await insertCampaign(db, bot, {})] as const;
    for (const id of ids) expect(await preparing(db).prepare(id, [1, 2, 3])).toBe(true);
    await db.deleteFrom('campaigns').where('campaign_id', '=', ids[0]).execute();
    expect([await count(ids[0]), await count(ids[1])]).toEqual([0, 3]);
    await db.deleteFrom('bots').where('key', '=', bot).execute();
    expect(await count(ids[1])).toBe(0);
  });

  it('are not added to a campaign that is gone', async () => {
    const { db } = metadata();
    expect(await preparing(db).prepare(987_654, [1, 2, 3])).toBe(false);
    expect(await count(987_654)).toBe(0);
  });
});
