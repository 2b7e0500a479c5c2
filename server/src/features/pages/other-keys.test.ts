import type { OtherKey, Website } from '@botscope/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dataOf } from '../connections/test-world.ts';
import { openSite, type SiteWorld, startSiteWorld } from './test-websites.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let world: SiteWorld;
beforeAll(async () => {
  world = await startSiteWorld();
});
afterAll(() => world.server.close());

const loadKeys = async ({ bot_key, site_id }: Website) =>
  dataOf<OtherKey[]>(await world.owner.get(`/api/bots/${bot_key}/websites/${site_id}/other-keys`)).map(
    ({ host, digits, at }) => [host, digits, Date.now() - Date.parse(at) < 60_000],
  );
/** A page of this host reports with a key that nothing has. */
async function report(host: string, end: string, origin = `https://${host}`): Promise<void> {
  const key = `${'0'.repeat(28)}${end}`;
  expect(await world.send(openSite({ key }, { h: host }).body([{}]), { origin })).toEqual({
    ...{ status: 202, dropped: 'key' },
  });
}

it('a website knows which of its pages report with another key; others learn nothing', async () => {
  const [site, other, greedy] = [
    await world.addSite({ domains: ['shop.example', '*.shop.example'] }),
    await world.addSite({ domains: ['blog.example'] }),
    await world.addSite({ domains: ['*.example'] }),
  ];
  await report('shop.example', '1234');
  await report('www.shop.example', '00ff', '');
  await report('elsewhere.example', '5678');
  await report('my.shop.example', '7777');
  // The page and its browser name different hosts.
  await report('shop.example', '9999', 'https://elsewhere.example');
  expect(await loadKeys(site)).toEqual([
    ['www.shop.example', '00ff', true],
    ['shop.example', '1234', true],
  ]);
  expect(await loadKeys(other)).toEqual([]);
  // Any account may list any domain: only names that are written out are answered.
  expect(await loadKeys(greedy)).toEqual([]);
  // Nothing was stored, and the right key still counts.
  expect(await world.hits(site)).toEqual([]);
  await world.send(openSite(site, { h: 'shop.example' }).body([{}]), { origin: 'https://shop.example' });
  expect(await world.hits(site)).toHaveLength(1);
});

it('the key before, after its time, is another key', async () => {
  const site = await world.addSite({ domains: ['moved.example'] });
  const path = `/api/bots/${site.bot_key}/websites/${site.site_id}/rotate-key`;
  const rotatedSite = dataOf<Website>(await world.owner.post(path, { keep_hours: 0 }));
  const send = (key: string) =>
    world.send(openSite({ key }, { h: 'moved.example' }).body([{}]), { origin: 'https://moved.example' });
  expect((await send(rotatedSite.key)).dropped).toBe(null);
  expect((await send(site.key)).dropped).toBe('key');
  expect(await loadKeys(rotatedSite)).toEqual([['moved.example', site.key.slice(-4), true]]);
});

it('a Mini App learns of pages at its allowed origins; one that may be anywhere has none of its own', async () => {
  const add = async (system_name: string, origins: string[]) => {
    const draft = { system_name, origins };
    return dataOf<{ app_id: number }>(await world.owner.post(`/api/bots/${world.bot}/mini-apps`, draft)).app_id;
  };
  const [app, anywhere] = [await add('app', ['https://app.example']), await add('anywhere', [])];
  // A page of a Mini App does not say where it is: its browser does.
  await report('', 'beef', 'https://app.example');
  await report('', 'dead', 'http://app.example');
  await report('', 'f00d', 'null');
  const loadAppKeys = async (id: number) =>
    dataOf<OtherKey[]>(await world.owner.get(`/api/bots/${world.bot}/mini-apps/${id}/other-keys`));
  expect(await loadAppKeys(app)).toEqual([{ host: 'app.example', digits: 'beef', at: expect.any(String) }]);
  expect(await loadAppKeys(anywhere)).toEqual([]);
});
