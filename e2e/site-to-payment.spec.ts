import { openedBy, signInitData } from '@botscope/testkit/init-data.ts';
import { startJourney } from '@botscope/testkit/journey.ts';
import type { APIRequestContext } from '@playwright/test';
import { push } from './fixtures/push.ts';
import { shoot } from './fixtures/shots.ts';
import { expect, test } from './fixtures/test.ts';
import { startPages } from './tracker/pages.ts';

async function create(request: APIRequestContext, path: string, data: object): Promise<{ key: string }> {
  const answer = await request.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { data: { key: string } }).data;
}

/*
 * Anna comes to the shop's website from an advertisement at Google, follows its link to the bot, opens the Mini App there
 * and pays 250 stars. The bot then sends her back to the website, which recognises her on two pages. Boris finds the bot by himself and pays 40. The income of the source google is Anna's.
 */
test('one source is kept from the website to the bot, its Mini App and a payment', async ({
  own: page,
  bot,
  server,
  shop,
  browser,
}) => {
  const pages = await startPages();
  const site = await create(page.request, `/api/bots/${bot.key}/websites`, {
    name: 'Shop',
    domains: ['localhost'],
    options: {
      ...{ link_mode: 'ticket', decorate_links: { payload: false }, consent: 'auto', gpc: 'tickets' },
      know_users: true,
    },
  });
  const app = await create(page.request, `/api/bots/${bot.key}/mini-apps`, { system_name: 'shop', origins: [] });

  // Chromium without a window says so in its name, and programs are not counted.
  const userAgent =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
  const visitor = await browser.newContext({ userAgent });
  const browsing = await visitor.newPage();
  let start = '';
  await test.step('the website', async () => {
    pages.set('/site', {
      head: `<script src="${server.url}/site.js" data-key="${site.key}"></script>`,
      body: `<a href="https://t.me/${bot.name}" onclick="event.preventDefault()">Open the bot</a>`,
    });
    await browsing.goto(`${pages.url}/site?utm_source=google&utm_medium=cpc&gclid=abc`);
    const reported = browsing.waitForResponse(
      (response) =>
        response.url() === `${server.url}/hit` && (response.request().postData() ?? '').includes('bot_link'),
    );
    await browsing.getByRole('link', { name: 'Open the bot' }).click();
    expect((await reported).headers()['x-botscope-dropped']).toBeUndefined();
    const href = (await browsing.getByRole('link', { name: 'Open the bot' }).getAttribute('href')) ?? '';
    start = new URL(href).searchParams.get('start') ?? '';
    expect(start).toMatch(/^bsv_[\w-]{11}$/);
  });

  const journey = startJourney({ from: new Date(Date.now() - 60_000).toISOString(), bot: bot.name, seed: bot.name });
  const [anna, boris] = [journey.user('Anna'), journey.user('Boris')];
  await test.step('the bot', async () => {
    anna.sends(`/start ${start}`);
    boris.sends('/start');
    expect(await push(server, bot, journey.updates)).toBe(200);
  });

  await test.step('the Mini App', async () => {
    const { id, first_name } = anna.user;
    const initData = signInitData(openedBy({ id, first_name }, Date.now()), { token: shop.telegramBot.token });
    pages.set('/app', { head: `<script src="${server.url}/w.js" data-key="${app.key}"></script>` });
    const launched = browsing.waitForResponse(`${server.url}/hit`);
    await browsing.goto(`${pages.url}/app#tgWebAppData=${encodeURIComponent(initData)}&tgWebAppVersion=9.0`);
    expect((await launched).headers()['x-botscope-dropped']).toBeUndefined();
  });

  await test.step('the payment', async () => {
    anna.pays({ amount: 250, currency: 'XTR', payload: 'order-1' });
    boris.pays({ amount: 40, currency: 'XTR', payload: 'order-2' });
    expect(await push(server, bot, journey.updates)).toBe(200);
  });

  await test.step('the source stands beside the income', async () => {
    await page.goto(`/reports/utm_summary?bot=${bot.key}&period=today`);
    const row = page.getByRole('row').filter({ hasText: 'google' });
    await expect(row).toContainText('250');
    await expect(row).not.toContainText('290');
    await shoot(page, 'site-to-payment');
  });

  await test.step('and in what is known about the user', async () => {
    await page.goto(`/users/${anna.user.id}?bot=${bot.key}`);
    await expect(page.getByText('google').first()).toBeVisible();
    await shoot(page, 'site-to-payment-user');
  });

  await test.step('and back on the website, what she does is in her history', async () => {
    const answer = await page.request.post('/v1/site-visitor-link', {
      headers: { 'api-key': bot.apiKey },
      data: { user_id: anna.user.id, url: `${pages.url}/thanks` },
    });
    const { result } = (await answer.json()) as { result: { url: string } };
    const tag = `<script src="${server.url}/site.js" data-key="${site.key}"></script>`;
    pages.set('/thanks', { head: tag, body: '<a href="/gift">Your gift</a>' });
    pages.set('/gift', { head: tag, body: '<button data-bs-event="gift">Take it</button>' });
    const reported = (name: string) =>
      browsing.waitForResponse((response) => (response.request().postData() ?? '').includes(`"n":"${name}"`));
    const arrived = reported('page');
    await browsing.goto(result.url);
    await arrived;
    expect(browsing.url()).toBe(`${pages.url}/thanks`);
    const followed = reported('page');
    await browsing.getByRole('link', { name: 'Your gift' }).click();
    await followed;
    const giftReport = reported('gift');
    await browsing.getByRole('button', { name: 'Take it' }).click();
    expect((await giftReport).headers()['x-botscope-dropped']).toBeUndefined();

    const visit = page.getByText('Visit to the website: 3 events');
    await expect(async () => {
      await page.goto(`/users/${anna.user.id}?bot=${bot.key}`);
      await visit.click({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await expect(page.getByText('Website: localhost/gift')).toBeVisible();
    await expect(page.getByText('Website: gift (localhost/gift)')).toBeVisible();
    await shoot(page, 'site-known-user');
  });
  await visitor.close();
  await pages.close();
});
