import { launch } from './fixtures/launch.ts';
import { push } from './fixtures/push.ts';
import { expect, test } from './fixtures/test.ts';

test('the page of a bot updates itself; its errors are shown, filtered and cleared; its removal ends its key', async ({
  own: page,
  server,
  bot,
}) => {
  await test.step('the first update arrives on an open page', async () => {
    await page.goto(`/bot/${bot.key}`);
    await expect(page.getByText('Waiting for the first update').first()).toBeVisible();
    await page.evaluate('window.sameDocument = true');
    await launch(server, bot, ['']);
    await expect(page.getByText('Data is arriving')).toBeVisible();
    expect(await page.evaluate('window.sameDocument')).toBe(true);
    await expect(page.getByRole('region', { name: 'Today' })).toContainText('New users');
    await page.getByRole('navigation', { name: 'Next steps' }).getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByText('This needs the bot token')).toBeVisible();
    await page.getByRole('link', { name: 'Add token' }).click();
    await expect(page).toHaveURL(/tab=connection.*#token$/);
  });

  await test.step('the error log', async () => {
    await fetch(`${server.url}/v1/send-batch-update`, {
      method: 'POST',
      headers: { 'Api-Key': bot.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify([
        { date: new Date().toISOString(), update: 'not an update' },
        { date: new Date().toISOString(), update: 'not an update' },
        5,
      ]),
    });
    await page.goto(`/bots/${bot.key}`);
    await expect(page.getByRole('region', { name: 'Recent errors' })).toContainText('not an update');
    await page.goto(`/bots/${bot.key}?tab=connection`);
    await expect(page.getByRole('region', { name: 'Incoming updates' })).toContainText('Connected');
    await page.goto('/');
    await page.getByRole('link', { name: 'Bot errors' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Bot errors' })).toBeFocused();
    const table = page.getByRole('table');
    await expect(table.getByRole('row').filter({ hasText: 'Not a JSON object' })).toContainText('400 bad request');
    await expect(page.getByText('2 errors', { exact: true })).toBeVisible();

    await page.getByRole('searchbox', { name: 'Search errors' }).fill('an upd');
    await expect(page).toHaveURL(/search=an\+upd/);
    await expect(page.getByText('1 error', { exact: true })).toBeVisible();
    await page.getByRole('combobox', { name: 'Where' }).selectOption('Long polling');
    await expect(page.getByRole('heading', { name: 'No matching errors' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Where' })).toHaveValue('polling');
    await expect(page.getByRole('searchbox')).toHaveValue('an upd');
    await page.getByRole('main').getByRole('button', { name: 'Reset filters' }).first().click();
    await expect(page.getByText('2 errors', { exact: true })).toBeVisible();
    await expect(page).not.toHaveURL(/search=/);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'No matching errors' })).toBeVisible();
    await page.goForward();

    await page.getByRole('button', { name: 'Clear log' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear log' }).click();
    await expect(page.getByRole('heading', { name: 'No errors' })).toBeVisible();
  });

  await test.step('the bot is removed after its name was typed', async () => {
    await page.goto(`/bots/${bot.key}?tab=data`);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Remove ${bot.name}?` });
    await expect(dialog).toContainText('All its events and reports are deleted permanently');
    const field = dialog.getByLabel(`Type ${bot.name} to confirm`);
    await field.fill('another_bot');
    await dialog.getByRole('button', { name: 'Remove bot and data' }).click();
    await expect(field).toHaveAccessibleDescription(/The name doesn’t match/);
    await field.fill(bot.name);
    await dialog.getByRole('button', { name: 'Remove bot and data' }).click();
    await expect(page.getByText(`${bot.name} is removed`)).toBeVisible();
    await expect(page).toHaveURL(/\/bots(\?|$)/);
    await expect(page.getByText('Connect your first bot')).toBeVisible();
    expect(await push(server, bot, [])).toBe(401);
    expect((await page.request.get(`/api/bots/${bot.key}`)).status()).toBe(404);
  });
});

test('an upload: columns, refused lines, and the same file again', async ({ own: page, server, bot, watch }) => {
  watch.allows(/^POST \/api\/bots\/[0-9a-f]{13}\/uploads 400$/);
  const users = Array.from(
    { length: 40 },
    (_, index) => `${700_000 + index},Name ${index},2026-01-${10 + (index % 20)}`,
  );
  const file = (name: string, lines: readonly string[]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(['number,first_name,date_added', ...lines].join('\n')),
  });
  await page.goto(`/bot_upload/${bot.key}`);
  await expect(page.getByText('No imports yet.')).toBeVisible();
  const choose = page.locator('input[type=file]');
  await choose.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(page.getByText('Unsupported file: photo.png')).toBeVisible();

  for (const round of [1, 2]) {
    await choose.setInputFiles(file('users.csv', [...users, 'Anna,Anna,2026-01-01', '-5,Group,2026-01-01']));
    const column = page.getByLabel('User ID');
    await column.selectOption('');
    await page.getByRole('button', { name: 'Start import' }).click();
    await expect(column).toHaveAccessibleDescription('Choose the column with the user ID');
    await expect(column).toBeFocused();
    await column.selectOption('number');
    await page.getByRole('button', { name: 'Start import' }).click();
    await expect(page.getByRole('heading', { name: 'users.csv imported' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '40 rows imported · 2 rows rejected' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Rejected rows' }).first()).toContainText(
      '["Anna","Anna","2026-01-01"]',
    );
    await expect(page.getByRole('region', { name: 'Previous imports' }).getByRole('button')).toHaveCount(round);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download report' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    await page.getByRole('button', { name: 'Import another file' }).click();
  }
  await server.settled();
  const report = await page.request.get(`/api/reports/${bot.key}/count_users?period=today`);
  const { data } = (await report.json()) as { data: { lines: { name: string; values: (number | null)[] }[] } };
  expect(data.lines.find(({ name }) => name === 'all')?.values.findLast((value) => value !== null)).toBe(40);
});
