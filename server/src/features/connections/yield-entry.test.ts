import type { Bot, NotificationPage } from '@botscope/contract';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, errorOf, startWorld, type World } from './test-world.ts';

interface Added {
  bot: Bot;
  api_key: string;
}

let world: World;
beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api' });
});
afterAll(() => world.close());

const add = (visitor: World['owner'], body: Record<string, unknown>) => visitor.post('/api/bots', body);
const loadRow = (key: string) => world.server.services.bots.byKey(key);
const loadMessages = async (visitor: World['owner']) =>
  dataOf<NotificationPage>(await visitor.get('/api/notifications')).items.map(({ kind, code, bot_key, detail }) => [
    kind,
    code,
    bot_key,
    detail,
  ]);
const polling = { connection_type: 'auto', delivery_method: 'getUpdates', delivery_method_send: 'proxy' };

it.each<[string, Record<string, unknown>]>([
  ['by API', { connection_type: 'api' }],
  ['by hand, before the bot has called', { connection_type: 'manual', delivery_method: 'getUpdates' }],
  ['by hand, after the bot has called', { connection_type: 'manual', delivery_method: 'getUpdates' }],
])('a name that a stranger took %s goes to the account that shows the token', async (situation, body) => {
  const username = `taken${situation.length}_${situation.includes('after') ? 'late' : 'soon'}_bot`;
  const simulated = world.telegram.addBot({ username });
  const takenEntry = dataOf<Added>(await add(world.stranger, { bot_name: username, ...body }));
  if (situation.includes('after')) {
    await callMethod({ url: world.server.url, token: simulated.token }, 'getMe', {});
    expect((await loadRow(takenEntry.bot.key))?.token_hash).not.toBeNull();
  }

  const nameCheck = await world.owner.get(`/api/bots/check-name?bot_name=${username}`);
  expect(errorOf(nameCheck)).toBe('200');
  // A name alone proves nothing, for either of them.
  expect(errorOf(await add(world.owner, { bot_name: username }))).toBe('botExist bot_name');
  const tokenCheck = await world.owner.post('/api/bots/check-token', { token: simulated.token, bot_name: username });
  expect(errorOf(tokenCheck)).toBe('200');
  expect((await loadRow(takenEntry.bot.key))?.bot_name).toBe(username);

  const { bot } = dataOf<Added>(await add(world.owner, { ...polling, bot_name: username, token: simulated.token }));
  expect(bot.bot_name).toBe(username);
  const displaced = await loadRow(takenEntry.bot.key);
  expect(displaced).toMatchObject({
    bot_name: `${username.slice(0, 18)}_${takenEntry.bot.key}`,
    telegram_id: null,
    token_hash: null,
  });
  expect(await loadMessages(world.stranger)).toContainEqual([
    'access',
    'displaced',
    takenEntry.bot.key,
    `@${username}`,
  ]);
  expect((await loadMessages(world.owner)).filter(([, code]) => code === 'displaced')).toEqual([]);

  // Updates pushed with its own key still go to its own entry; the bot's calls belong to the proven one.
  const update = { update_id: 1, message: { message_id: 1, from: { id: 5 }, chat: { id: 5 }, text: 'hi' } };
  const pushed = await world.stranger.post('/v1/send-update', update, { 'api-key': takenEntry.api_key });
  expect(pushed.status).toBe(200);
  const { services } = world.server;
  expect((await services.botOfToken(simulated.token))?.key).toBe(bot.key);
  // The proven one yields to nobody.
  expect(errorOf(await add(world.stranger, { ...polling, bot_name: username, token: simulated.token }))).toBe(
    'botExist bot_name',
  );
});

it('an own entry without a token is not doubled by one with it', async () => {
  const simulated = world.telegram.addBot({ username: 'mine_bot' });
  const { bot } = dataOf<Added>(await add(world.owner, { bot_name: 'mine_bot' }));
  expect(errorOf(await add(world.owner, { ...polling, bot_name: 'mine_bot', token: simulated.token }))).toBe(
    'botExist bot_name',
  );
  expect(errorOf(await world.owner.get('/api/bots/check-name?bot_name=mine_bot'))).toBe('botExist bot_name');
  expect((await loadRow(bot.key))?.bot_name).toBe('mine_bot');
});

it('a token that is given later makes entries of others yield as well', async () => {
  const simulated = world.telegram.addBot({ username: 'later_bot' });
  const takenEntry = dataOf<Added>(
    await add(world.stranger, { bot_name: 'later_bot', connection_type: 'manual', delivery_method: 'getUpdates' }),
  );
  await callMethod({ url: world.server.url, token: simulated.token }, 'getMe', {});
  (simulated.user as { username: string }).username = 'later2_bot';
  const { bot } = dataOf<Added>(await add(world.owner, { bot_name: 'later2_bot' }));
  expect(errorOf(await world.owner.post(`/api/bots/${bot.key}/token`, { token: simulated.token }))).toBe('200');
  expect((await loadRow(takenEntry.bot.key))?.telegram_id).toBeNull();
  expect(Number((await loadRow(bot.key))?.telegram_id)).toBe(simulated.user.id);
});

it('a stranger who enters another user’s webhook does not block it for them', async () => {
  const strangers = world.telegram.addBot({ username: 'strangers_bot' });
  const owners = world.telegram.addBot({ username: 'owners_bot' });
  const body = { connection_type: 'auto', delivery_method: 'webhook', webhook: world.hook.url };
  expect(errorOf(await add(world.stranger, { ...body, bot_name: 'strangers_bot', token: strangers.token }))).toBe(
    '200',
  );
  expect(errorOf(await add(world.owner, { ...body, bot_name: 'owners_bot', token: owners.token }))).toBe('200');
});
