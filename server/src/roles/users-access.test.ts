import type { Bot, BotUser } from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataOf, errorOf, startWorld, type World } from '../features/connections/test-world.ts';

let world: World;
let key: string;

const botUrl = (path: string) => `/api/bots/${key}${path}`;
const inOslo = JSON.stringify({ match: 'all', rules: [{ kind: 'field', key: 'city', is: 'is', values: ['Oslo'] }] });
const ofList = (query: Record<string, string>) => world.stranger.get(botUrl(`/users?${new URLSearchParams(query)}`));

/** One user, in Oslo, and a colleague who may see users and their number, but neither fields nor income. */
beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api' });
  const creation = dataOf<{ bot: Bot; api_key: string }>(
    await world.owner.post('/api/bots', { bot_name: 'shop_bot', connection_type: 'api' }),
  );
  key = creation.bot.key;
  const from = { id: 101, is_bot: false, first_name: 'Ann' };
  const date = Math.floor(Date.now() / 1_000) - 600;
  const message = { message_id: 1, date, from, chat: { id: 101, type: 'private' }, text: '/start' };
  await fetch(`${world.server.url}/v1/send-update`, {
    method: 'POST',
    headers: { 'api-key': creation.api_key },
    body: JSON.stringify({ date: new Date(date * 1_000).toISOString(), update: { update_id: 1, message } }),
  });
  await world.server.services.store.flush();
  await world.owner.post(botUrl('/custom-fields'), { key: 'city', name: 'City', type: 'text' });
  await world.owner.post(botUrl('/users/101/fields'), { values: { city: 'Oslo' } });
  await world.owner.post(botUrl('/permissions/grant'), {
    email: 'stranger@example.com',
    role: 'viewer',
    keys: ['section.users.list', 'section.users.export', 'section.users.erase', 'tasker.list.save'],
  });
}, 120_000);
afterAll(() => world.close());

it('values of fields are for those who may see fields, however users are selected', async () => {
  const [ann] = dataOf<{ users: BotUser[] }>(await ofList({ columns: 'status,field.city' })).users;
  expect(ann).toMatchObject({ user_id: 101, status: 'live' });
  expect(ann).not.toHaveProperty('fields');
  const cookie = [...world.stranger.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const file = await fetch(`${world.server.url}${botUrl('/users.csv?columns=status,field.city')}`, {
    headers: { cookie },
  });
  expect(await file.text()).toBe('user_id,status\r\n101,live\r\n');

  expect(errorOf(await ofList({ rules: inOslo }))).toBe('AccessDenied rules');
  expect(errorOf(await ofList({ sort: '-field.city' }))).toBe('AccessDenied sort');
  expect(errorOf(await world.stranger.get(botUrl(`/users/count?rules=${encodeURIComponent(inOslo)}`)))).toBe(
    'AccessDenied rules',
  );
  const selected = { selection: { rules: inOslo } };
  const segment = { name: 'Oslo', kind: 'dynamic', rules: JSON.parse(inOslo) as object };
  const list = { name: 'Oslo', kind: 'list', members: selected };
  const erasure = { members: selected, expected: 1, mode: 'erase' };
  expect(errorOf(await world.stranger.post(botUrl('/segments'), segment))).toBe('AccessDenied rules');
  expect(errorOf(await world.stranger.post(botUrl('/segments'), list))).toBe('AccessDenied rules');
  expect(errorOf(await world.stranger.post(botUrl('/user-jobs/erasures'), erasure))).toBe('AccessDenied rules');

  const { users } = dataOf<{ users: BotUser[] }>(
    await world.owner.get(botUrl('/users?columns=field.city&sort=field.city')),
  );
  expect(users.map(({ fields }) => fields)).toEqual([{ city: 'Oslo' }]);
});

it('the users behind a number are for those who may read its report', async () => {
  expect(dataOf<{ users: BotUser[] }>(await ofList({ number: 'visitors?period=7d' })).users).toHaveLength(1);
  expect(errorOf(await ofList({ number: 'sum_income?period=7d' }))).toBe('AccessDenied number');
});
