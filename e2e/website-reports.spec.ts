import type { Report } from '@botscope/contract';
import type { Browser, Page } from '@playwright/test';
import { judge } from './fixtures/axe.ts';
import { launch } from './fixtures/launch.ts';
import { createAccount, signIn, type TestBot } from './fixtures/operator.ts';
import { visit } from './fixtures/places.ts';
import { readTable } from './fixtures/reading.ts';
import type { TestServer } from './fixtures/server.ts';
import { expect, test } from './fixtures/test.ts';

/** Days that are over: the demo's visitors go on, and a number that grows cannot be compared with itself. */
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const period = `${day(31)}..${day(2)}`;

const parseNumber = (text = ''): number => Number(text.replaceAll(',', ''));

/** The report as the API gives it to a visitor of the demo. */
async function loadReport(page: Page, type: string): Promise<Report> {
  const init = (await (await page.request.get('/api/site/init')).json()) as { data: { demo: { key: string } } };
  const answer = await page.request.get(`/api/reports/${init.data.demo.key}/${type}?period=${period}`);
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { data: Report }).data;
}

test('reports of websites: without visits they lead to the code, those of the demo say what the API says', async ({
  own: page,
  bot,
  browser,
  demoServer: server,
}) => {
  await leadsToTheCode({ page, bot, browser, server });
  await saysWhatTheApiSays(page);
});

async function saysWhatTheApiSays(page: Page): Promise<void> {
  await page.goto('/?demo=1&lang=en');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('button', { name: 'Apps and websites' }).click();
  const violations: string[] = [];

  for (const [type, entry, title] of [
    ['site_sessions', 'Websites: over time', 'Website sessions'],
    ['site_session_source', 'Websites: by source', 'Website sessions by source'],
    ['site_session_device', 'Websites: by device', 'Website sessions by device'],
  ] as const) {
    await test.step(title, async () => {
      await menu.getByRole('link', { name: entry, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
      await visit(page, `/reports/${type}?period=${period}`, 'en');
      await expect(page.getByRole('slider', { name: /^Chart/ }).first()).toBeVisible();
      const { lines } = await loadReport(page, type);
      const sessions = lines[0]?.total ?? 0;
      expect(sessions).toBeGreaterThan(0);
      const { columns, rows, totals } = await readTable(page);
      expect(parseNumber(totals[columns[0] ?? ''])).toBe(sessions);
      expect(rows).toHaveLength(30);
      violations.push(...(await judge(page, title)));
    });
  }

  await test.step('Website pages', async () => {
    await menu.getByRole('link', { name: 'Website pages' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Website pages' })).toBeVisible();
    await visit(page, `/reports/site_page?period=${period}`, 'en');
    const { table } = await loadReport(page, 'site_page');
    const shownTable = await readTable(page);
    expect(shownTable.columns).toEqual(['Page views', 'Entries', 'Exits']);
    expect(parseNumber(shownTable.totals['Page views'])).toBe(table?.totals[0]);
    expect(table?.totals[0]).toBeGreaterThan(0);
    expect(parseNumber(shownTable.rows[0]?.cells[0])).toBe(table?.rows[0]?.values[0]);
    // The demo has one website: its rows are paths.
    expect(shownTable.rows[0]?.name).toBe(table?.rows[0]?.name);
    for (const { name } of table?.rows ?? []) expect(name).toMatch(/^\//);
    violations.push(...(await judge(page, 'Website pages')));
  });
  expect(violations).toEqual([]);
}

/** For those who may add it. */
async function leadsToTheCode({
  page,
  bot,
  browser,
  server,
}: {
  page: Page;
  bot: TestBot;
  browser: Browser;
  server: TestServer;
}): Promise<void> {
  await launch(server, bot, ['']);
  await server.settled();
  const types = ['site_sessions', 'site_session_source', 'site_page', 'site_session_device'];
  for (const type of types) {
    await visit(page, `/reports/${type}?period=7d`, 'en');
    await expect(page.getByText('No visits to websites. Add a website of this bot')).toBeVisible();
    await page.getByRole('link', { name: 'Get the code' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Code for site' })).toBeVisible();
  }
  await visit(page, '/reports/site_page?period=7d', 'ru');
  expect(await judge(page, 'no visits')).toEqual([]);
  await page.getByRole('link', { name: 'Получить код' }).click();
  await expect(page).toHaveURL(/\/code4-site/);
  await visit(page, '/reports/web_sessions?period=7d', 'en');
  await page.getByRole('link', { name: 'Get the code' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mini Apps' })).toBeVisible();

  const colleague = await createAccount(server);
  const grantResponse = await page.request.post(`/api/bots/${bot.key}/permissions/grant`, {
    data: { email: colleague.email, role: 'viewer', keys: [], reports: [] },
  });
  expect(grantResponse.status(), await grantResponse.text()).toBe(200);
  const context = await browser.newContext({ baseURL: server.url });
  await signIn(context, server, colleague);
  const theirs = await context.newPage();
  await visit(theirs, '/reports/site_page?period=7d', 'en');
  await expect(theirs.getByText('No visits to websites.')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Show 90 days' })).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Get the code' })).toHaveCount(0);
  await context.close();
}
