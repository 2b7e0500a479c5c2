import type { Campaign, NotificationPage } from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf } from '../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../messages/test-writing.ts';

let world: WritingWorld;
beforeAll(async () => {
  world = await startWriting({ ROLES: 'ingest,api,worker' });
}, 120_000);
afterAll(() => world.close());

const post = (path: string, body: object = {}) => world.owner.post(`/api/bots/${world.key}${path}`, body);
const draft = async (name: string, sendingOptions: object = {}): Promise<Campaign> => {
  const audience = { kind: 'ids', user_ids: [world.anna.user.id] };
  const { campaign_id } = dataOf<Campaign>(await post('/campaigns', { name, audience }));
  return dataOf(
    await post(`/campaigns/${campaign_id}`, { revision: 1, message: { text: 'Hi' }, sending: sendingOptions }),
  );
};
const run = async ({ campaign_id, revision }: Campaign): Promise<void> => {
  expect((await post(`/campaigns/${campaign_id}/run`, { revision })).status).toBe(200);
};
const notified = async () => {
  const { items } = dataOf<NotificationPage>(await world.owner.get('/api/notifications?kind=campaign'));
  return items.map(({ code, detail, bot_key }) => ({ code, detail, isOurs: bot_key === world.key }));
};
const finished = { code: 'finished', detail: 'Spring (1 / 1)', isOurs: true };
const failureItem = {
  code: 'failed',
  detail: "Broken: Bad Request: can't parse entities",
  isOurs: true,
};

it('the owner is notified once when a campaign ends by itself, and not of what a colleague does', async () => {
  await run(await draft('Spring'));
  await expect.poll(notified, { timeout: 20_000 }).toEqual([finished]);

  const outcome = { code: 400, description: "Bad Request: can't parse entities" };
  world.bot.script({ method: 'sendMessage', outcome, times: 5 });
  const broken = await draft('Broken');
  await run(broken);
  await expect.poll(notified, { timeout: 20_000 }).toEqual([failureItem, finished]);
  await post(`/campaigns/${broken.campaign_id}/finish`);

  // Planned, and the server was down at that time: both are one notification.
  const { db } = world.server.services.metadata;
  const plannedIds = [await draft('First'), await draft('Second')].map(({ campaign_id }) => campaign_id);
  await db
    .updateTable('campaigns')
    .set({ status: 'Not_started', date_send: new Date(Date.now() - 5 * 3_600_000) })
    .where('campaign_id', 'in', plannedIds)
    .execute();
  const missed = { code: 'missed', detail: 'First, Second', isOurs: true };
  await expect.poll(notified, { timeout: 20_000 }).toEqual([missed, failureItem, finished]);
}, 90_000);
