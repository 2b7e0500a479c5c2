import type { Page } from '@playwright/test';
import { launch } from './fixtures/launch.ts';
import { visit } from './fixtures/places.ts';
import { readTable } from './fixtures/reading.ts';
import { expect, test } from './fixtures/test.ts';

async function openDemo(page: Page, place: string, lang: 'en' | 'ru' = 'en'): Promise<void> {
  await page.goto(`/?demo=1&lang=${lang}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await visit(page, place, lang);
}

/** Days that are over: the demo's users go on living, and a number that grows cannot be compared with itself. */
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const month = `${day(31)}..${day(2)}`;

test.beforeEach(async ({ demoServer }) => {
  await demoServer.demoReady();
  await demoServer.settled();
});

test('reports of an own bot, then of the demo: no data, notes, shares, axes, money; no network, and data that could not be updated', async ({
  own: page,
  bot,
  demoServer,
  context,
  watch,
}) => {
  await test.step('no data yet', async () => {
    await visit(page, '/reports/new_users?period=30d', 'en');
    await expect(page.getByText('Waiting for the first update')).toBeVisible();
    await page.getByRole('link', { name: 'How to connect' }).click();
    await expect(page).toHaveURL(new RegExp(`/bots/${bot.key}`));
  });

  await test.step('an average of zero', async () => {
    await launch(demoServer, bot, ['source-ads', '']);
    await demoServer.settled();
    await visit(page, '/reports/avg_duration_session?period=7d', 'en');
    await expect(page.getByRole('slider', { name: /^Chart/ })).toBeVisible();
    const { totals } = await readTable(page);
    expect(totals).toMatchObject({ Mean: '0s' });
    // Nothing lies before a bot's first days: no word about it.
    await expect(page.locator('main')).not.toContainText(' vs ');
  });

  await test.step('notes mark a day on every chart of the bot, and go again', async () => {
    await visit(page, '/reports/new_users?period=7d', 'en');
    await page.getByRole('button', { name: 'Add a note' }).click();
    const form = page.getByRole('dialog', { name: 'Add a note' });
    await form.getByLabel('Note', { exact: true }).fill('New menu');
    await form.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByText('Note saved')).toBeVisible();

    await visit(page, '/reports/visitors?period=30d', 'en');
    const notes = page.getByRole('region', { name: 'Notes' });
    await expect(notes).toContainText('New menu');
    await expect(page.getByRole('img', { name: /: New menu$/ })).toBeVisible();
    await notes.getByRole('button', { name: 'Remove note “New menu”' }).click();
    await expect(notes).not.toContainText('New menu');
  });

  await test.step('the keyboard stays at the notes after a note is saved or removed', async () => {
    await visit(page, '/reports/visitors?period=7d', 'en');
    const add = page.getByRole('button', { name: 'Add a note' });
    await add.press('Enter');
    await page.getByLabel('Note', { exact: true }).fill('New menu');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Note saved')).toBeVisible();
    await expect(add).toBeFocused();
    await page.getByRole('button', { name: 'Remove note “New menu”' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Notes' })).not.toContainText('New menu');
    await expect(add).toBeFocused();
  });

  await test.step('two reports show the same share', async () => {
    const headline = async (place: string): Promise<string> => {
      await openDemo(page, `${place}?period=${month}`);
      const comparison = page.locator('main').getByText(/ vs /);
      await expect(comparison).toBeVisible();
      return comparison.innerText();
    };
    expect(await headline('/reports/audience')).toBe(await headline('/reports/visitors'));
  });

  await test.step('axes', async () => {
    await openDemo(page, `/reports/sum_income?period=${month}`);
    const charts = page.getByRole('slider');
    await expect(charts).toHaveCount(3);
    for (const chart of await charts.all()) expect((await chart.boundingBox())?.height).toBeGreaterThanOrEqual(110);
  });

  await test.step('money', async () => {
    await openDemo(page, `/reports/sum_income?period=${month}`);
    const { columns, rows } = await readTable(page);
    const euros = rows.map(({ cells }) => cells[columns.indexOf('Euro (EUR)')] ?? '');
    expect(euros.length).toBeGreaterThan(20);
    for (const amount of euros) expect(amount).toMatch(/^€(0|[\d,]+\.\d\d)$/);
  });

  await test.step('an unknown dimension', async () => {
    await openDemo(page, `/reports/visitors?period=${month}&by=shoe%20size`);
    await expect(page.getByRole('combobox', { name: 'Break down by' })).toHaveValue('');
  });

  await test.step('no network', async () => {
    watch.allows(/^failed: GET \//, /net::ERR_INTERNET_DISCONNECTED/);
    await openDemo(page, `/reports/visitors?period=${month}`);
    await context.setOffline(true);
    await page.getByText('7 days', { exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'No connection to the server' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('region', { name: 'Table' }).locator('tbody tr')).toHaveCount(7);
  });

  await test.step('stale data', async () => {
    watch.allows(/^GET \/api\/reports\//);
    await page.clock.install();
    await openDemo(page, `/reports/visitors?period=${month}`);
    await page.route('**/api/reports/**', (route) => route.fulfill({ status: 503, json: {} }));
    await page.clock.runFor('02:00');
    const notice = page.getByRole('status').filter({ hasText: 'Couldn’t update the data' });
    await expect(notice).toBeVisible();
    await expect(page.getByRole('region', { name: 'Table' })).toBeVisible();
    await page.unroute('**/api/reports/**');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await page.clock.runFor('00:10');
    await expect(notice).toBeHidden();
  });
});
