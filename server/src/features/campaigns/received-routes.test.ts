import type { Bot } from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertCampaign } from '../campaign-engine/test-campaigns.ts';
import { type OutcomeWorld, startOutcomeWorld } from '../campaign-results/test-outcome-world.ts';
import { dataOf, errorOf } from '../connections/test-world.ts';

const [ann, ben, cid] = [1, 2, 3] as const;

/*
 * | campaign | Ann                    | Ben                  |
 * |----------|------------------------|----------------------|
 * | news     | delivered 2 Mar 10:00  | blocked, 2 Mar 10:00 |
 * | offer    | waits                  |                      |
 * | of another bot that knows Ann and Ben as well | waits   |
 */
let world: OutcomeWorld;
let other: string;
let news: number;
let offer: number;
let foreignCampaign: number;
beforeAll(async () => {
  world = await startOutcomeWorld();
  const { db } = world.server.services.metadata;
  const contact = (user: number) => ['01T08:00', user, { text: '/start' }] as const;
  await world.send(contact(ann), contact(ben), contact(cid));
  const registeredBot = dataOf<{ bot: Bot; api_key: string }>(
    await world.owner.post('/api/bots', { bot_name: 'second_bot', connection_type: 'api' }),
  );
  other = registeredBot.bot.key;
  const from = { id: ann, is_bot: false, first_name: 'Ann' };
  const message = { message_id: 1, date: 1_709_280_000, from, chat: { id: ann, type: 'private' }, text: '/start' };
  const update = { date: '2024-03-01T08:00:00Z', update: { update_id: 1, message } };
  await world.server.visitor().post('/v1/send-batch-update', [update], { 'api-key': registeredBot.api_key });
  await world.server.services.store.flush();

  news = await world.campaign(ann, ben);
  await world.deliver(news, '02T10:00', ann, { status: 'Done', messageId: 1 });
  await world.deliver(news, '02T10:00', ben, { status: 'Error', reason: 'blocked' });
  offer = await world.campaign(ann);
  foreignCampaign = await insertCampaign(db, other, { userIds: [ann] });
  await db.insertInto('campaign_recipients').values({ campaign_id: foreignCampaign, user_id: ann }).execute();
}, 120_000);
afterAll(() => world.server.close());

interface Page {
  campaigns: { campaign_id: number; name: string }[];
  next: number | null;
}
const buildPath = (bot: string, user: number, query = ''): string => `/api/bots/${bot}/users/${user}/campaigns${query}`;
const listReceived = async (user: number, { bot = world.key, query = '' } = {}): Promise<Page> =>
  dataOf(await world.owner.get(buildPath(bot, user, query)));

it('lists the campaigns of a user, the newest first, with what became of each', async () => {
  const { name } = dataOf<{ name: string }>(await world.owner.get(world.botPath(`/campaigns/${news}`)));
  const finished_at = '2024-03-02T10:00:00.000Z';
  expect(await listReceived(ann)).toEqual({
    campaigns: [
      { campaign_id: offer, name, status: 'ForSend', reason: null, finished_at: null },
      { campaign_id: news, name, status: 'Done', reason: null, finished_at },
    ],
    next: null,
  });
  expect(await listReceived(ben)).toEqual({
    campaigns: [{ campaign_id: news, name, status: 'Error', reason: 'blocked', finished_at }],
    next: null,
  });
  expect(await listReceived(cid)).toEqual({ campaigns: [], next: null });
});

it('is of one bot', async () => {
  expect((await listReceived(ann, { bot: other })).campaigns.map(({ campaign_id }) => campaign_id)).toEqual([
    foreignCampaign,
  ]);
  expect(errorOf(await world.owner.get(buildPath(other, ben)))).toBe('NotFound user_id');
  expect(errorOf(await world.stranger.get(buildPath(world.key, ann)))).toBe('NotFound');
});

it('is for those who may list recipients', async () => {
  const grant = { email: 'stranger@example.com', role: null, keys: ['section.users.list', 'tasker.task.view'] };
  await world.owner.post(world.botPath('/permissions/grant'), grant);
  expect(errorOf(await world.stranger.get(buildPath(world.key, ann)))).toBe('AccessDenied');
});

it('comes in pages', async () => {
  const campaignIds: number[] = [];
  for (let index = 0; index < 21; index += 1) campaignIds.unshift(await world.campaign(cid));
  const first = await listReceived(cid);
  expect(first.campaigns.map(({ campaign_id }) => campaign_id)).toEqual(campaignIds.slice(0, 20));
  expect(first.next).toBe(campaignIds[19]);
  const second = await listReceived(cid, { query: `?before=${first.next}` });
  expect(second.campaigns.map(({ campaign_id }) => campaign_id)).toEqual([campaignIds[20]]);
  expect(second.next).toBe(null);
  expect(errorOf(await world.owner.get(buildPath(world.key, cid, '?before=x')))).toBe('InvalidField before');
});
