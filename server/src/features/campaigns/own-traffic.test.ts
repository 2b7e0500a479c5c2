import type { Bot, Campaign } from '@botscope/contract';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dataOf, startWorld, type World } from '../connections/test-world.ts';

let world: World;
let bot: SimulatedBot;
let key: string;
beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api,worker', MAILING_MAX_SPEED: '30' });
  bot = world.telegram.addBot({ username: 'busy_bot' });
  const connection = { connection_type: 'auto', delivery_method: 'getUpdates', delivery_method_send: 'proxy' };
  const answer = await world.owner.post('/api/bots', { bot_name: 'busy_bot', token: bot.token, ...connection });
  key = dataOf<{ bot: Bot }>(answer).bot.key;
}, 120_000);
afterAll(() => world.close());

const post = (path: string, body: object = {}) => world.owner.post(`/api/bots/${key}${path}`, body);
const get = async (id: number): Promise<Campaign> => dataOf(await world.owner.get(`/api/bots/${key}/campaigns/${id}`));

it('a campaign at thirty a second leaves room for a bot that sends ten a second through us', async () => {
  const api = { url: world.server.url, token: bot.token };
  const people = Array.from({ length: 90 }, (_, index) => world.telegram.person({ first_name: `P${index}`, bot }));
  for (const person of people) person.sends('/start');
  let offset = 0;
  await vi.waitFor(
    async () => {
      const { body } = await callMethod(api, 'getUpdates', { offset, timeout: 0, limit: 100 });
      const updates = body.result as { update_id: number }[];
      offset = (updates.at(-1)?.update_id ?? offset - 1) + 1;
      expect(updates).toEqual([]);
    },
    { timeout: 30_000 },
  );
  const audience = { kind: 'all' };
  const { campaign_id } = dataOf<Campaign>(await post('/campaigns', { name: 'News', audience }));
  const size = async () => dataOf<{ can_get: number }>(await post('/campaign-audiences/count', audience)).can_get;
  await expect.poll(size, { timeout: 30_000 }).toBe(people.length);
  const sending = { speed: 30, interval_cap: 30 };
  const saved = await post(`/campaigns/${campaign_id}`, { revision: 1, message: { text: 'Hi' }, sending });
  const { revision } = dataOf<Campaign>(saved);

  const statuses: number[] = [];
  const sends: Promise<unknown>[] = [];
  const [first] = people;
  const timer = setInterval(() => {
    const call = callMethod(api, 'sendMessage', { chat_id: first?.user.id ?? 0, text: 'By itself' });
    sends.push(call.then(({ status }) => statuses.push(status)));
  }, 100);
  try {
    await expect.poll(() => statuses.length, { timeout: 10_000 }).toBeGreaterThan(12);
    bot.limit({ perSecond: 33 });
    expect((await post(`/campaigns/${campaign_id}/run`, { revision })).status).toBe(200);
    // The owner sees why it is slower than its thirty a second.
    await expect.poll(async () => (await get(campaign_id)).bot_per_second, { timeout: 30_000 }).toBeGreaterThan(3);
    await expect.poll(async () => (await get(campaign_id)).status, { timeout: 150_000 }).toBe('Done');
    expect((await get(campaign_id)).bot_per_second).toBe(0);
  } finally {
    clearInterval(timer);
    await Promise.all(sends);
    bot.limit(null);
  }
  expect((await get(campaign_id)).counts.delivered).toBe(people.length);
  // Without room for the bot there would be seven a second, over thirty in all and seven of the bot's own. One or two may
  // be on a busy machine, where calls come together.
  expect(statuses.filter((status) => status !== 200).length).toBeLessThan(3);
  const refused = bot.calls.filter(({ status }) => status === 429);
  expect(refused.length).toBeLessThan(10);
}, 300_000);

it('a 429 that the bot gets itself is a pause of its campaigns', async () => {
  const api = { url: world.server.url, token: bot.token };
  const one = world.telegram.person({ first_name: 'One', bot });
  bot.script({ method: 'sendMessage', chatId: one.user.id, outcome: { retryAfter: 30 } });
  const { campaign_id } = dataOf<Campaign>(await post('/campaigns', { name: 'Late', audience: { kind: 'all' } }));
  const saved = await post(`/campaigns/${campaign_id}`, { revision: 1, message: { text: 'Hi' } });
  const { revision } = dataOf<Campaign>(saved);
  expect((await callMethod(api, 'sendMessage', { chat_id: one.user.id, text: 'x' })).status).toBe(429);
  await expect.poll(() => world.server.services.botSends.load(key).limitedMs, { timeout: 10_000 }).toBeGreaterThan(0);
  await post(`/campaigns/${campaign_id}/run`, { revision });
  await expect.poll(async () => (await get(campaign_id)).paused_until, { timeout: 10_000 }).not.toBeNull();
  expect((await get(campaign_id)).counts.delivered).toBe(0);
  await post(`/campaigns/${campaign_id}/stop`);
}, 60_000);
