import { startJourney } from '@botscope/testkit/journey.ts';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { judge } from './fixtures/axe.ts';
import { createAccount, signIn } from './fixtures/operator.ts';
import { push } from './fixtures/push.ts';
import { servePage } from './fixtures/serve-page.ts';
import type { TestServer } from './fixtures/server.ts';
import { expect, test } from './fixtures/test.ts';

/** The browser of the tests names itself a program, and programs are not counted. */
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36';

/** A visitor in a browser of their own; links to Telegram lead nowhere. */
async function visitor(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ userAgent });
  await context.route('https://t.me/**', (route) => route.fulfill({ body: 'Telegram' }));
  return context;
}

const hitRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Last 50 hits' }).locator('tbody tr').filter({ hasText: name });
const liveCheck = (page: Page) => page.getByRole('region', { name: 'Live check' });
const section = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const tile = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Last 30 days' }).locator('dl > div').filter({ hasText: name }).locator('dd');

async function copied(page: Page, name: string): Promise<string> {
  await page
    .getByRole('button', { name: `Copy the code for ${name}` })
    .first()
    .click();
  return page.evaluate<string>('navigator.clipboard.readText()');
}

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('a website: added, counted, its ticket claimed, paused, removed', async ({
  own: page,
  bot,
  browser,
  server,
  watch,
}) => {
  const violations: string[] = [];
  const visits = await visitor(browser);
  let snippet = '';
  let path = '';

  await test.step('the empty list says what it is good for, and leads to the form', async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Tools', exact: true }).click();
    await page.getByRole('link', { name: 'Code for site', exact: true }).click();
    await expect(page).toHaveTitle('Code for site · Botscope');
    await expect(page.getByRole('heading', { name: 'No websites yet' })).toBeVisible();
    await expect(page.getByText('beside what the user then spends in the bot')).toBeVisible();
    violations.push(...(await judge(page, 'empty')));
    await page.getByRole('link', { name: 'Add website' }).click();
    await expect(page).toHaveURL(/\/code4-site\/new/);
  });

  await test.step('the form says what is wrong at its fields', async () => {
    const add = page.getByRole('button', { name: 'Add website' });
    await expect(page.getByLabel('Bot', { exact: true })).toHaveValue(bot.key);
    await expect(page.getByRole('radio', { name: 'Ticket' })).toBeChecked();
    await add.click();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.getByLabel('Name', { exact: true }).fill('Coffee');
    await page.getByLabel('Domains', { exact: true }).fill('example.com\n\nnot a domain');
    await add.click();
    await expect(page.getByText('Line 3 is not a domain such as example.com')).toBeVisible();
    await expect(page.getByLabel('Domains', { exact: true })).toBeFocused();
    await page.getByRole('radio', { name: 'Readable' }).check();
    await expect(page.getByText(`The rules of ${bot.name} keep payloads whole`)).toBeVisible();
    violations.push(...(await judge(page, 'form, refused')));
    await page.getByRole('radio', { name: 'Ticket' }).check();
    await page.getByLabel('Domains', { exact: true }).fill('https://www.example.com/start\nlocalhost');
    await add.click();
  });

  await test.step('its page begins with the code', async () => {
    await expect(page).toHaveURL(/\/code4-site\/\d+\?tab=code/);
    await expect(page.getByRole('heading', { level: 1, name: 'Coffee' })).toBeVisible();
    path = new URL(page.url()).pathname;
    snippet = await copied(page, '<head>');
    expect(snippet).toMatch(/^<script async src="http:\/\/[^"]+\/site\.js" data-key="[0-9a-f]{32}"><\/script>$/);
    await expect(liveCheck(page)).toContainText('No hits yet');
    await expect(liveCheck(page)).toContainText('www.example.com, localhost');
    await page.getByLabel('Where is the code added?').selectOption('npm module');
    await expect(page.getByText(`npm install ${server.url}/botscope-site.tgz`)).toBeVisible();
    await page.getByLabel('Where is the code added?').selectOption('Plain HTML');
    await page.getByLabel('Links to the bot').selectOption('Stay as they are');
    await expect(page).toHaveURL(/links=off/);
    await expect(page.getByText('data-links="off"').first()).toBeVisible();
    await page.getByRole('radio', { name: 'Frozen' }).check();
    await expect(page.getByText('/site.v1.js" integrity="sha384-').first()).toBeVisible();
    await page.getByLabel('Path of the reports').fill('/count it');
    await expect(page.getByText('Begin with / and use letters')).toBeVisible();
    violations.push(...(await judge(page, 'code')));
    await page.getByLabel('Path of the reports').fill('/count/it');
    await expect(page.getByText('data-url="/count/it"')).toBeVisible();
    await expect(page.getByText('location = /count/it')).toBeVisible();
  });

  await test.step('the pasted line counts the page, and a click on its link makes a ticket', async () => {
    const html = `<head>${snippet}<link rel="icon" href="data:,"></head><a href="https://t.me/${bot.name}">Bot</a>`;
    const site = await servePage(`<!doctype html>${html}`);
    await page.goto(`${path}?tab=hits`);
    const visit = await visits.newPage();
    await visit.goto(`${site.origin}/prices?utm_source=google&utm_medium=cpc`);
    await expect(hitRow(page, '/prices')).toContainText('Stored');
    await expect(hitRow(page, '/prices')).toContainText('utm_source: google');
    await expect(hitRow(page, '/prices')).toContainText('Chrome');
    await visit.getByRole('link', { name: 'Bot' }).click();
    await expect(visit).toHaveURL(/^https:\/\/t\.me\/\w+\?start=bsv_[\w-]{11}$/);
    await expect(hitRow(page, 'bot_link')).toContainText('Stored');
    violations.push(...(await judge(page, 'hits')));

    const payload = new URL(visit.url()).searchParams.get('start');
    const journey = startJourney({ from: new Date(Date.now() - 30_000).toISOString(), bot: bot.name, seed: bot.name });
    journey.user('Anna').sends(`/start ${payload}`);
    expect(await push(server, bot, journey.updates)).toBe(200);
    await server.settled();
    await section(page, 'Overview');
    await page.reload();
    await expect(liveCheck(page)).toContainText('Your site has just reported');
    for (const name of ['Visitors', 'Sessions', 'Page views', 'Clicks to the bot', 'Tickets', 'Started with a ticket'])
      await expect(tile(page, name).first(), name).toContainText('1');
    await expect(page.getByRole('table', { name: 'Most frequent events' })).toContainText('bot_link');
    violations.push(...(await judge(page, 'overview')));
    await site.close();
  });

  await test.step('a page with another key is named', async () => {
    const wrongSnippet = snippet.replace(/data-key="[0-9a-f]{28}[0-9a-f]{4}"/, `data-key="${'5'.repeat(28)}c0de"`);
    const site = await servePage(`<!doctype html><head>${wrongSnippet}<link rel="icon" href="data:,"></head>`);
    const visit = await visits.newPage();
    const reported = visit.waitForResponse((response) => response.url().endsWith('/hit'));
    await visit.goto(`${site.origin}/prices`);
    expect((await reported).headers()['x-botscope-dropped']).toBe('key');
    await page.reload();
    await expect(liveCheck(page)).toContainText(
      'Your page on localhost reports with another key (ends in …\u2060c0de)',
    );
    await expect(liveCheck(page)).toContainText('Your site has just reported');
    violations.push(...(await judge(page, 'another key')));
    await site.close();
  });

  await test.step('a page on another domain is dropped, explained, and added with one click', async () => {
    const site = await servePage(`<!doctype html><head>${snippet}<link rel="icon" href="data:,"></head>`);
    const visit = await visits.newPage();
    await visit.goto(`http://127.0.0.1:${site.port}/moved`);
    await expect(liveCheck(page)).toContainText('127.0.0.1 is not among the domains');
    violations.push(...(await judge(page, 'live check')));
    await page.getByRole('button', { name: 'Add this domain' }).click();
    await expect(page.getByRole('region', { name: 'Settings' })).toContainText('127.0.0.1');
    await section(page, 'Live hits');
    await expect(hitRow(page, '/moved')).toContainText('The page is on none of the domains');
    await visit.goto(`http://127.0.0.1:${site.port}/moved-again`);
    await expect(hitRow(page, '/moved-again')).toContainText('Stored');
    await site.close();
  });

  await test.step('the code of Google Tag Manager counts as well; programs are named', async () => {
    await page.goto(`${path}?tab=code&snippet=gtm&version=frozen`);
    await expect(page.getByText("script.crossOrigin = 'anonymous'")).toBeVisible();
    const site = await servePage(`<!doctype html><link rel="icon" href="data:,">${await copied(page, 'Custom HTML')}`);
    await section(page, 'Live hits');
    const visit = await visits.newPage();
    await visit.goto(`${site.origin}/by-tag-manager`);
    await expect(hitRow(page, '/by-tag-manager')).toContainText('Stored');
    const program = await browser.newContext({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
    await (await program.newPage()).goto(`${site.origin}/by-robot`);
    await expect(hitRow(page, '/by-robot')).toContainText('A program, by its User-Agent');
    await program.close();
    await site.close();
  });

  await test.step('consent is a part of the code', async () => {
    await page.goto(path);
    await page.getByRole('region', { name: 'Settings' }).getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Coffee' });
    await dialog.getByRole('radio', { name: 'Wait for it' }).check();
    violations.push(...(await judge(page, 'edit')));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('region', { name: 'Settings' })).toContainText('Wait for it');
    await section(page, 'Code');
    await expect(page.getByText('data-consent="required"').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Consent' })).toContainText('push({ consent: true })');
  });

  await test.step('readable links follow the rules of the bot', async () => {
    const rules = { type: 'all', params: [], paramSeparator: '--', valueSeparator: '_', sourceParam: 'src' };
    const settings = { start_rules: rules };
    const settingsResponse = await page.request.post(`/api/bots/${bot.key}/settings`, { data: settings });
    expect(settingsResponse.status(), await settingsResponse.text()).toBe(200);
    await page.goto(`${path}?dialog=edit`);
    const dialog = page.getByRole('dialog', { name: 'Edit Coffee' });
    await dialog.getByRole('radio', { name: 'Readable' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await section(page, 'Code');
    const attributes = 'data-links="readable" data-between="--" data-equals="_" data-source="src"';
    await expect(page.getByText(attributes).first()).toBeVisible();
  });

  await test.step('a paused website says so', async () => {
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(liveCheck(page)).toContainText('The website is paused');
    await section(page, 'Overview');
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  });

  await test.step('a new key is shown', async () => {
    await page.getByRole('button', { name: 'Actions for Coffee' }).click();
    await page.getByRole('menuitem', { name: 'Replace key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace the key' });
    await dialog.getByRole('button', { name: 'Replace key' }).click();
    const newKey = (await dialog.getByRole('status').last().textContent()) ?? '';
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    // The key leads to the page as well.
    await page.goto(`/code4-site/${newKey}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Coffee' })).toBeVisible();
  });

  await test.step('a taken name is refused at its field', async () => {
    watch.allows(/POST \/api\/bots\/\w+\/websites 400/);
    await page.goto('/code4-site/new');
    await page.getByLabel('Name', { exact: true }).fill('COFFEE');
    await page.getByLabel('Domains', { exact: true }).fill('example.org');
    await page.getByRole('button', { name: 'Add website' }).click();
    await expect(page.getByText('The bot already has a website with this name')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.getByLabel('Name', { exact: true }).fill('Blog');
    await page.getByRole('button', { name: 'Add website' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
    await page.goto('/code4-site');
    await expect(page.getByRole('table', { name: 'Code for site' })).toContainText('example.org');
    violations.push(...(await judge(page, 'list')));
  });

  await test.step('the website pages work on a phone, in Russian', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const place of ['/code4-site?lang=ru', '/code4-site/new?lang=ru', `${path}?lang=ru`]) {
      for (const tab of place.startsWith(path) ? ['', '&tab=code', '&tab=hits'] : ['']) {
        await page.goto(place + tab);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('domcontentloaded');
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(width, place + tab).toBeLessThanOrEqual(390);
        violations.push(...(await judge(page, `phone ${place}${tab}`)));
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('it is removed by its name alone', async () => {
    await page.goto(`${path}?lang=en`);
    await page.getByRole('button', { name: 'Actions for Coffee' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Coffee?' });
    await dialog.getByLabel('Type Coffee to confirm').fill('Tea');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog.getByText('This is not the name of the website')).toBeVisible();
    violations.push(...(await judge(page, 'remove')));
    await dialog.getByLabel('Type Coffee to confirm').fill('Coffee');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page).toHaveURL(/\/code4-site(\?|$)/);
    await expect(page.getByRole('link', { name: 'Blog', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Coffee', exact: true })).toHaveCount(0);
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
  await visits.close();
  expect(violations).toEqual([]);
});

test('a colleague who may only see websites, and a visitor of the demo, change none', async ({
  own: page,
  browser,
  bot,
  demoServer: server,
  watch,
}) => {
  const options = { link_mode: 'readable', decorate_links: { payload: false }, consent: 'auto', gpc: 'tickets' };
  const siteResponse = await page.request.post(`/api/bots/${bot.key}/websites`, {
    data: { name: 'Coffee', domains: ['example.com'], options },
  });
  const { data: site } = (await siteResponse.json()) as { data: { site_id: number } };
  const colleague = await createAccount(server);
  const grantResponse = await page.request.post(`/api/bots/${bot.key}/permissions/grant`, {
    data: { email: colleague.email, role: null, keys: ['webapp.view'], reports: [] },
  });
  expect(grantResponse.status(), await grantResponse.text()).toBe(200);

  const context = await browser.newContext({ baseURL: server.url });
  await signIn(context, server, colleague);
  const theirs = await context.newPage();
  await watch.follow(theirs);
  await theirs.goto('/code4-site');
  await expect(theirs.getByRole('link', { name: 'Add website' })).toHaveCount(0);
  await theirs.getByRole('link', { name: 'Coffee', exact: true }).click();
  await expect(liveCheck(theirs)).toContainText('No hits yet');
  for (const name of ['Pause', 'Edit', 'Actions for Coffee'])
    await expect(theirs.getByRole('button', { name, exact: true })).toHaveCount(0);
  await section(theirs, 'Code');
  await expect(theirs.getByText('the usual separators are assumed')).toBeVisible();
  // An address does not open what the page does not offer.
  await theirs.goto(`/code4-site/${site.site_id}?dialog=remove`);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Coffee' })).toBeVisible();
  await expect(theirs.getByRole('dialog')).toHaveCount(0);
  await theirs.goto('/code4-site/new');
  await expect(theirs.getByRole('heading', { name: 'You cannot add a website' })).toBeVisible();
  await context.close();
  await page.context().clearCookies();
  await test.step('a visitor looks, and nobody else may report there', () => visitDemo(page, server));
});

async function visitDemo(page: Page, server: TestServer): Promise<void> {
  await server.settled();
  await page.goto('/?demo=1&lang=en');
  await page.getByRole('button', { name: 'Tools', exact: true }).click();
  await page.getByRole('link', { name: 'Code for site', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Add website' })).toHaveCount(0);
  await page.getByRole('table', { name: 'Code for site' }).getByRole('link').first().click();
  await expect(tile(page, 'Visitors').first()).toContainText(/[1-9]/);
  for (const name of ['Pause', 'Edit']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await section(page, 'Code');
  const key = /data-key="(\w{32})"/.exec(await copied(page, '<head>'))?.[1] ?? '';
  expect(key).not.toBe('');
  const hit = { id: '0123456789abcdef', n: 'page', t: Date.now(), u: '/' };
  const body = JSON.stringify({ k: key, l: '0'.repeat(32), h: 'shop.example.com', e: [hit] });
  const headers = { 'user-agent': userAgent };
  const answer = await fetch(`${server.url}/hit`, { method: 'POST', headers, body });
  expect(answer.headers.get('x-botscope-dropped')).toBe('key');
}
