import type { Campaign, CampaignBill } from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { startWriting, type WritingWorld } from '../messages/test-writing.ts';

let world: WritingWorld;
beforeAll(async () => {
  world = await startWriting({ ROLES: 'ingest,api,worker', MAILING_MAX_SPEED: '1000' });
}, 120_000);
afterAll(() => world.close());

const botPath = (path: string): string => `/api/bots/${world.key}${path}`;
const post = (path: string, body: object = {}) => world.owner.post(botPath(path), body);
const get = async (id: number): Promise<Campaign> => dataOf(await world.owner.get(botPath(`/campaigns/${id}`)));

it('is refused without Stars, is billed above the free speed, and says what it has cost', async () => {
  const users = await Promise.all(['Ann', 'Ben', 'Cid', 'Dan', 'Eve', 'Finn', 'Gus', 'Hal'].map((n) => world.meet(n)));
  const audience = { kind: 'ids', user_ids: users.map(({ user }) => user.id) };
  const { campaign_id } = dataOf<Campaign>(await post('/campaigns', { name: 'Fast', audience }));
  const sendingOptions = { is_paid: true, speed: 1_000, interval_cap: 1_000 };
  const response = await post(`/campaigns/${campaign_id}`, {
    revision: 1,
    message: { text: 'Hi' },
    sending: sendingOptions,
  });
  const { revision } = dataOf<Campaign>(response);
  // Telegram takes two a second for nothing here.
  world.bot.limit({ perSecond: 2, paidPerSecond: 1_000 });
  const check = async () =>
    dataOf<{ code: string }[]>(await world.owner.get(botPath(`/campaigns/${campaign_id}/check`)));
  expect(await check()).toEqual([{ code: 'NotEnoughStars', field: 'sending.is_paid' }]);
  expect(errorOf(await post(`/campaigns/${campaign_id}/run`, { revision }))).toBe('CampaignNotReady sending.is_paid');

  world.bot.addStars(5);
  expect(dataOf(await world.owner.get(botPath('/star-balance')))).toEqual({ tenths: 50 });
  expect(await check()).toEqual([]);
  await post(`/campaigns/${campaign_id}/run`, { revision });
  await expect.poll(async () => (await get(campaign_id)).status, { timeout: 60_000 }).toBe('Done');
  expect((await get(campaign_id)).counts.delivered).toBe(users.length);
  const messageCalls = world.bot.calls.filter(({ params }) => params.text === 'Hi');
  expect(messageCalls.every(({ params }) => String(params.allow_paid_broadcast) === 'true')).toBe(true);
  const bill = dataOf<CampaignBill>(await world.owner.get(botPath(`/campaigns/${campaign_id}/bill`)));
  const { tenths } = dataOf<{ tenths: number }>(await world.owner.get(botPath('/star-balance')));
  expect(bill).toEqual({ requests: 50 - tenths, tenths: 50 - tenths });
  expect(bill.requests).toBeGreaterThan(0);
  expect(errorOf(await world.stranger.get(botPath('/star-balance')))).toBe('NotFound');
}, 120_000);
