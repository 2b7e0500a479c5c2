import { afterAll, beforeAll, expect, it } from 'vitest';
import { anEvent } from '../../events/store/test-event.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { openTestServers, startTestClickHouse, type TestClickHouse } from '../bot-moves/test-servers.ts';

const metadata = testMetadata();
let full: TestClickHouse;
let empty: TestClickHouse;
const open = (...servers: TestClickHouse[]) =>
  openTestServers(
    metadata(),
    servers.map(({ url }) => url),
  );
beforeAll(async () => {
  [full, empty] = await Promise.all([startTestClickHouse(), startTestClickHouse()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([full.remove(), empty.remove()]);
});

const bots = ['0000000000001', '0000000000002'] as const;
const count = async ({ store }: Awaited<ReturnType<typeof open>>, bot: string) => {
  const sql = 'SELECT count() AS events FROM events WHERE bot = {bot:String}';
  return (await store.query<{ events: number }>({ sql, params: { bot }, bot }))[0]?.events;
};

it('leaves one server as it is, and makes it the default one when another one is added', async () => {
  const single = await open(full);
  await single.store.write([anEvent({ bot: bots[0] })]);
  await single.store.flush();
  expect([single.stores.size, await single.botMoves.servers()]).toEqual([0, []]);
  await single.close();

  await empty.stop();
  await expect(open(full, empty)).rejects.toThrow('needs all of them');
  await empty.start();
  await expect(open(full, full)).rejects.toThrow('are one server, or a copy of it');
  await expect(open(empty, full)).rejects.toThrow(`name ${new URL(full.url).host}/ first`);
  expect(await metadata().db.selectFrom('event_servers').selectAll().execute()).toEqual([]);

  const several = await open(full, empty);
  expect(await several.botMoves.servers()).toMatchObject([
    { default: true, address: `${new URL(full.url).host}/`, events: 1 },
    { default: false, events: 0 },
  ]);
  expect(await count(several, bots[0])).toBe(1);
  await several.close();
}, 60_000);

it('knows the servers again in any order, by fewer addresses, and while one is away', async () => {
  const servers = await metadata().db.selectFrom('event_servers').selectAll().orderBy('added_at').execute();
  const second = servers.find(({ is_default }) => !is_default)?.id ?? '';
  const bot = { key: bots[1], bot_name: 'b_bot', username: 'b_bot', api_key_hash: '', event_server: second };
  await metadata().db.insertInto('bots').values(bot).execute();
  const swapped = await open(empty, full);
  await swapped.store.write(bots.map((one) => anEvent({ bot: one, id: '2' })));
  await swapped.store.flush();
  expect([await count(swapped, bots[0]), await count(swapped, bots[1])]).toEqual([2, 1]);
  await swapped.close();

  await empty.stop();
  const half = await open(full, empty);
  await half.store.write([anEvent({ bot: bots[1], id: '3' })]);
  expect(await count(half, bots[0])).toBe(2);
  await expect(count(half, bots[1])).rejects.toThrow('leads to the server');
  expect(half.store.health()).toMatchObject({ ready: true, takesRows: true, spooledRows: 1 });
  await empty.start();
  await half.store.flush();
  expect(await count(half, bots[1])).toBe(2);
  await half.close();

  const fewer = await open(full);
  expect(await count(fewer, bots[0])).toBe(2);
  await expect(count(fewer, bots[1])).rejects.toThrow('leads to the server');
  await fewer.close();
  await expect(open()).rejects.toThrow('name their addresses');
}, 60_000);
