import { createBot, forgetSignIn } from './fixtures/operator.ts';
import { readCode } from './fixtures/outbox.ts';
import { expect, test } from './fixtures/outside.ts';

test('third-party services: blocked scripts, chat, analytics, news, nothing for visitors, confirmed addresses', async ({
  own: page,
  watch,
  server,
  account,
  outside,
}) => {
  await test.step('a blocked script is not missed', async () => {
    watch.allows(/^failed: GET \/(chat\.js|assets\/outside-services-)/);
    await page.route('**/chat.js', (route) => route.abort('connectionrefused'));
    await page.goto('/bots');
    await expect(page.locator('html')).toHaveAttribute('data-pages', '/bots');
    await expect(page.getByRole('heading', { level: 1, name: 'Bots' })).toBeVisible();
    // Blockers of advertisements go by names, too.
    await page.route('**/assets/outside-services-*', (route) => route.abort('blockedbyclient'));
    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1, name: 'Bots' })).toBeVisible();
    await expect(page.locator('html')).not.toHaveAttribute('data-pages');
    await page.unrouteAll();
  });

  await test.step('chat and analytics', async () => {
    for (let number = 0; number < 6; number += 1) await createBot(server, account);
    await page.goto('/bots?lang=en');
    const root = page.locator('html');
    await expect(root).toHaveAttribute('data-chat', /"user"/);
    const chat = async () =>
      JSON.parse((await root.getAttribute('data-chat')) ?? '{}') as { bots: object[]; locale: string };
    const context = await chat();
    expect(context).toEqual({
      user: { key: expect.any(String), email: account.email },
      tariff: 4,
      bots: Array.from({ length: 5 }, () => ({ key: expect.any(String), name: expect.stringMatching(/_bot$/) })),
      locale: 'en',
    });
    await expect(page.getByRole('link', { name: 'Blog' })).toHaveAttribute('href', `${outside.url}/blog`);

    await expect(root).toHaveAttribute('data-pages', '/bots');
    await page.getByRole('button', { name: 'Behaviour' }).click();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Bounce rate' }).click();
    await expect(root).toHaveAttribute('data-pages', '/bots /reports/$typeReport');
    await page.getByRole('button', { name: /^Language/ }).click();
    await page.getByRole('menuitemradio', { name: 'Русский' }).click();
    await expect.poll(async () => (await chat()).locale).toBe('ru');
    // The host of a script does not learn which page requested it.
    const requests = outside.requests.filter((line) => line.startsWith('GET /chat.js'));
    expect(new Set(requests)).toEqual(new Set(['GET /chat.js']));
    expect(outside.requests).toContain('GET /analytics.js');
    expect(outside.requests).toContain('GET /pixel.svg');
  });

  await test.step('posts of a content service, sanitized', async () => {
    // The first page does not wait for the service, so a second one is needed.
    // After a failure it is asked again a minute later. The account speaks Russian since the step before.
    const news = async (lang: string) => (await page.request.get(`/api/news?lang=${lang}`)).text();
    await expect.poll(() => news('ru'), { timeout: 90_000 }).toContain('Со своего сервиса');
    await expect.poll(() => news('en'), { timeout: 90_000 }).toContain('From a service of our own');
    await page.goto('/bots?lang=en');
    await page.getByRole('button', { name: 'What’s new: 1 unread post' }).click();
    const panel = page.getByRole('dialog', { name: 'What’s new' });
    await expect(panel.getByRole('article')).toHaveCount(1);
    await panel.getByRole('button', { name: 'From a service of our own' }).click();
    await expect(panel.getByText('Text', { exact: true })).toBeVisible();
    await panel.getByText('Text', { exact: true }).click();
    await expect(panel.getByRole('link', { name: 'Never a link' })).toHaveCount(0);
    await expect(panel.getByRole('link', { name: 'More', exact: true })).toHaveAttribute('href', `${outside.url}/more`);
    await expect(panel.getByRole('link', { name: 'More in the blog' })).toHaveAttribute('href', `${outside.url}/blog`);
    await expect(panel.locator('img')).toHaveCount(1);
    await expect(panel.locator('img')).toHaveAttribute('src', `${outside.url}/pixel.svg`);
    await expect(page).toHaveTitle(/Botscope/);
    expect(outside.requests).toContain('GET /posts?lang=en&category=whats-new');

    await page.goto('/bots?lang=ru');
    await page.getByRole('button', { name: /^Что нового/ }).click();
    await expect(page.getByRole('button', { name: 'Со своего сервиса' })).toBeVisible();
  });

  await test.step('no third-party scripts', async () => {
    await forgetSignIn(page);
    const before = outside.requests.length;
    await page.goto('/signin');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(outside.requests.slice(before).filter((line) => /\.js/.test(line))).toEqual([]);
  });

  await test.step('a confirmed address', async () => {
    const email = `new-${Date.now()}@example.com`;
    const listTraits = () => outside.received.filter((body) => JSON.stringify(body).includes(email));
    await page.request.post('/api/user/sign-in/signup', {
      data: { email, password: 'a long enough secret', lang: 'ru' },
    });
    const { code } = await readCode(server, email);
    expect(listTraits()).toEqual([]);
    await page.request.post('/api/user/sign-in/activation', { data: { code, email } });
    await expect.poll(listTraits).toEqual([
      {
        type: 'identify',
        userId: expect.any(String),
        traits: { email, locale: 'ru', time_zone: expect.any(String) },
      },
    ]);
  });
});
