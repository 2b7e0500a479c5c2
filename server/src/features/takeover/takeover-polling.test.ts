import type { Bot, Takeover, TakeoverSettings } from '@botscope/contract';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import type { SimulatedUser } from '@botscope/testkit/user.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dataOf, startWorld, type World } from '../connections/test-world.ts';

let world: World;
let bot: SimulatedBot;
let key: string;
beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api' });
  bot = world.telegram.addBot({ username: 'polling_bot' });
  const connection = { connection_type: 'auto', delivery_method: 'getUpdates', delivery_method_send: 'proxy' };
  const answer = await world.owner.post('/api/bots', { bot_name: 'polling_bot', token: bot.token, ...connection });
  key = dataOf<{ bot: Bot }>(answer).bot.key;
}, 120_000);
afterAll(() => world.close());

/** Number and text of each update that the bot gets by one poll through us. */
const poll = async (offset: number): Promise<{ id: number; text: string }[]> => {
  const api = { url: world.server.url, token: bot.token };
  const { body } = await callMethod(api, 'getUpdates', { offset, timeout: 0 });
  const updates = body.result as { update_id: number; message: { text: string } }[];
  return updates.map(({ update_id: id, message }) => ({ id, text: message.text }));
};
const path = (user: SimulatedUser, to = ''): string => `/api/bots/${key}/users/${user.id}/takeover${to}`;

it('an update of a taken chat is confirmed for a bot that polls, and never reaches it', async () => {
  const [ann, bob] = [{ first_name: 'Ann' }, { first_name: 'Bob' }].map((fields) =>
    world.telegram.user({ ...fields, bot }),
  );
  if (ann === undefined || bob === undefined) throw new Error('no users');
  ann.sends('/start');
  const [first] = await poll(0);
  expect(first?.text).toBe('/start');
  const take = () => world.owner.post(path(ann), {});
  await vi.waitFor(async () => expect((await take()).status).toBe(200), { timeout: 20_000 });
  expect(dataOf<Takeover>(await world.owner.get(path(ann))).reach).toBe('drop_only');

  bob.sends('one');
  ann.sends('to a human');
  bob.sends('two');
  const next = (first?.id ?? 0) + 1;
  const batch = await poll(next);
  expect(batch.map(({ text }) => text)).toEqual(['one', 'two']);
  // A repeated poll gives the same, also after the release: the update was dropped once and for all.
  expect(await poll(next)).toEqual(batch);
  const withheld = async () => dataOf<Takeover>(await world.owner.get(path(ann))).current?.withheld;
  await expect.poll(withheld, { timeout: 5_000 }).toBe(1);
  await world.owner.post(path(ann, '/release'), {});
  expect(await poll(next)).toEqual(batch);

  await take();
  ann.sends('still to a human');
  expect(await poll((batch.at(-1)?.id ?? 0) + 1)).toEqual([]);
  // The dropped update does not wait at Telegram any more.
  ann.sends('/start again');
  const after = await poll((batch.at(-1)?.id ?? 0) + 1);
  expect(after.map(({ text }) => text)).toEqual(['/start again']);
  await expect.poll(async () => dataOf<Takeover>(await world.owner.get(path(ann))).current).toBeNull();
});

it('promises no later delivery to a bot that polls, whatever was chosen for its webhook', async () => {
  const settings = `/api/bots/${key}/takeover-settings`;
  const cid = world.telegram.user({ first_name: 'Cid', bot });
  cid.sends('/start');
  await poll(0);
  const refusedAnswer = await world.owner.post(settings, { withheld: 'deliver' });
  expect(refusedAnswer).toMatchObject({ status: 400, body: { errors: [{ code: 'InvalidField', field: 'withheld' }] } });
  // It was a webhook once.
  const { metadata } = world.server.services;
  await metadata.db.insertInto('takeover_settings').values({ bot_key: key, withheld: 'deliver' }).execute();
  expect(dataOf<TakeoverSettings>(await world.owner.get(settings))).toEqual({ withheld: 'drop', reach: 'drop_only' });
  await vi.waitFor(async () => expect((await world.owner.post(path(cid), {})).status).toBe(200), { timeout: 20_000 });
  expect(dataOf<Takeover>(await world.owner.get(path(cid))).current).toMatchObject({ mode: 'drop' });
});
