import { createHash, randomBytes } from 'node:crypto';
import type { WireHit } from '@botscope/contract';
import { openedBy, signInitData } from '@botscope/testkit/init-data.ts';
import type { Page } from '@playwright/test';
import { judge } from './fixtures/axe.ts';
import { createAccount, signIn } from './fixtures/operator.ts';
import { servePage } from './fixtures/serve-page.ts';
import type { TestServer } from './fixtures/server.ts';
import { expect, test } from './fixtures/test.ts';

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

interface Sender {
  key: string;
  /** '' = opened outside Telegram. */
  initData: string;
  origin: string;
}

/** Posts events as the script in a page does. @returns why they were dropped; null: they are stored */
async function sendHits(server: TestServer, { key, initData, origin }: Sender, events: Partial<WireHit>[]) {
  const e = events.map((event) => ({ id: hex(8), n: 'app_launch', t: Date.now(), u: '/', ...event }));
  const body = { k: key, v: 1, sent: Date.now(), l: hex(16), p: 'ios', w: '9.1', e, ...(initData && { i: initData }) };
  const headers = { 'content-type': 'text/plain', origin };
  const answer = await fetch(`${server.url}/hit`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(202);
  return answer.headers.get('x-botscope-dropped');
}

const hitRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Last 50 hits' }).locator('tbody tr').filter({ hasText: name });
const selfTest = (page: Page) => page.getByRole('region', { name: 'Self-test' });

test.beforeEach(({ demoServer, context }) =>
  Promise.all([demoServer.demoReady(), context.grantPermissions(['clipboard-read', 'clipboard-write'])]),
);

test('a Mini App: added, counted, paused, its key replaced, removed', async ({
  own: page,
  bot,
  shop,
  server,
  watch,
}) => {
  const { token } = shop.telegramBot;
  const violations: string[] = [];
  const initData = signInitData(openedBy({ id: 70_001, first_name: 'Anna' }, Date.now()), { token });
  const origin = 'https://shop.example.com';
  let key = '';
  let snippet = '';
  let path = '';

  await test.step('the empty list leads to the form, which says what is wrong', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Tools', exact: true }).click();
    await page.getByRole('link', { name: 'Mini Apps', exact: true }).click();
    await expect(page).toHaveTitle('Mini Apps · Botscope');
    await expect(page.getByRole('heading', { name: 'No Mini Apps yet' })).toBeVisible();
    violations.push(...(await judge(page, 'empty')));
    await page.getByRole('link', { name: 'Add Mini App' }).click();
    await expect(page).toHaveURL(/\/add-app/);
    await expect(page.getByLabel('Bot', { exact: true })).toHaveValue(bot.key);
    await page.getByRole('button', { name: 'Add Mini App' }).click();
    await expect(page.getByLabel('System name')).toBeFocused();
    await page.getByLabel('System name').fill('my shop');
    await page.getByLabel('Allowed origins').fill('shop.example.com/start\n\nnot an address');
    await page.getByRole('button', { name: 'Add Mini App' }).click();
    await expect(page.getByText('1–64 Latin letters, digits and _')).toBeVisible();
    await expect(page.getByText('Line 3 is not an address')).toBeVisible();
    violations.push(...(await judge(page, 'form, refused')));
    await page.getByLabel('System name').fill('https://t.me/some_bot/shop?startapp=ads');
    await page.getByLabel('Allowed origins').fill('shop.example.com/start');
    await page.getByRole('button', { name: 'Add Mini App' }).click();
  });

  await test.step('its page begins with the snippet', async () => {
    await expect(page).toHaveURL(/\/webapps\/\d+\?tab=code/);
    await expect(page.getByRole('heading', { level: 1, name: 'shop' })).toBeVisible();
    path = new URL(page.url()).pathname;
    await page.getByRole('button', { name: 'Copy the code for index.html, <head>' }).click();
    snippet = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(snippet).toMatch(/^<script async src="http:\/\/[^"]+\/w\.js" data-key="[0-9a-f]{32}"><\/script>$/);
    key = /data-key="(\w+)"/.exec(snippet)?.[1] ?? '';
    await page.getByLabel('Clicks').selectOption('Of all buttons and links');
    await expect(page).toHaveURL(/clicks=all/);
    await expect(page.getByText('data-clicks="all"')).toBeVisible();
    await page.getByLabel('Where is the counter added?').selectOption('npm module');
    await expect(page.getByText(`npm install ${server.url}/botscope-miniapp.tgz`)).toBeVisible();
    await expect(selfTest(page)).toContainText('No hits yet');
    await expect(selfTest(page)).toContainText(key);
    violations.push(...(await judge(page, 'code')));
  });

  await test.step('the hash of the frozen version is that of its file', async () => {
    await page.goto(`${path}?tab=code`);
    await page.getByRole('radio', { name: 'Frozen' }).check();
    await expect(page).toHaveURL(/version=frozen/);
    const file = await (await fetch(`${server.url}/w.v1.js`)).bytes();
    const integrity = `sha384-${createHash('sha384').update(file).digest('base64')}`;
    await expect(page.getByText(`/w.v1.js" integrity="${integrity}" crossorigin="anonymous"`)).toBeVisible();
  });

  await test.step('a hit appears with its verdict by itself', async () => {
    expect(await sendHits(server, { key, initData, origin }, [{}, { n: 'cart', val: 9.9, cur: 'USD' }])).toBe(null);
    await expect(selfTest(page)).toContainText('Hits come in');
    await page.getByRole('link', { name: 'Live hits' }).click();
    await expect(hitRow(page, 'cart')).toContainText('Proven');
    await expect(hitRow(page, 'cart')).toContainText('By the bot’s token');
    await expect(hitRow(page, 'cart')).toContainText('70001');
    const forged = signInitData(openedBy({ id: 70_002 }, Date.now()), { token: `5:${'A'.repeat(35)}` });
    await sendHits(server, { key, initData: forged, origin }, [{ n: 'stolen' }]);
    await expect(hitRow(page, 'stolen')).toContainText('Not signed for');
    expect(await sendHits(server, { key, initData, origin }, [{ id: 'short', n: 'odd' }])).toBe('malformed');
    await expect(hitRow(page, 'Unreadable event')).toContainText('id is not 16 hexadecimal digits');
    await page.reload();
    await expect(page.getByRole('table', { name: 'Unreadable events' })).toContainText('"short"');
    violations.push(...(await judge(page, 'hits')));
  });

  await test.step('the copied snippet counts the page that it is pasted into', async () => {
    const site = await servePage(`<!doctype html><head>${snippet}<link rel="icon" href="data:,"></head>`);
    const shopPage = await page.context().newPage();
    await shopPage.goto(`${site.origin}/catalogue`);
    await expect(hitRow(page, '/catalogue')).toContainText('The page is at none of the allowed origins');
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Allow this origin' }).click();
    await expect(page.getByRole('region', { name: 'Settings' })).toContainText(site.origin);
    await page.getByRole('link', { name: 'Live hits' }).click();
    await shopPage.goto(`${site.origin}/basket`);
    await expect(hitRow(page, '/basket')).toContainText('No Telegram data');
    await expect(hitRow(page, '/basket')).toContainText(site.origin);
    await shopPage.close();
    await site.close();
  });

  await test.step('updates stop while they are paused', async () => {
    await page.getByRole('button', { name: 'Pause updates' }).click();
    await sendHits(server, { key, initData, origin }, [{ n: 'unseen' }]);
    await expect(page.getByRole('button', { name: 'Resume updates' })).toBeVisible();
    await expect(hitRow(page, 'unseen')).toHaveCount(0);
    await page.getByRole('button', { name: 'Resume updates' }).click();
    await expect(hitRow(page, 'unseen')).toHaveCount(1);
  });

  await test.step('another origin is dropped, explained, and allowed with one click', async () => {
    const elsewhere = { key, initData, origin: 'https://new.example.com' };
    expect(await sendHits(server, elsewhere, [{ n: 'moved' }])).toBe('origin');
    await expect(hitRow(page, 'moved')).toContainText('The page is at none of the allowed origins');
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(selfTest(page)).toContainText('https://new.example.com is not among the allowed origins');
    violations.push(...(await judge(page, 'self-test')));
    await page.getByRole('button', { name: 'Allow this origin' }).click();
    await expect(page.getByRole('region', { name: 'Settings' })).toContainText('https://new.example.com');
    expect(await sendHits(server, elsewhere, [{ n: 'moved_again' }])).toBe(null);
    await expect(selfTest(page)).toContainText('Data signed by another bot: 1');
  });

  await test.step('a page at an allowed origin that has another key is named', async () => {
    expect(await sendHits(server, { key: `${'5'.repeat(28)}c0de`, initData, origin }, [{ n: 'lost' }])).toBe('key');
    await page.reload();
    await expect(selfTest(page)).toContainText(
      'Your page on shop.example.com reports with another key (ends in …\u2060c0de)',
    );
    await expect(selfTest(page)).toContainText(`the right key ends in …\u2060${key.slice(-4)}`);
    violations.push(...(await judge(page, 'another key')));
  });

  await test.step('the overview shows what was counted', async () => {
    await server.settled();
    await page.reload();
    const numbers = page.getByRole('region', { name: 'Last 30 days' });
    await expect(numbers.getByRole('table', { name: 'Most frequent events' })).toContainText('cart');
    await expect(numbers.getByRole('table', { name: 'Values' })).toContainText('USD');
    await expect(numbers).toContainText('They are never income');
    violations.push(...(await judge(page, 'overview')));
  });

  await test.step('a paused app drops its hits and says so', async () => {
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(selfTest(page)).toContainText('The Mini App is paused');
    expect(await sendHits(server, { key, initData, origin }, [{ n: 'asleep' }])).toBe('paused');
    await page.getByRole('link', { name: 'Live hits' }).click();
    await expect(hitRow(page, 'asleep')).toContainText('The Mini App, or recording of its bot, was paused');
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  });

  await test.step('a new key works at once, the old one for the chosen time', async () => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Actions for shop' }).click();
    await page.getByRole('menuitem', { name: 'Replace key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace the key' });
    await dialog.getByLabel('The old key works for').selectOption('72 more hours');
    violations.push(...(await judge(page, 'key')));
    await dialog.getByRole('button', { name: 'Replace key' }).click();
    await expect(dialog).toContainText('The old one works until');
    const newKey = (await dialog.getByRole('status').last().textContent()) ?? '';
    expect(newKey).toMatch(/^[0-9a-f]{32}$/);
    expect(newKey).not.toBe(key);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('region', { name: 'Settings' })).toContainText(newKey);
    for (const each of [key, newKey])
      expect(await sendHits(server, { key: each, initData, origin }, [{ n: 'both' }])).toBe(null);
    // The key leads to the page as well.
    await page.goto(`/webapps/${newKey}`);
    await expect(page.getByRole('heading', { level: 1, name: 'shop' })).toBeVisible();
  });

  await test.step('a taken name is refused at its field; filters come with a second app', async () => {
    watch.allows(/POST \/api\/bots\/\w+\/mini-apps 400/);
    await page.goto('/add-app');
    await page.getByLabel('System name').fill('SHOP');
    await page.getByRole('button', { name: 'Add Mini App' }).click();
    await expect(page.getByText('The bot already has a Mini App with this name')).toBeVisible();
    await expect(page.getByLabel('System name')).toBeFocused();
    await page.getByLabel('System name').fill('second');
    await page.getByRole('button', { name: 'Add Mini App' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'second' })).toBeVisible();
    await page.getByRole('button', { name: 'Actions for second' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(page.getByText('Archived', { exact: true })).toBeVisible();
    await page.goto('/webapps');
    await page.getByLabel('Status', { exact: true }).selectOption('Archived');
    await expect(page).toHaveURL(/status=archived/);
    await expect(page.getByRole('link', { name: 'shop', exact: true })).toBeHidden();
    await expect(page.getByRole('link', { name: 'second', exact: true })).toBeVisible();
    violations.push(...(await judge(page, 'list')));
  });

  await test.step('the pages of the app work on a phone, in Russian', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const tab of ['', '&tab=code', '&tab=hits']) {
      await page.goto(`${path}?lang=ru${tab}`);
      await expect(page.getByRole('heading', { level: 1, name: 'shop' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width, tab).toBeLessThanOrEqual(390);
      violations.push(...(await judge(page, `phone ${tab}`)));
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('it is removed by its name alone', async () => {
    await page.goto(`${path}?lang=en`);
    await page.getByRole('button', { name: 'Actions for shop' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove shop?' });
    await dialog.getByLabel('Type shop to confirm').fill('second');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog.getByText('This is not the name of the Mini App')).toBeVisible();
    violations.push(...(await judge(page, 'remove')));
    await dialog.getByLabel('Type shop to confirm').fill('shop');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page).toHaveURL(/\/webapps(\?|$)/);
    await expect(page.getByRole('link', { name: 'second', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'shop', exact: true })).toHaveCount(0);
    expect(await sendHits(server, { key, initData, origin }, [{}])).toBe('key');
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
  expect(violations).toEqual([]);
});

test('a colleague who may only see Mini Apps, and a visitor of the demo, change none', async ({
  own: page,
  browser,
  bot,
  server,
  watch,
}) => {
  const appResponse = await page.request.post(`/api/bots/${bot.key}/mini-apps`, {
    data: { system_name: 'shop', origins: ['https://shop.example.com'] },
  });
  const { data: app } = (await appResponse.json()) as { data: { key: string; app_id: number } };
  const visitor = { key: app.key, initData: '', origin: 'https://new.example.com' };
  expect(await sendHits(server, visitor, [{ n: 'moved' }])).toBe('origin');
  const colleague = await createAccount(server);
  const grantResponse = await page.request.post(`/api/bots/${bot.key}/permissions/grant`, {
    data: { email: colleague.email, role: null, keys: ['webapp.view'], reports: [] },
  });
  expect(grantResponse.status(), await grantResponse.text()).toBe(200);

  const context = await browser.newContext({ baseURL: server.url });
  await signIn(context, server, colleague);
  const theirs = await context.newPage();
  await watch.follow(theirs);
  await theirs.goto('/webapps');
  await expect(theirs.getByRole('link', { name: 'Add Mini App' })).toHaveCount(0);
  await theirs.getByRole('link', { name: 'shop', exact: true }).click();
  await expect(selfTest(theirs)).toContainText('https://new.example.com is not among the allowed origins');
  for (const name of ['Allow this origin', 'Pause', 'Edit', 'Actions for shop'])
    await expect(theirs.getByRole('button', { name, exact: true })).toHaveCount(0);
  // An address does not open what the page does not offer.
  await theirs.goto(`/webapps/${app.app_id}?dialog=remove`);
  await expect(theirs.getByRole('heading', { level: 1, name: 'shop' })).toBeVisible();
  await expect(theirs.getByRole('dialog')).toHaveCount(0);
  await theirs.goto('/add-app');
  await expect(theirs.getByRole('heading', { name: 'You cannot add a Mini App' })).toBeVisible();
  await context.close();
  await page.context().clearCookies();
  await test.step('a visitor looks, and nobody else may report there', () => visitDemo(page, server));
});

async function visitDemo(page: Page, server: TestServer): Promise<void> {
  await server.settled();
  await page.goto('/?demo=1&lang=en');
  await page.getByRole('button', { name: 'Tools', exact: true }).click();
  await page.getByRole('link', { name: 'Mini Apps', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Add Mini App' })).toHaveCount(0);
  await page.getByRole('table', { name: 'Mini Apps' }).getByRole('link').first().click();
  const numbers = page.getByRole('region', { name: 'Last 30 days' });
  await expect(numbers.getByRole('table', { name: 'Most frequent events' }).locator('tbody tr').first()).toBeVisible();
  for (const name of ['Pause', 'Edit']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Code', exact: true }).click();
  await page.getByRole('button', { name: 'Copy the code for index.html, <head>' }).click();
  const snippet = await page.evaluate<string>('navigator.clipboard.readText()');
  const key = /data-key="(\w{32})"/.exec(snippet)?.[1] ?? '';
  expect(key).not.toBe('');
  expect(await sendHits(server, { key, initData: '', origin: 'https://shop.example.com' }, [{}])).toBe('key');
  await page.goto('/add-app');
  await expect(page).toHaveURL(/\/signin/);
}
