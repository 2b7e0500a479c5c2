import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorOf, startWorld, type World } from './test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api' });
});
afterAll(() => world.close());

const add = (name: string) => world.owner.post('/api/bots', { bot_name: name, connection_type: 'api' });
const setTariff = (tariff: number) =>
  world.server.services.metadata.db.updateTable('accounts').set({ tariff }).execute();

it('the free tariff has two bots; the others and self-hosted installations have no limit', async () => {
  expect((await add('a_bot')).status).toBe(200);
  await setTariff(0);
  expect((await add('b_bot')).status).toBe(200);
  expect(errorOf(await add('c_bot'))).toBe('NotAllowOnTariff');
  await setTariff(2);
  expect((await add('c_bot')).status).toBe(200);
  await setTariff(0);
  expect(errorOf(await add('d_bot'))).toBe('NotAllowOnTariff');
  await setTariff(4);
  expect((await add('d_bot')).status).toBe(200);
});
