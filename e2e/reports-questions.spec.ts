import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { visit } from './fixtures/places.ts';
import { readTable } from './fixtures/reading.ts';
import { expect, test } from './fixtures/test.ts';

const parseNumber = (text: string): number => Number(text.replaceAll(/[^\d.-]/g, ''));
const sum = (texts: readonly string[]): number => texts.reduce((subtotal, text) => subtotal + parseNumber(text), 0);

/** Opens the demo and then one of its reports. */
async function openDemo(page: Page, place: string, lang: 'en' | 'ru' = 'en'): Promise<void> {
  await page.goto(`/?demo=1&lang=${lang}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await visit(page, place, lang);
}

const total = async (page: Page): Promise<number> => sum(Object.values((await readTable(page)).totals));
/** The table follows the address a moment later. */
const expectTotal = (page: Page) => expect.poll(() => total(page));

/** Days that are over: the demo's users go on living, and a number that grows cannot be compared with itself. */
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const week = `${day(8)}..${day(2)}`;
const month = `${day(31)}..${day(2)}`;

test.beforeEach(async ({ demoServer }) => {
  await demoServer.demoReady();
  await demoServer.settled();
});

test('filters by clicks, alternatives, an invalid filter, a breakdown, attribution, how a number is counted', async ({
  page,
  watch,
}) => {
  await test.step('a breakdown', async () => {
    await openDemo(page, `/reports/new_users?period=${month}`);
    const everyone = await total(page);
    await page.getByRole('combobox', { name: 'Break down by' }).selectOption({ label: 'By: Language' });
    await expect(page).toHaveURL(/by=language/);
    await expect.poll(async () => (await readTable(page)).columns.length).toBeGreaterThan(2);
    const { columns } = await readTable(page);
    expect(columns).toContain('Russian');
    await expectTotal(page).toBe(everyone);
    await page.reload();
    expect((await readTable(page)).columns).toEqual(columns);
  });

  await test.step('the attribution model', async () => {
    await openDemo(page, `/reports/utm_summary?period=${month}`);
    const grid = page.getByRole('region', { name: 'Table' }).getByRole('table');
    await expect(grid.getByRole('rowheader', { name: 'Direct' })).toBeVisible();
    const totals = () => grid.locator('tfoot tr').innerText();
    const bodies = () => grid.locator('tbody').innerText();
    const [before, rows] = [await totals(), await bodies()];
    const model = page.getByRole('combobox', { name: 'Attribution model' });
    await expect(model).toHaveValue('first');
    await model.selectOption({ label: 'Last launch' });
    await expect(page).toHaveURL(/model=last/);
    await expect.poll(bodies).not.toBe(rows);
    const newOnes = (line: string) => line.split(/\s+/)[2];
    expect(newOnes(await totals())).toBe(newOnes(before));

    const heading = grid.getByRole('columnheader', { name: 'Visitors' });
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('button', { name: 'Visitors', exact: true }).click();
    await expect(page).toHaveURL(/sort=visitors/);
    await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  });

  await test.step('a report explains how it is counted', async () => {
    await openDemo(page, '/reports/utm_summary?period=30d&model=last&filter=language:!ru');
    await page.getByRole('button', { name: 'How is this counted?' }).click();
    const drawer = page.getByRole('dialog', { name: 'How is this counted?' });
    await expect(drawer).toContainText('Language: not Russian');
    await expect(drawer).toContainText('A launch without parameters does not reset it.');
    await drawer.getByText('SQL query').click();
    await expect(drawer.getByRole('region', { name: 'Query 1' })).toContainText('SELECT');
    await expect(drawer.getByRole('button', { name: 'Copy query' }).first()).toBeVisible();

    await visit(page, '/reports/retention?period=30d', 'ru');
    await page.getByRole('button', { name: 'Как это считается?' }).click();
    const russian = page.getByRole('dialog', { name: 'Как это считается?' });
    await expect(russian).toContainText('Строка — когорта');
    await expect(russian).toContainText('Фильтра нет: считаются все.');
  });

  await test.step('a filter', async () => {
    await openDemo(page, `/reports/visitors?period=${month}`);
    const everyone = await total(page);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const editor = page.getByRole('dialog', { name: 'Condition' });
    await editor.getByRole('button', { name: 'Language' }).click();
    await editor.getByRole('checkbox').first().check();
    await editor.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/filter=language/);
    await expectTotal(page).toBeLessThan(everyone);
    const some = await total(page);

    const bar = page.getByRole('group', { name: 'Filter' });
    await bar.getByRole('button', { name: /^Change: Language/ }).click();
    await editor.getByText('is not', { exact: true }).click();
    await editor.getByRole('button', { name: 'Apply' }).click();
    await expectTotal(page).toBe(everyone - some);

    await page.reload();
    await expectTotal(page).toBe(everyone - some);
    await bar.getByRole('button', { name: /^Remove: Language/ }).click();
    await expect(page).not.toHaveURL(/filter=/);
    await expectTotal(page).toBe(everyone);
  });

  await test.step('alternatives and an invalid filter', async () => {
    watch.allows(/^GET \/api\/reports\/\w+\/visitors 400$/);
    await openDemo(page, `/reports/visitors?period=${month}&filter=premium:yes`);
    const premium = await total(page);
    await page.getByRole('button', { name: 'Add alternative (or)' }).click();
    const editor = page.getByRole('dialog', { name: 'Condition' });
    await editor.getByRole('button', { name: 'Premium' }).click();
    await editor.getByRole('checkbox', { name: 'No Premium' }).check();
    await editor.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('group', { name: 'Filter' })).toContainText('Premium: PremiumorPremium: No Premium');
    await expectTotal(page).toBeGreaterThan(premium);
    const bothTotal = await total(page);
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect(page).not.toHaveURL(/filter=/);
    await expectTotal(page).toBe(bothTotal);

    await page.goto(`/reports/visitors?period=${month}&filter=nonsense`);
    await expect(page.getByRole('alert')).toContainText('Invalid filter');
    await page.getByRole('alert').getByRole('button', { name: 'Remove filter' }).click();
    await expectTotal(page).toBe(bothTotal);
  });
});

test('numbers, cells and cohorts open their lists of users; a chart leaves as a picture and as a link', async ({
  page,
  context,
}) => {
  await test.step('a number', async () => {
    await openDemo(page, `/reports/new_users?period=${week}`);
    const cell = page.getByRole('region', { name: 'Table' }).locator('tbody tr').first().getByRole('button');
    const count = parseNumber(await cell.innerText());
    await cell.click();
    const drawer = page.getByRole('dialog', { name: 'Users behind this number' });
    await expect(drawer.getByRole('status')).toContainText(` of ${count}`);
    await expect(page).toHaveURL(/users=bucket/);
    expect(await drawer.getByRole('listitem').count()).toBe(Math.min(50, count));
    const downloading = page.waitForEvent('download');
    await drawer.getByRole('link', { name: 'Download list as CSV' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    expect(file.trimEnd().split('\n')).toHaveLength(1 + count);

    await page.reload();
    await expect(drawer.getByRole('status')).toContainText(` of ${count}`);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(page).not.toHaveURL(/users=/);

    const chart = page.getByRole('slider', { name: 'Chart: New users' });
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(drawer).toBeVisible();
    await page.goBack();
    await expect(drawer).toBeHidden();
    await chart.click({ position: { x: 300, y: 200 } });
    await expect(drawer).toBeVisible();
  });

  await test.step('cells and cohorts', async () => {
    const drawer = page.getByRole('dialog', { name: 'Users behind this number' });
    await openDemo(page, `/reports/utm_summary?period=${month}`);
    const row = page.getByRole('region', { name: 'Table' }).locator('tbody tr').first();
    const visitors = row.getByRole('cell').nth(2).getByRole('button');
    const count = parseNumber(await visitors.innerText());
    await visitors.click();
    await expect(drawer.getByRole('status')).toContainText(` of ${count.toLocaleString('en')}`);

    await visit(page, `/reports/retention?period=${month}&detail=week&view=users`, 'en');
    const cell = page.locator('[data-cell="1-1"]');
    const stayed = parseNumber(await cell.innerText());
    await cell.focus();
    await page.keyboard.press('Enter');
    await expect(drawer.getByRole('status')).toContainText(` of ${stayed}`);
  });

  await test.step('a chart leaves as a picture, and as a link that shows the same', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.emulateMedia({ colorScheme: 'dark' });
    const names: string[] = [];
    const places = [
      'messages_from_user?period=30d&filter=premium:yes',
      'activity_hours?period=30d',
      'retention?period=30d',
    ];
    for (const place of places) {
      await openDemo(page, `/reports/${place}`);
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'Image (PNG)' }).click();
      const download = await downloading;
      names.push(download.suggestedFilename());
      const bytes = await readFile(await download.path());
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      expect(bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(1_200);
    }
    expect(names[0]).toMatch(/^messages_from_user_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.png$/);

    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(new URL(link).searchParams.get('demo')).toBe('1');
    expect(new URL(link).searchParams.get('period')).toBe('30d');
  });
});
