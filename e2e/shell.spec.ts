import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/test.ts';

const scheme = (page: Page): Promise<string> =>
  page.evaluate<string>('document.documentElement.getAttribute("data-mantine-color-scheme")');

test('unknown addresses, clients without a browser, days of the chosen time zone, appearance, language', async ({
  own: page,
  server,
  bot,
  demoServer,
}) => {
  await test.step('unknown addresses', async () => {
    for (const path of ['/no/such/page', '/reports/no_such_report', '/bots/0000000000000']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
      await expect(page).toHaveTitle('Page not found · Botscope');
    }
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  await test.step('curl and monitors', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(server.url, { method, headers: { accept: '*/*' } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    }
    expect((await fetch(`${server.url}/no/such/page`, { headers: { accept: '*/*' } })).status).toBe(404);
  });

  await test.step('time zone', async () => {
    await page.goto('/profile');
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    // Browsers list this zone under the name that it had until 1993; users look for the one of today.
    await zone.fill('Kolkata');
    await page.getByRole('option', { name: /^Asia\/Kolkata/ }).click();
    await expect(page.getByText('Saved')).toBeVisible();
    const report = await page.request.get(`${server.url}/api/reports/${bot.key}/new_users?period=7d`);
    const { data } = (await report.json()) as { data: { period: { time_zone: string }; buckets: string[] } };
    expect(data.period.time_zone).toMatch(/^Asia\/(Kolkata|Calcutta)$/);
    for (const bucket of data.buckets) expect(bucket).toMatch(/T00:00:00\+05:30$/);
  });

  await test.step('appearance', async () => {
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    expect(await scheme(page)).toBe('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => scheme(page)).toBe('dark');
    await page.getByRole('button', { name: 'Appearance: System' }).click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await expect.poll(() => scheme(page)).toBe('light');
    await page.reload();
    expect(await scheme(page)).toBe('light');
    await page.getByRole('button', { name: 'Appearance: Light' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(() => scheme(page)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await scheme(page)).toBe('dark');
  });

  await test.step('language', async () => {
    expect(demoServer.url).toContain('http');
    await page.goto('/?demo=1');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.goto('/reports/visitors?period=7d&compare=previous');
    await expect(page).toHaveTitle('Visitors · Botscope');
    await page.getByRole('button', { name: /^Language/ }).click();
    await page.getByRole('menuitemradio', { name: 'Русский' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Посетители' })).toBeVisible();
    await expect(page).toHaveURL(/\/reports\/visitors\?.*period=7d/);
    await expect(page).toHaveURL(/compare=previous/);
    await expect(page).toHaveURL(/lang=ru/);
    await expect(page).toHaveTitle('Посетители · Botscope');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Отказы' }).click();
    await expect(page).toHaveURL(/\/reports\/rejection\?.*lang=ru/);
    await expect
      .poll(async () => (await page.request.get('/api/site/init')).json())
      .toMatchObject({
        data: { user: { locale: 'ru' } },
      });
  });
});
