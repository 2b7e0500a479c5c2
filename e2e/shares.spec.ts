import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startJourney } from '@botscope/testkit/journey.ts';
import type { Browser, Page } from '@playwright/test';
import { createAxeBuilder } from './fixtures/axe.ts';
import type { TestBot } from './fixtures/operator.ts';
import { push } from './fixtures/push.ts';
import type { TestServer } from './fixtures/server.ts';
import { expect, test } from './fixtures/test.ts';
import { createWatch, type Watch } from './fixtures/watch.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Three users came yesterday. */
async function ingestHistory(server: TestServer, bot: TestBot): Promise<void> {
  const from = new Date(Date.now() - 26 * 3_600_000).toISOString();
  const journey = startJourney({ from, bot: bot.name, seed: bot.name });
  for (const name of ['Anna', 'Boris', 'Clara']) journey.user(name).sends('/start');
  expect(await push(server, bot, journey.updates)).toBe(200);
  await server.settled();
}

/** A visitor without an account, in their own browser. */
async function reader(browser: Browser, watch: Watch, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin', ...options });
  const page = await context.newPage();
  await watch.follow(page);
  return page;
}

const shareDialog = (page: Page) => page.getByRole('dialog', { name: 'Share by link' });

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(shareDialog(page).getByRole('button', { name: 'Create link' })).toBeVisible();
  return shareDialog(page);
}

/** Presses "Create link" and reads the address that comes. */
async function createLink(page: Page): Promise<string> {
  const dialog = shareDialog(page);
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = dialog.getByRole('status', { name: 'Copy link' });
  await expect(link).toHaveText(/\/share\/[\w-]{32}/);
  return link.innerText();
}

test.beforeEach(({ demoServer }) => demoServer.demoReady());

test('a link to a report opens without an account, shows what was shared and nothing else, and is taken back', async ({
  own: page,
  browser,
  server,
  bot,
}) => {
  await ingestHistory(server, bot);
  await page.goto('/reports/visitors?period=7d&detail=day&filter=language:!xx');
  const dialog = await openDialog(page);
  await expect(dialog.getByText('Filter: ')).toBeVisible();
  await dialog.getByLabel('Title').fill('Our week');
  await dialog.getByLabel('Valid', { exact: true }).selectOption('7 days');
  await dialog.getByLabel('Readers can choose').check();
  const link = await createLink(page);

  const watch = createWatch();
  const guest = await reader(browser, watch);
  const requests: string[] = [];
  guest.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const answer = await guest.goto(link);
  expect(answer?.headers()).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' });
  await expect(guest.getByRole('heading', { level: 1, name: 'Our week' })).toBeVisible();
  await expect(guest).toHaveTitle('Our week · Botscope');
  await expect(guest.getByText(`@${bot.name}`)).toBeVisible();
  await expect(guest.getByText('3 users')).toBeVisible();
  await expect(guest.getByText('A filter set by the link’s author is applied')).toBeVisible();
  await expect(guest.getByText(/As of .+ \d\d:\d\d, time zone/)).toBeVisible();
  await guest.getByText('How is this counted?').click();
  await expect(guest.getByText('Days, weeks and months start at midnight')).toBeVisible();
  // No session, no lists of users, no neighbours: one call.
  expect(requests.filter((path) => path.startsWith('/api/')).every((path) => path.startsWith('/api/share/'))).toBe(
    true,
  );
  expect(await guest.context().cookies()).toEqual([]);
  await expect(guest.getByRole('table').getByRole('button')).toHaveCount(0);

  await guest.getByText('Today', { exact: true }).click();
  await expect(guest.getByText('No data for this period.')).toBeVisible();
  await guest.getByRole('button', { name: 'Русский' }).click();
  await expect(guest.getByText('За этот период показать нечего.')).toBeVisible();
  expect((await (await createAxeBuilder(guest)).withTags(rules).analyze()).violations).toEqual([]);

  // Its maker sees that it was looked at, and takes it back while it is open there.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await openDialog(page);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Our week' })).toContainText('1 view');
  await dialog.getByRole('button', { name: 'Revoke link “Our week”' }).click();
  await dialog.getByRole('button', { name: 'Revoke link', exact: true }).click();
  await expect(dialog.getByText('No share links yet.')).toBeVisible();
  watch.allows(/^GET \/api\/share\/[\w-]+ 404$/);
  await guest.clock.install();
  await guest.reload();
  await expect(guest.getByRole('heading', { level: 1, name: 'Ссылка не работает' })).toBeVisible();
  expect(watch.problems).toEqual([]);
  await guest.context().close();
});

test('an open page loses its numbers within a minute of the revocation; another site frames only what its maker allowed', async ({
  own: page,
  browser,
  server,
  bot,
}) => {
  await ingestHistory(server, bot);
  await test.step('an open page loses its numbers within a minute of the revocation', async () => {
    await page.goto('/reports/visitors?period=7d');
    await openDialog(page);
    const link = await createLink(page);
    const watch = createWatch();
    const guest = await reader(browser, watch);
    await guest.clock.install();
    await guest.goto(link);
    await expect(guest.getByText('3 users')).toBeVisible();

    const dialog = shareDialog(page);
    await dialog.getByRole('button', { name: 'Revoke link “Visitors”' }).click();
    await dialog.getByRole('button', { name: 'Revoke link', exact: true }).click();
    await expect(dialog.getByText('No share links yet.')).toBeVisible();
    watch.allows(/^GET \/api\/share\/[\w-]+ 404$/);
    await guest.clock.runFor(61_000);
    await expect(guest.getByRole('heading', { level: 1, name: 'This link doesn’t work' })).toBeVisible();
    await expect(guest.getByText('3 users')).toHaveCount(0);
    expect(watch.problems).toEqual([]);
    await guest.context().close();
  });

  await test.step('another site may frame a link only where its maker said so', async () => {
    await page.goto('/reports/visitors?period=7d');
    const dialog = await openDialog(page);
    const plainLink = await createLink(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await openDialog(page);
    await dialog.getByLabel('Allow embedding on other sites').check();
    const framed = await createLink(page);
    const code = await dialog.getByRole('status', { name: 'Embed code' }).innerText();
    expect(code).toContain(`<iframe src="${framed}"`);

    const site = await serve(
      [
        '<!doctype html><title>Another site</title>',
        code.replace(framed, `${framed}?theme=dark`),
        `<iframe title="Refused" src="${plainLink}"></iframe>`,
        `<iframe title="Dashboard" src="${server.url}/signin"></iframe>`,
      ].join(''),
    );
    const guest = await reader(browser, createWatch(), { colorScheme: 'light' });
    const consoleMessages: string[] = [];
    guest.on('console', (message) => consoleMessages.push(message.text()));
    await guest.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const frame = guest.frameLocator('iframe[title="Visitors"]');
    await expect(frame.getByRole('heading', { level: 1, name: 'Visitors' })).toBeVisible();
    await expect(frame.getByText('3 users')).toBeVisible();
    await expect(frame.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await expect
      .poll(() => consoleMessages.filter((text) => text.includes('frame-ancestors')).length)
      .toBeGreaterThanOrEqual(2);
    await expect(guest.frameLocator('iframe[title="Refused"]').getByRole('heading', { level: 1 })).toHaveCount(0);
    await expect(guest.frameLocator('iframe[title="Dashboard"]').getByRole('heading', { level: 1 })).toHaveCount(0);
    await guest.context().close();
    site.closeAllConnections();
    site.close();
  });
});

test('a board behind a password, on a phone: nothing is shown before, wrong ones are rejected', async ({
  own: page,
  browser,
  server,
  bot,
}) => {
  await ingestHistory(server, bot);
  await page.goto('/?period=7d');
  const dialog = await openDialog(page);
  await dialog.getByRole('textbox', { name: 'Password' }).fill('short');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Password' }).fill('open sesame');
  const link = await createLink(page);

  const watch = createWatch();
  const guest = await reader(browser, watch, { viewport: { width: 390, height: 844 }, isMobile: true });
  await guest.goto(link);
  await expect(guest.getByRole('heading', { level: 1, name: 'Password required' })).toBeVisible();
  await expect(guest.getByText(bot.name)).toHaveCount(0);
  expect((await (await createAxeBuilder(guest)).withTags(rules).analyze()).violations).toEqual([]);
  watch.allows(/^POST \/api\/share\/[\w-]+\/unlock 400$/);
  await guest.getByRole('textbox', { name: 'Password' }).fill('open sesam');
  await guest.getByRole('button', { name: 'Open' }).click();
  await expect(guest.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription('Invalid password');
  await guest.getByRole('textbox', { name: 'Password' }).fill('open sesame');
  await guest.getByRole('button', { name: 'Open' }).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'Key numbers' })).toBeVisible();
  const figures = guest.getByRole('region', { name: 'Key numbers' });
  await expect(figures.getByRole('heading', { level: 2 })).toHaveCount(8);
  await expect(figures).toContainText(/Visitors\s*3/);
  expect(await guest.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  expect((await (await createAxeBuilder(guest)).withTags(rules).analyze()).violations).toEqual([]);
  // The tab knows the password for a while.
  await guest.reload();
  await expect(guest.getByRole('heading', { level: 1, name: 'Key numbers' })).toBeVisible();
  expect(watch.problems).toEqual([]);
  await guest.context().close();
});

function serve(html: string): Promise<Server> {
  const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  return new Promise((resolve) => site.listen(0, '127.0.0.1', () => resolve(site)));
}
