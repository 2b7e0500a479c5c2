import { readFile } from 'node:fs/promises';
import { readCard, readTable } from './fixtures/reading.ts';
import { expect, test } from './fixtures/test.ts';

const stripCommas = (text: string): string => text.replaceAll(',', '');

test.beforeEach(async ({ demoServer }) => {
  await demoServer.demoReady();
  await demoServer.settled();
});

test('a visitor opens the demo from the sign-in page or by link, ends it, reads a report and downloads it', async ({
  page,
}) => {
  await test.step('the demo opens from the sign-in page, and ends there', async () => {
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Explore the demo' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(Number(stripCommas(await readCard(page, 'New users')))).toBeGreaterThan(100);
    expect(Number(stripCommas(await readCard(page, 'Visitors')))).toBeGreaterThan(100);
    await expect(page.getByRole('complementary').getByRole('link', { name: 'Add bot' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Bots' })).toHaveCount(
      0,
    );

    const commands = page.getByRole('table', { name: 'Commands and buttons' });
    await expect(commands.getByRole('row')).toHaveCount(1 + 5);
    await expect(page.getByRole('region', { name: 'Growth' }).getByRole('slider').first()).toBeVisible();
    await page.getByRole('link', { name: 'Open report: Growth' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Growth' })).toBeVisible();

    await page.getByRole('button', { name: /demo bot with simulated users/ }).click();
    await expect(page).toHaveURL(/\/signin/);
    await page.goto('/');
    await expect(page).toHaveURL(/\/signin/);
  });

  await test.step('the demo opens by a link', async () => {
    await page.goto('/?demo=1&lang=ru');
    await expect(page.getByRole('heading', { level: 1, name: 'Сводка' })).toBeVisible();
    await expect(page).toHaveURL(/\/\?lang=ru$/);
    await expect(page.getByRole('button', { name: /Это демо-бот/ })).toBeVisible();
  });

  await test.step('the address of a report holds what is chosen: period, detail, comparison, lines', async () => {
    await page.goto('/?demo=1&lang=en');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('button', { name: 'Users', exact: true }).click();
    await menu.getByRole('link', { name: 'New', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'New users' })).toBeVisible();
    expect((await readTable(page)).rows).toHaveLength(30);

    await page.getByRole('radiogroup', { name: 'Period' }).getByText('90 days').click();
    await expect(page).toHaveURL(/period=90d/);
    await expect.poll(async () => (await readTable(page)).rows.length).toBe(90);

    await page.getByRole('radiogroup', { name: 'Detail' }).getByText('Week').click();
    await expect(page).toHaveURL(/detail=week/);
    await expect.poll(async () => (await readTable(page)).rows.length).toBeLessThanOrEqual(14);

    await page.getByRole('combobox', { name: 'Compare' }).selectOption({ label: 'Previous period' });
    await expect(page).toHaveURL(/compare=previous/);
    await expect.poll(async () => (await readTable(page)).columns.length).toBe(3);

    await page.goto('/reports/users_graph?period=7d');
    const { columns } = await readTable(page);
    expect(columns).toEqual(['Current', 'New', 'Returned', 'Left']);
    await page.getByRole('button', { name: /^Returned/ }).click();
    await expect(page).toHaveURL(/lines=/);
    await expect.poll(async () => (await readTable(page)).columns).toEqual(['Current', 'New', 'Left']);
    await page.reload();
    expect((await readTable(page)).columns).toEqual(['Current', 'New', 'Left']);
  });

  await test.step('arrow keys read the chart', async () => {
    await page.goto('/?demo=1');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.goto('/reports/new_users?period=7d');
    const { rows } = await readTable(page);
    const chart = page.getByRole('slider', { name: 'Chart: New users' });
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    const yesterday = rows.at(-2);
    await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`${yesterday?.name}.*${yesterday?.cells[0]}`));
  });

  await test.step('the CSV holds the numbers of the table', async () => {
    await page.goto('/?demo=1');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.goto('/reports/messages_from_user?period=30d');
    const table = await readTable(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the table as CSV' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^messages_from_user_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    const [head = [], ...rest] = text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const totals = rest.pop() ?? [];
    expect(head).toEqual(['Period start', ...table.columns]);
    expect(rest.map(([, ...cells]) => cells)).toEqual(table.rows.map(({ cells }) => cells.map(stripCommas)));
    expect(totals).toEqual(['Whole period', ...table.columns.map((column) => stripCommas(table.totals[column] ?? ''))]);
    for (const [start] of rest) expect(start).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});
