import { type MiniApp, mailingPressData, type Target, type Website } from '@botscope/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dataOf } from '../features/connections/test-world.ts';
import { botLink, openSite, type SiteWorld, startSiteWorld } from '../features/pages/test-websites.ts';
import { userHash } from '../platform/outgoing/user-hash.ts';

let world: SiteWorld;
let site: Website;
beforeAll(async () => {
  world = await startSiteWorld();
  site = await world.addSite();
}, 60_000);
afterAll(() => world.server.close());

/** Kinds of updates that something in front of the event store looks at; 300 users of each. */
const each = 300;
const date = Math.floor(Date.now() / 1_000);
const from = (id: number) => ({ id, is_bot: false, first_name: 'Ann', language_code: 'en' });
const chat = (id: number) => ({ id, type: 'private', first_name: 'Ann' });
const command = (id: number, text: string) => {
  const entities = [{ type: 'bot_command', offset: 0, length: text.split(' ')[0]?.length ?? 0 }];
  return { message: { message_id: id, date, text, entities, chat: chat(id), from: from(id) } };
};
const press = (id: number, action: 'unsubscribe' | 'subscribe') => {
  const message = { message_id: 1, date, chat: chat(id), from: { ...from(1), is_bot: true } };
  return {
    callback_query: {
      id: `${action} ${id}`,
      chat_instance: '1',
      from: from(id),
      message,
      data: mailingPressData(action, 1),
    },
  };
};
const kinds: ((id: number) => object)[] = [
  (id) => command(id, `/start bsv_${`t${id}`.padEnd(11, '-')}`),
  (id) => command(1_000_000 + id, '/start'),
  (id) => press(2_000_000 + id, 'unsubscribe'),
  (id) => press(2_000_000 + id, 'subscribe'),
  (id) => command(3_000_000 + id, '/stop_mailing'),
  (id) => command(3_000_000 + id, '/start_mailing'),
  (id) => ({
    my_chat_member: {
      ...{ chat: chat(id), from: from(id), date },
      old_chat_member: { status: 'member', user: from(1) },
      new_chat_member: { status: 'kicked', until_date: 0, user: from(1) },
    },
  }),
];

/** Statements and transactions of the metadata store during some work. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(world.server.services.metadata.db.getExecutor(), 'provideConnection');
  try {
    await work();
    // Work that begins with the answer counts too.
    await new Promise((resolve) => setTimeout(resolve, 500));
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}
const post = async (path: string, body: object): Promise<void> => {
  const answer = await world.server.visitor().post(path, body, { 'api-key': world.apiKey });
  expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
};

it('updates and calls cost no statement of their own, whatever they say', async () => {
  const { erasedUsers, metadata, sealer, unsubscribes } = world.server.services;
  const settings = unsubscribes.settingsOf(world.bot);
  await unsubscribes.setSettings(world.bot, {
    ...settings,
    command: '/stop_mailing',
    return_command: '/start_mailing',
  });
  const erased = Array.from({ length: each }, (_, id) => userHash(sealer, world.bot, 1_000_001 + id));
  await erasedUsers.block(metadata.db, world.bot, erased, new Date(Date.now() - 3_600_000));
  await erasedUsers.announce(world.bot);
  const items = kinds.flatMap((make, kind) =>
    Array.from({ length: each }, (_, id) => ({ update: { update_id: kind * each + id + 1, ...make(id + 1) } })),
  );
  expect(await countStatements(() => post('/v1/send-batch-update', items))).toBeLessThan(30);

  const calls = Array.from({ length: 1_000 }, (_, id) => ({
    ...{ method: 'sendMessage', params: { chat_id: id + 1, text: 'Hello' } },
    response: { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' },
  }));
  expect(await countStatements(() => post('/v1/send-batch-call', calls))).toBeLessThan(10);

  const values = Array.from({ length: 1_000 }, (_, id) => ({ key: 'city', user_id: id + 1, value: 'Riga' }));
  await world.server.services.customFields.create(world.bot, {
    ...{ key: 'city', name: 'City', type: 'text', accountKey: null },
  });
  expect(await countStatements(() => post('/v1/send-user-field', values))).toBeLessThan(10);

  const target = { name: 'Sale', trigger: { kind: 'api' }, value: { kind: 'none' } };
  const { target_id } = dataOf<Target>(await world.owner.post(`/api/bots/${world.bot}/targets`, target));
  const conversions = Array.from({ length: 100 }, (_, id) => ({ target_id, user_id: id + 1 }));
  expect(await countStatements(() => post('/v1/send-target', conversions))).toBeLessThan(10);

  const blocked = await metadata.db
    .selectFrom('erased_users')
    .select('user_hash')
    .where('lifted_at', 'is', null)
    .execute();
  expect(blocked).toEqual([]);
}, 60_000);

it('hits of a page, and tickets in its links, cost no statement of their own', async () => {
  const app = dataOf<MiniApp>(
    await world.owner.post(`/api/bots/${world.bot}/mini-apps`, { system_name: 'shop', origins: [] }),
  );
  const links = Array.from({ length: 50 }, (_, id) => botLink(`t${id + 1}`.padEnd(11, '-')));
  const page = openSite(site);
  await world.send(page.body([{}]));
  expect(
    await countStatements(async () => expect(await world.send(page.body(links))).toMatchObject({ status: 202 })),
  ).toBeLessThan(10);
  // They were started with before their visits were known: all are corrected together.
  expect((await world.launches(7))[0]).toMatchObject({ start_payload: 'bsv_t7---------' });
  const body = {
    k: app.key,
    l: 'ab'.repeat(16),
    e: links.map((_, id) => ({ id: `${id}`.padEnd(16, '0'), n: 'tap', t: Date.now() })),
  };
  expect(await countStatements(async () => expect(await world.send(body)).toMatchObject({ status: 202 }))).toBeLessThan(
    10,
  );
}, 60_000);
