import { readFile } from 'node:fs/promises';
import { startJourney } from '@botscope/testkit/journey.ts';
import type { Page } from '@playwright/test';
import type { TestBot } from './fixtures/operator.ts';
import { push } from './fixtures/push.ts';
import type { TestServer } from './fixtures/server.ts';
import { expect, test } from './fixtures/test.ts';

const dayMs = 86_400_000;

/** Three users order, two of them by /buy; Anna pays in Stars besides. All of it within the last 7 days. @returns Anna's id */
async function sell(server: TestServer, bot: TestBot): Promise<number> {
  const from = Date.now() - 4 * dayMs;
  const journey = startJourney({ from: new Date(from).toISOString(), bot: bot.name, seed: bot.name });
  const anna = journey.user('Anna', { username: 'anna_b' });
  const boris = journey.user('Boris');
  const clara = journey.user('Clara');
  anna.sends('/start ads');
  boris.sends('/start');
  clara.sends('/start ads');
  journey.after('1d');
  anna.sends('/buy');
  boris.sends('/buy');
  clara.sends('I want to order 15');
  journey.after('1d');
  anna.sends('/buy');
  expect(await push(server, bot, journey.updates)).toBe(200);
  await server.settled();
  return anna.user.id;
}

async function sendTarget(server: TestServer, bot: TestBot, conversion: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${server.url}/v1/send-target`, {
    method: 'POST',
    headers: { 'Api-Key': bot.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(conversion),
  });
  expect(await response.json()).toEqual({ ok: true });
  await server.settled();
}

// While the demo's history comes in, nothing else is sure to be written at once.
test.beforeEach(({ demoServer }) => demoServer.demoReady());

const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr');
const trial = (page: Page, name: string) => page.getByRole('region', { name });

test('sales by API in the list, the file, the summary and on the dashboard; targets are removed, tried and kept', async ({
  own: page,
  server,
  bot,
  watch,
}) => {
  const anna = await sell(server, bot);
  await test.step('sales by API are in the list, the file, the summary and on the dashboard', async () => {
    await sendTarget(server, bot, { target_id: 1, user_id: anna, value: 25, unit: 'EUR' });
    await sendTarget(server, bot, { target_id: 1, user_id: anna, value: 300, unit: 'xtr' });
    await page.goto('/conversion?period=7d&lang=ru');
    await expect(page).toHaveTitle('Конверсии · Botscope');
    await expect(rows(page, 'Конверсии')).toHaveCount(2);
    await expect(page.getByRole('table', { name: 'Конверсии' })).toContainText('Продажа');
    await expect(rows(page, 'Конверсии').filter({ hasText: '25 €' })).toContainText('ads');
    await expect(rows(page, 'Конверсии').filter({ hasText: '300' })).toContainText('★');

    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Скачать список в CSV' }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    expect(text.trimEnd().split('\r\n')).toHaveLength(1 + 2);

    await page.getByRole('combobox', { name: 'Цель' }).selectOption({ label: 'Покупки в Telegram' });
    await expect(page).toHaveURL(/target=2/);
    await expect(page.getByText('Под этот выбор ничего не подходит')).toBeVisible();
    await page.getByRole('button', { name: 'Показать все' }).click();
    await expect(rows(page, 'Конверсии')).toHaveCount(2);

    await page.goto('/?period=7d&lang=en');
    const panel = page.getByRole('region', { name: 'Conversions', exact: true });
    await page.getByRole('heading', { level: 2, name: 'Growth' }).scrollIntoViewIfNeeded();
    await page.mouse.move(800, 400);
    await page.mouse.wheel(0, 2_000);
    await expect(panel).toContainText('€25');
    await expect(panel).toContainText('300');
    await expect(page.getByRole('table', { name: 'Sources' }).getByRole('row', { name: /^ads/ })).toBeVisible();
    await panel.getByRole('link', { name: /^Open report/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Conversions' })).toBeVisible();
  });

  await test.step('a removed target can be restored; the built-in ones stay', async () => {
    const initResponse = await page.request.get('/api/site/init');
    const { data } = (await initResponse.json()) as { data: { csrf: string } };
    const answer = await page.request.post(`/api/bots/${bot.key}/targets`, {
      headers: { 'X-CSRF-Token': data.csrf },
      data: { name: 'Bought', trigger: { kind: 'command', name: '/buy' }, value: { kind: 'none' } },
    });
    expect(answer.ok()).toBe(true);
    await page.goto('/targets');
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(1);
    await page.getByRole('button', { name: 'Remove Bought' }).click();
    await expect(rows(page, 'Targets')).toHaveCount(2);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page, 'Targets').filter({ hasText: 'Bought' })).toContainText('3');
    await page.getByRole('link', { name: 'Bought' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page).toHaveURL(/\/targets$/);
    await expect(rows(page, 'Targets')).toHaveCount(2);
  });

  await test.step('a target is tried before it is saved and counts past events', async () => {
    await page.goto('/targets');
    await expect(page).toHaveTitle('Targets · Botscope');
    await expect(rows(page, 'Targets')).toHaveCount(2);
    await expect(page.getByText(`Api-Key: ${bot.key}:SECRET_HALF`)).toBeVisible();
    await page.getByRole('link', { name: 'Add target' }).first().click();

    // Nothing typed: shown at the fields, the first of them has the focus.
    await page.getByLabel('Trigger type').selectOption('Message text');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByLabel('Name')).toBeFocused();
    await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Required/);

    await page.getByLabel('Name').fill('Ordered');
    await page.getByLabel('Match').selectOption('contains');
    await page.getByLabel('Text', { exact: true }).fill('ORDER');
    await expect(trial(page, 'Test on the last 7 days')).toContainText('1 conversion by 1 user');
    await expect(rows(page, 'Latest matches')).toContainText(['I want to order 15']);

    await page.getByLabel('Trigger type').selectOption('Command');
    await page.getByRole('textbox', { name: 'Command' }).fill('/buy');
    await expect(trial(page, 'Test on the last 7 days')).toContainText('3 conversions by 2 users');
    await page.getByRole('radio', { name: 'Fixed' }).check();
    await page.getByLabel('Amount').fill('much');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByLabel('Amount')).toBeFocused();
    await page.getByLabel('Amount').fill('9,90');
    await page.getByLabel('Currency').selectOption('EUR');
    await page.getByRole('button', { name: 'Save', exact: true }).click();

    await expect(page.getByRole('heading', { level: 1, name: 'Ordered' })).toBeVisible();
    const id = await page.getByRole('status', { name: 'target_id' }).innerText();
    await expect(page).toHaveURL(new RegExp(`/targets/${id}$`));
    await expect(page.getByText(`"target_id": ${id}`)).toBeVisible();
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Targets' }).click();
    const line = rows(page, 'Targets').filter({ hasText: 'Ordered' });
    await expect(line.getByRole('cell')).toContainText(['Command /buy', '€9.90', '3', '2']);

    await line.getByRole('link', { name: '3', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Conversions' })).toBeVisible();
    await expect(rows(page, 'Conversions')).toHaveCount(3);
    await expect(rows(page, 'Conversions').first()).toContainText('Anna');
    await expect(rows(page, 'Conversions').first()).toContainText('@anna_b');
    await expect(rows(page, 'Conversions').first()).toContainText('€9.90');
    await page.getByRole('link', { name: 'By target' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Conversions by target' })).toBeVisible();
    await expect(page.getByRole('row', { name: /^Ordered/ })).toContainText('€29.70');
  });

  await test.step('an invalid pattern, and unsaved changes', async () => {
    watch.allows(/^POST \/api\/bots\/\w+\/target-test 400$/);
    await page.goto('/targets/new');
    await page.getByLabel('Trigger type').selectOption('Message text');
    await page.getByLabel('Match').selectOption('matches the pattern');
    await page.getByLabel('Pattern').fill('(order');
    await expect(page.getByLabel('Pattern')).toHaveAccessibleDescription(/^Invalid pattern/);
    await expect(page.getByLabel('Pattern')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Pattern').fill('^I want to (order|buy) \\d+$');
    await expect(trial(page, 'Test on the last 7 days')).toContainText('1 conversion by 1 user');
    await expect(page.getByLabel('Pattern')).not.toHaveAttribute('aria-invalid', 'true');

    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByLabel('Pattern')).toHaveValue('^I want to (order|buy) \\d+$');
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).click();
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });
});

test.describe('a phone screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a target is made and its conversions are read', async ({ own: page, server, bot }) => {
    await sell(server, bot);
    await page.goto('/?lang=ru');
    await page.getByRole('button', { name: 'Открыть меню' }).tap();
    await page.getByRole('button', { name: 'Конверсии' }).tap();
    await page.getByRole('link', { name: 'Настройка целей' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Цели' })).toBeVisible();
    await page.getByRole('link', { name: 'Добавить цель' }).first().tap();
    await page.getByLabel('Название').fill('Покупка');
    await page.getByRole('textbox', { name: 'Команда' }).fill('/buy');
    await expect(trial(page, 'Проверка на последних 7 днях')).toContainText('3 конверсии, 2 человека');
    await page.getByRole('button', { name: 'Сохранить' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Покупка' })).toBeVisible();
    await page.goto('/conversion?lang=ru');
    await expect(rows(page, 'Конверсии')).toHaveCount(3);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});
