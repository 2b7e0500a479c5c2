import type { Bot, Campaign } from '@botscope/contract';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('two campaigns and an automation share what a bot leaves them that sends ten a second through us', async () => {
  const api = { url: world.server.url, token: bot.token };
  const users = Array.from({ length: 60 }, (_, index) => world.telegram.user({ first_name: `P${index}`, bot }));
  for (const user of users) user.sends('/start');
  let offset = 0;
  const poll = async (): Promise<number> => {
    const { body } = await callMethod(api, 'getUpdates', { offset, timeout: 0, limit: 100 });
    const updates = body.result as { update_id: number }[];
    offset = (updates.at(-1)?.update_id ?? offset - 1) + 1;
    return updates.length;
  };
  await expect.poll(poll, { timeout: 30_000 }).toBe(0);
  const audience = { kind: 'all' };
  const size = async () => dataOf<{ can_get: number }>(await post('/campaign-audiences/count', audience)).can_get;
  await expect.poll(size, { timeout: 30_000 }).toBe(users.length);
  const sendingOptions = { speed: 30, interval_cap: 30 };
  const write = async (text: string, content: object): Promise<Campaign> => {
    const { campaign_id } = dataOf<Campaign>(await post('/campaigns', { name: text, ...content }));
    return dataOf(await post(`/campaigns/${campaign_id}`, { revision: 1, message: { text }, sending: sendingOptions }));
  };
  const run = async ({ campaign_id, revision }: Campaign): Promise<number> => {
    expect((await post(`/campaigns/${campaign_id}/run`, { revision })).status).toBe(200);
    return campaign_id;
  };
  const trigger = { kind: 'event', event: { kind: 'command', name: '/deal' } };
  const automation = await run(await write('Deal', { automation: { trigger } }));
  const drafts = [await write('News', { audience }), await write('Sale', { audience })];

  const statuses: number[] = [];
  const sends: Promise<unknown>[] = [];
  const [first] = users;
  const timer = setInterval(() => {
    const call = callMethod(api, 'sendMessage', { chat_id: first?.user.id ?? 0, text: 'By itself' });
    sends.push(call.then(({ status }) => statuses.push(status)));
  }, 100);
  const deals = users.slice(0, 15);
  try {
    await expect.poll(() => statuses.length, { timeout: 10_000 }).toBeGreaterThan(12);
    bot.limit({ perSecond: 33 });
    const ids = await Promise.all(drafts.map(run));
    for (const user of deals) user.sends('/deal');
    await expect.poll(poll, { timeout: 30_000 }).toBe(0);
    // The owner sees why they are slower than their thirty a second.
    await expect.poll(async () => (await get(ids[0] ?? 0)).bot_per_second, { timeout: 30_000 }).toBeGreaterThan(3);
    for (const id of ids) await expect.poll(async () => (await get(id)).status, { timeout: 150_000 }).toBe('Done');
    await expect.poll(async () => (await get(automation)).counts.delivered, { timeout: 60_000 }).toBe(deals.length);
    for (const id of ids)
      expect(await get(id)).toMatchObject({ bot_per_second: 0, counts: { delivered: users.length } });
  } finally {
    clearInterval(timer);
    await Promise.all(sends);
    bot.limit(null);
  }
  // Without room for the bot there would be seven a second, over thirty in all and seven of the bot's own. One or two may
  // be on a busy machine, where calls come together.
  expect(statuses.filter((status) => status !== 200).length).toBeLessThan(3);
  expect(bot.calls.filter(({ status }) => status === 429).length).toBeLessThan(10);
  // They take turns: of the first half of their messages, neither has more than two thirds.
  const texts = bot.calls.flatMap(({ status, params: { text } }) =>
    status === 200 && (text === 'News' || text === 'Sale') ? [text] : [],
  );
  const ofFirstHalf = texts.slice(0, users.length).filter((text) => text === 'News').length;
  expect(ofFirstHalf).toBeGreaterThan(users.length / 3);
  expect(ofFirstHalf).toBeLessThan((2 * users.length) / 3);
}, 300_000);

it('a 429 that the bot gets itself is a pause of its campaigns', async () => {
  const api = { url: world.server.url, token: bot.token };
  const one = world.telegram.user({ first_name: 'One', bot });
  bot.script({ method: 'sendMessage', chatId: one.user.id, outcome: { retryAfter: 30 } });
  const { campaign_id } = dataOf<Campaign>(await post('/campaigns', { name: 'Late', audience: { kind: 'all' } }));
  const response = await post(`/campaigns/${campaign_id}`, { revision: 1, message: { text: 'Hi' } });
  const { revision } = dataOf<Campaign>(response);
  expect((await callMethod(api, 'sendMessage', { chat_id: one.user.id, text: 'x' })).status).toBe(429);
  await expect.poll(() => world.server.services.botSends.load(key).limitedMs, { timeout: 10_000 }).toBeGreaterThan(0);
  await post(`/campaigns/${campaign_id}/run`, { revision });
  await expect.poll(async () => (await get(campaign_id)).paused_until, { timeout: 10_000 }).not.toBeNull();
  expect((await get(campaign_id)).counts.delivered).toBe(0);
  await post(`/campaigns/${campaign_id}/stop`);
}, 60_000);
