import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BotUser, Report, UserHead, Website, WebsiteOptions } from '@botscope/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { countryFile } from '../../platform/test-country-file.ts';
import { dataOf } from '../connections/test-world.ts';
import { buildInitData, type HitWorld, openPage, startHitWorld } from './test-apps.ts';
import { defaults, openSite } from './test-websites.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

let world: HitWorld;
let bot: string;
const directory = mkdtempSync(join(tmpdir(), 'botscope-countries-'));
beforeAll(async () => {
  const file = join(directory, 'countries.mmdb');
  writeFileSync(file, countryFile({ '5.9.0.0/16': 'DE', '2a02:6b8::/32': 'RU', '10.0.0.0/8': 'FR' }));
  world = await startHitWorld({ GEO_DATABASE: file, TRUST_PROXY: '1' });
  bot = world.withToken;
});
afterAll(async () => {
  await world.server.close();
  rmSync(directory, { recursive: true, force: true });
});

const addSite = async (name: string, options: Partial<WebsiteOptions> = {}): Promise<Website> => {
  const draft = { name, domains: ['example.com'], options: { ...defaults, ...options } };
  return dataOf<Website>(await world.owner.post(`/api/bots/${bot}/websites`, draft));
};
/** A proxy writes the address that it was called from behind what the client says. */
const from = (forwarded: string) => ({
  ...{ origin: 'https://example.com', 'user-agent': firefox, 'x-forwarded-for': forwarded },
});
const siteHits = async (site: Website) => {
  await world.server.services.store.flush();
  const rows = await world.server.services.store.query<{ name: string; country: string; payload: string }>({
    sql: `SELECT toString(name) AS name, toString(site_country) AS country, payload FROM events FINAL
      WHERE bot = {bot:String} AND site_id = {site:UInt32} ORDER BY time, name`,
    params: { bot, site: site.site_id },
  });
  expect(rows.filter(({ payload }) => /5\.9\.1\.|2a02:6b8|10\.1\.1/.test(payload))).toEqual([]);
  return rows.map(({ name, country }) => [name, country]);
};

it('sessions on websites are by the country of the address, which is not stored', async () => {
  const site = await addSite('Shop');
  const t = Date.now() - 10_000;
  for (const [index, address] of [
    '5.9.1.2',
    '::ffff:5.9.1.3',
    '2a02:6b8::1',
    // Known to the file, but private; and what a client says of itself is not believed.
    '5.9.1.4, 10.1.1.1',
    '8.8.8.8',
  ].entries()) {
    await world.send(openSite(site).body([{ t: t + 1_000 * index }]), from(address));
  }
  expect(await siteHits(site)).toEqual([
    ['page', 'DE'],
    ['page', 'DE'],
    ['page', 'RU'],
    ['page', ''],
    ['page', ''],
  ]);
  const path = `/api/reports/${bot}/site_session_country?period=7d&detail=day`;
  const { lines } = dataOf<Report>(await world.owner.get(path));
  expect(lines.map(({ name, total }) => [name, total])).toEqual([
    ['', 2],
    ['DE', 2],
    ['RU', 1],
  ]);
});

it('a hit before consent has no country', async () => {
  const site = await addSite('Club', { consent: 'required' });
  const page = openSite(site);
  const t = Date.now() - 10_000;
  await world.send(page.body([{ t }]), from('5.9.1.2'));
  await world.send(page.body([{ t: t + 1_000, n: 'buy' }], { ok: true }), from('5.9.1.2'));
  expect(await siteHits(site)).toEqual([
    ['page', ''],
    ['buy', 'DE'],
  ]);
});

it('a user of a Mini App has the country of their last hit; one without a proof gives nobody a country', async () => {
  const app = await world.addApp(bot);
  const opens = async (user: number, address: string) => {
    const page = openPage(app, buildInitData(user));
    const t = Date.now() - 5_000;
    expect(await world.send(page.body([{ t }], page.withInitData), from(address))).toMatchObject({ dropped: null });
    return page;
  };
  await opens(701, '5.9.1.2');
  const page = await opens(702, '5.9.1.2');
  // Later in the same opening, by the proof that the server remembers.
  await world.send(page.body([{ n: 'buy' }]), from('2a02:6b8::1'));
  await opens(703, '10.1.1.1');
  await world.send(openPage(app).body([{}]), from('5.9.1.2'));

  const { users } = dataOf<{ users: BotUser[] }>(
    await world.owner.get(`/api/bots/${bot}/users?sort=user_id&columns=country`),
  );
  expect(users.map(({ user_id, country }) => [user_id, country])).toEqual([
    [701, 'DE'],
    [702, 'RU'],
    [703, ''],
  ]);
  const pages = await Promise.all(users.map(({ user_id }) => world.owner.get(`/api/bots/${bot}/users/${user_id}`)));
  expect(pages.map((page) => dataOf<UserHead>(page).app_country)).toEqual(['DE', 'RU', '']);
  const rules = { match: 'all', rules: [{ kind: 'property', property: 'country', not: false, values: ['RU', ''] }] };
  const count = await world.owner.get(
    `/api/bots/${bot}/users/count?rules=${encodeURIComponent(JSON.stringify(rules))}`,
  );
  expect(dataOf(count)).toEqual({ count: 2, total: 3 });
});
