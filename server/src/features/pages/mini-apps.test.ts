import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditPage, MiniApp } from '@botscope/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { countryFile } from '../../platform/test-country-file.ts';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { forgetRemoved } from './forget-removed.ts';
import { buildInitData, type HitWorld, openPage, startHitWorld } from './test-apps.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let world: HitWorld;
const directory = mkdtempSync(join(tmpdir(), 'botscope-countries-'));
beforeAll(async () => {
  const file = join(directory, 'countries.mmdb');
  writeFileSync(file, countryFile({ '5.9.0.0/16': 'DE' }));
  world = await startHitWorld({ GEO_DATABASE: file, TRUST_PROXY: '1' });
});
afterAll(async () => {
  await world.server.close();
  rmSync(directory, { recursive: true, force: true });
});

const appsPath = (rest = '', bot = world.withToken) => `/api/bots/${bot}/mini-apps${rest}`;

it('apps are added, listed and changed; one name is one app, in whatever case', async () => {
  const draft = { system_name: ' shop ', origins: ['https://App.Example.com/', 'https://app.example.com'] };
  const shop = dataOf<MiniApp>(await world.owner.post(appsPath(), draft));
  expect(shop).toEqual({
    ...{ app_id: expect.any(Number), bot_key: world.withToken, system_name: 'shop', status: 'enabled' },
    ...{ key: expect.stringMatching(/^[0-9a-f]{32}$/), old_key_until: null, origins: ['https://app.example.com'] },
    created_at: expect.any(String),
  });
  const game = dataOf<MiniApp>(await world.owner.post(appsPath(), { system_name: 'game', origins: [] }));
  expect(errorOf(await world.owner.post(appsPath(), { system_name: 'SHOP', origins: [] }))).toBe(
    'AppAlreadyExists system_name',
  );
  expect(errorOf(await world.owner.post(appsPath(`/${game.app_id}`), { system_name: 'Shop', origins: [] }))).toBe(
    'AppAlreadyExists system_name',
  );
  // Another bot may have an app of this name.
  const other = dataOf<MiniApp>(
    await world.owner.post(appsPath('', world.withoutToken), { system_name: 'shop', origins: [] }),
  );
  const changes = { system_name: 'Store', origins: ['https://*.example.com'] };
  expect(dataOf(await world.owner.post(appsPath(`/${shop.app_id}`), changes))).toMatchObject(changes);

  const names = (apps: MiniApp[]) => apps.map(({ system_name }) => system_name);
  expect(names(dataOf<MiniApp[]>(await world.owner.get(appsPath())))).toEqual(['game', 'Store']);
  expect(names(dataOf<MiniApp[]>(await world.owner.get('/api/mini-apps')))).toEqual(['shop', 'game', 'Store']);
  expect(dataOf<MiniApp>(await world.owner.get(appsPath(`/${game.app_id}`)))).toEqual(game);
  // An app of another bot is not found.
  expect(errorOf(await world.owner.get(appsPath(`/${other.app_id}`)))).toBe('NotFound app_id');
});

it.each([
  ['system_name', { system_name: 'my shop', origins: [] }],
  ['system_name', { system_name: '123', origins: [] }],
  ['origins.0', { system_name: 'ok', origins: ['example.com'] }],
  ['origins.0', { system_name: 'ok', origins: ['https://example.com/path'] }],
  ['origins', { system_name: 'ok', origins: new Array(21).fill('https://example.com') }],
])('%s is checked', async (field, body) => {
  expect(errorOf(await world.owner.post(appsPath(), body))).toBe(`InvalidField ${field}`);
});

it('a key that is replaced works as long as it was said', async () => {
  const app = await world.addApp(world.withToken);
  const rotate = async (keep_hours: number) =>
    dataOf<MiniApp>(await world.owner.post(appsPath(`/${app.app_id}/rotate-key`), { keep_hours }));
  const probeKey = async ({ key }: Pick<MiniApp, 'key'>) => (await world.send(openPage({ key }).body([{}]))).dropped;
  const second = await rotate(24);
  expect(Date.parse(second.old_key_until ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  expect([await probeKey(app), await probeKey(second)]).toEqual([null, null]);
  const third = await rotate(0);
  expect(third.old_key_until).toBeNull();
  expect([await probeKey(app), await probeKey(second), await probeKey(third)]).toEqual(['key', 'key', null]);
});

it('an app is removed with what it has reported; the others keep theirs', async () => {
  const [app, other] = [await world.addApp(world.withToken), await world.addApp(world.withToken)];
  for (const [each, user] of [
    [app, 601],
    [app, 602],
    [other, 602],
  ] as const) {
    const page = openPage(each, buildInitData(user));
    await world.send(page.body([{}], page.withInitData), { 'x-forwarded-for': '5.9.1.2' });
  }
  const { metadata, store } = world.server.services;
  const countries = () =>
    store.query({
      sql: `SELECT app_id, user_id, char(bitAnd(bitShiftRight(max(last), 8), 255), bitAnd(max(last), 255)) AS country FROM app_countries
        WHERE bot = {bot:String} AND user_id > 600 GROUP BY app_id, user_id ORDER BY app_id, user_id`,
      params: { bot: world.withToken },
    });
  const users = async () => {
    // Durable rows may still be in the spool.
    await store.flush();
    return store.query<{ user_id: number }>({
      sql: 'SELECT DISTINCT user_id FROM users FINAL WHERE bot = {bot:String} AND user_id > 600 ORDER BY user_id',
      params: { bot: world.withToken },
    });
  };
  expect(await users()).toEqual([{ user_id: 601 }, { user_id: 602 }]);
  expect(await countries()).toHaveLength(3);

  expect(errorOf(await world.owner.delete(appsPath(`/${app.app_id}`), { system_name: 'x' }))).toBe(
    'InvalidField system_name',
  );
  expect(dataOf(await world.owner.delete(appsPath(`/${app.app_id}`), { system_name: app.system_name }))).toBeNull();
  expect(errorOf(await world.owner.get(appsPath(`/${app.app_id}`)))).toBe('NotFound app_id');
  expect((await world.send(openPage(app).body([{}]))).dropped).toBe('key');
  // Its name is free at once.
  await world.owner.post(appsPath(), { system_name: app.system_name, origins: [] });

  const deps = { store, metadata, logger: world.server.services.logger };
  expect(await forgetRemoved({ ...deps, haveStored: async () => false })).toBe(0);
  expect(await world.rows(app)).toEqual([]);
  expect(await world.rows(other)).toHaveLength(1);
  expect(await forgetRemoved({ ...deps, haveStored: async () => true })).toBe(1);
  // Rebuilt from what is left.
  await store.rollUp(world.withToken, 0);
  expect(await users()).toEqual([{ user_id: 602 }]);
  expect(await countries()).toEqual([{ app_id: other.app_id, user_id: 602, country: 'DE' }]);
});

it('the log of the bot says what was done with its apps', async () => {
  const app = await world.addApp(world.withoutToken);
  await world.owner.post(appsPath(`/${app.app_id}/status`, world.withoutToken), { status: 'archived' });
  const { entries } = dataOf<AuditPage>(await world.owner.get(`/api/bots/${world.withoutToken}/audit`));
  expect(entries.slice(0, 2).map(({ action, detail }) => [action, detail])).toEqual([
    ['mini_app_changed', { name: app.system_name, status: 'archived' }],
    ['mini_app_added', { name: app.system_name }],
  ]);
});

it('a bot has 100 apps at most, and the answer says so', async () => {
  const { bot } = await world.server.services.bots.add(world.accountKey, 'crowded_bot', {});
  const add = (name: string) => world.owner.post(appsPath('', bot.key), { system_name: name, origins: [] });
  const first = dataOf<MiniApp>(await add('app_1'));
  for (let number = 2; number <= 100; number += 1) expect((await add(`app_${number}`)).status).toBe(200);
  const refusedAnswer = await add('app_101');
  expect([refusedAnswer.status, errorOf(refusedAnswer)]).toEqual([400, 'TooManyMiniApps']);
  expect(errorOf(await add('app_7'))).toBe('AppAlreadyExists system_name');
  await world.owner.delete(appsPath(`/${first.app_id}`, bot.key), { system_name: 'app_1' });
  expect((await add('app_101')).status).toBe(200);
});
