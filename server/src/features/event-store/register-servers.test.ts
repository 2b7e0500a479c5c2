import { afterAll, beforeAll, expect, it } from 'vitest';
import { anEvent } from '../../events/store/test-event.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { openTestServers, startTestClickHouse, type TestClickHouse } from '../bot-moves/test-servers.ts';

const metadata = testMetadata();
let fullServer: TestClickHouse;
let emptyServer: TestClickHouse;
const open = (...servers: TestClickHouse[]) =>
  openTestServers(
    metadata(),
    servers.map(({ url }) => url),
  );
beforeAll(async () => {
  [fullServer, emptyServer] = await Promise.all([startTestClickHouse(), startTestClickHouse()]);
}, 60_000);
afterAll(async () => {
  await Promise.all([fullServer.remove(), emptyServer.remove()]);
});

const bots = ['0000000000001', '0000000000002'] as const;
const count = async ({ store }: Awaited<ReturnType<typeof open>>, bot: string) => {
  const sql = 'SELECT count() AS events FROM events WHERE bot = {bot:String}';
  return (await store.query<{ events: number }>({ sql, params: { bot }, bot }))[0]?.events;
};

it('leaves one server as it is, and makes it the default one when another one is added', async () => {
  const singleSetup = await open(fullServer);
  await singleSetup.store.write([anEvent({ bot: bots[0] })]);
  await singleSetup.store.flush();
  expect([singleSetup.stores.size, await singleSetup.botMoves.servers()]).toEqual([0, []]);
  await singleSetup.close();

  await emptyServer.stop();
  await expect(open(fullServer, emptyServer)).rejects.toThrow('needs all of them');
  await emptyServer.start();
  await expect(open(fullServer, fullServer)).rejects.toThrow('are one server, or a copy of it');
  await expect(open(emptyServer, fullServer)).rejects.toThrow(`name ${new URL(fullServer.url).host}/ first`);
  expect(await metadata().db.selectFrom('event_servers').selectAll().execute()).toEqual([]);

  const pairSetup = await open(fullServer, emptyServer);
  expect(await pairSetup.botMoves.servers()).toMatchObject([
    { default: true, address: `${new URL(fullServer.url).host}/`, events: 1 },
    { default: false, events: 0 },
  ]);
  expect(await count(pairSetup, bots[0])).toBe(1);
  await pairSetup.close();
}, 60_000);

it('knows the servers again in any order, by fewer addresses, and while one is away', async () => {
  const servers = await metadata().db.selectFrom('event_servers').selectAll().orderBy('added_at').execute();
  const second = servers.find(({ is_default }) => !is_default)?.id ?? '';
  const bot = { key: bots[1], bot_name: 'b_bot', username: 'b_bot', api_key_hash: '', event_server: second };
  await metadata().db.insertInto('bots').values(bot).execute();
  const swapped = await open(emptyServer, fullServer);
  await swapped.store.write(bots.map((one) => anEvent({ bot: one, id: '2' })));
  await swapped.store.flush();
  expect([await count(swapped, bots[0]), await count(swapped, bots[1])]).toEqual([2, 1]);
  await swapped.close();

  await emptyServer.stop();
  const partialSetup = await open(fullServer, emptyServer);
  await partialSetup.store.write([anEvent({ bot: bots[1], id: '3' })]);
  expect(await count(partialSetup, bots[0])).toBe(2);
  await expect(count(partialSetup, bots[1])).rejects.toThrow('leads to the server');
  expect(partialSetup.store.health()).toMatchObject({ ready: true, takesRows: true, spooledRows: 1 });
  await emptyServer.start();
  await partialSetup.store.flush();
  expect(await count(partialSetup, bots[1])).toBe(2);
  await partialSetup.close();

  const fewer = await open(fullServer);
  expect(await count(fewer, bots[0])).toBe(2);
  await expect(count(fewer, bots[1])).rejects.toThrow('leads to the server');
  await fewer.close();
  await expect(open()).rejects.toThrow('name their addresses');
}, 60_000);
