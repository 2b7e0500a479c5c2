import { createAccount, createBot, signIn } from './fixtures/operator.ts';
import { startServer, type TestServer } from './fixtures/server.ts';
import { test as base, expect } from './fixtures/test.ts';

const test = base.extend<{ lonely: TestServer }>({
  /** A server of one test, which stops it. */
  lonely: async ({ browserName: _ }, use) => {
    const lonely = await startServer({ isFirstStart: true });
    await use(lonely);
    await lonely.remove();
  },
});

test('the dashboard says that the server is away, and goes on when it is back', async ({ page, lonely, watch }) => {
  watch.allows(/net::ERR_/, /Failed to fetch dynamically imported module|Unable to preload CSS/);
  const account = await createAccount(lonely);
  const bot = await createBot(lonely, account);
  await signIn(page.context(), lonely, account);
  await page.goto(`${lonely.url}/bots`);
  await expect(page.getByRole('rowheader', { name: bot.name })).toBeVisible();
  await page.getByRole('button', { name: `Actions for ${bot.name}` }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Bot name').fill('patient_bot');

  await lonely.stop();
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('No connection to the server. Check your internet and try again');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Behaviour' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Bounce rate' }).click();

  await expect(page.getByRole('heading', { name: 'Couldn’t open this page' })).toBeVisible();
  await expect(page.getByText('No connection to the server. Check your internet and try again')).toBeVisible();

  await lonely.start();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bounce rate' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Bots' }).click();
  await page.getByRole('button', { name: `Actions for ${bot.name}` }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await dialog.getByLabel('Bot name').fill('patient_bot');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('rowheader', { name: 'patient_bot' })).toBeVisible();
});

test('a report that did not load, and pages whose code is missing or slow', async ({ own: page, bot, watch }) => {
  await test.step('a report that did not load offers to try again', async () => {
    watch.allows(/^failed: GET \/api\/reports\//);
    await page.goto('/?demo=1');
    await expect(page.getByRole('region', { name: 'Key numbers' })).toBeVisible();
    await page.route('**/api/reports/**', (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Behaviour' }).click();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Events' }).click();
    const failureAlert = page.getByRole('alert').filter({ hasText: 'No connection to the server' });
    await expect(failureAlert).toBeVisible();
    await page.unroute('**/api/reports/**');
    await failureAlert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('region', { name: 'Table' })).toBeVisible();
  });

  await test.step('a new version of the server', async () => {
    watch.allows(/ 404$/, /Failed to (fetch|load)|Unable to preload CSS|Refused to apply style|MIME type/);
    await page.goto(`/bots?bot=${bot.key}`);
    await expect(page.getByRole('rowheader', { name: bot.name })).toBeVisible();
    // Its parts have other names now.
    let isNew = false;
    page.on('request', (request) => {
      isNew ||= request.isNavigationRequest();
    });
    await page.route('**/assets/profile-page-*', (route) =>
      isNew ? route.continue() : route.fulfill({ status: 404, json: {} }),
    );
    await page.evaluate('window.sameDocument = true');
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    expect(await page.evaluate('window.sameDocument')).toBeUndefined();
  });

  await test.step('a progress bar, words after 5 s, an offer after 120 s', async () => {
    watch.allows(/ChunkLoadError/);
    await page.clock.install();
    await page.goto('/bots');
    await expect(page.getByRole('rowheader', { name: bot.name })).toBeVisible();
    const pending: (() => Promise<void>)[] = [];
    await page.route('**/assets/profile-page-*', (route) => void pending.push(() => route.continue()));
    await page.getByRole('button', { name: /^Account: / }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(page.getByRole('progressbar', { name: 'The page is loading' })).toBeVisible();
    // The guard of the page comes first; the 120 s count from here, and a clock that is put forward earlier misses them.
    await expect.poll(() => pending.length).toBeGreaterThan(0);
    await page.clock.fastForward(5_000);
    await expect(page.getByText('Still loading…')).toBeVisible();
    await page.clock.fastForward(115_000);
    await expect(page.getByRole('heading', { name: 'Couldn’t open this page' })).toBeVisible();
    await page.unroute('**/assets/profile-page-*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  });
});
