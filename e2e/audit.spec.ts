import type { Page } from '@playwright/test';
import { unique } from './fixtures/operator.ts';
import { expect, test } from './fixtures/test.ts';

const log = (page: Page, name = 'Activity log') => page.getByRole('table', { name });
const row = (page: Page, text: string) => log(page).getByRole('row').filter({ hasText: text });

test('the log of a bot: sentences, users, places and times; filters, pages and a file', async ({
  own: page,
  account,
  bot,
}) => {
  await page.goto(`/bots/${bot.key}?tab=audit`);
  await expect(row(page, 'Bot added')).toContainText('Operator');
  await expect(log(page).getByRole('row')).toHaveCount(2);

  await page.request.post(`/api/bots/${bot.key}/settings`, { data: { session_gap_minutes: 45, error_days: 30 } });
  await page.request.post(`/api/bots/${bot.key}/annotations`, { data: { day: '2026-03-01', text: 'Sale begins' } });
  for (let count = 0; count < 55; count += 1) await page.request.post(`/api/bots/${bot.key}/rotate-api-key`);
  await page.request.post('/api/user/profile/set-time-zone?time_zone=Asia/Kolkata');
  await page.reload();
  await expect(log(page).getByRole('row')).toHaveCount(51);
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect(log(page).getByRole('row')).toHaveCount(59);
  await expect(page.getByRole('button', { name: 'Show older' })).toBeHidden();

  await page.getByLabel('Action', { exact: true }).selectOption('Settings changed');
  const settings = row(page, 'Settings changed');
  await expect(settings).toContainText('session timeout, error retention');
  await expect(settings).toContainText(account.email);
  await expect(settings).toContainText('Chrome, Linux');
  await expect(settings).toContainText('127.0.0.1');
  // In the account's zone, which is not the browser's.
  const timestamp = await settings.locator('time').getAttribute('datetime');
  const clock = new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata', timeStyle: 'short', hourCycle: 'h23' });
  await expect(settings.locator('time')).toContainText(clock.format(new Date(timestamp ?? '')));

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the log as CSV' }).click();
  expect((await download).suggestedFilename()).toBe('audit.csv');
  await page.getByRole('button', { name: 'Reset filters' }).click();
  await page.getByLabel('Who', { exact: true }).selectOption(account.email);
  await page.reload();
  await expect(row(page, 'File downloaded')).toContainText('activity log');

  await page.goto(`/bots/${bot.key}?tab=audit&lang=ru`);
  const table = log(page, 'Журнал действий');
  await expect(table).toContainText('Скачан файл');
  await page.getByLabel('Кто', { exact: true }).selectOption('Оператор');
  await expect(table).toContainText('Добавлен бот');
  await page.getByLabel('Кто', { exact: true }).selectOption('Все люди');
  await page.getByLabel('Что', { exact: true }).selectOption('Добавлена заметка на графиках');
  await expect(table).toContainText('Sale begins · 2026-03-01');
});

test('the profile: activity, notification settings, the bell, messages of the server', async ({
  own: page,
  bot,
  telegram,
  watch,
}) => {
  await test.step('activity and notification settings', async () => {
    await page.request.post(`/api/bots/${bot.key}/settings`, { data: { callback_max_length: 32 } });
    await page.goto('/profile?tab=activity');
    const settings = log(page, 'My activity').getByRole('row').filter({ hasText: 'Settings changed' });
    await expect(settings).toContainText('button data length');
    await settings.getByRole('link', { name: bot.name }).click();
    await expect(page).toHaveURL(new RegExp(`/bots/${bot.key}`));

    await page.goto('/profile?tab=notifications');
    const box = (name: string) => page.getByRole('checkbox', { name });
    await expect(box('Account security: In the app')).toBeDisabled();
    await expect(box('Account security: In the app')).toBeChecked();
    await box('Bot connections: Email').uncheck();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    // No bot of the installation's own writes to users here.
    await expect(box('Access to bots: Telegram')).toHaveCount(0);
    await page.reload();
    await expect(box('Bot connections: Email')).not.toBeChecked();
    await expect(box('Access to bots: Email')).toBeChecked();
  });

  await test.step('notifications by type, read and unread', async () => {
    const telegramBot = telegram.addBot({ username: `notified_${unique()}_bot` });
    await page.request.post(`/api/bots/${bot.key}/rename`, { data: { bot_name: telegramBot.username } });
    await page.request.post(`/api/bots/${bot.key}/token`, { data: { token: telegramBot.token } });
    await page.goto('/');
    telegramBot.revokeToken();
    await page.request.post(`/api/bots/${bot.key}/check`);
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await expect(bell).toHaveAccessibleName('Notifications: 1 unread notification');
    await bell.click();
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    const entry = panel.getByRole('listitem').filter({ hasText: 'Telegram rejects the token' });
    await panel.getByRole('button', { name: 'Account', exact: true }).click();
    await expect(panel).toContainText('No notifications of this type');
    await panel.getByRole('button', { name: 'Connections', exact: true }).click();
    await expect(entry).toBeVisible();

    await entry.getByRole('button', { name: 'Mark as read' }).click();
    await expect(bell).toHaveAccessibleName('Notifications');
    await entry.getByRole('button', { name: 'Mark as unread' }).click();
    await expect(bell).toHaveAccessibleName('Notifications: 1 unread notification');
    await panel.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(bell).toHaveAccessibleName('Notifications');
    await expect(panel.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
    watch.allows(/^GET \/api\/bots\/[0-9a-f]{13}\/(profile|commands|menu-button) 400$/);
    await panel.getByRole('link', { name: 'Notification settings' }).click();
    await expect(page).toHaveURL(/\/profile\?.*tab=notifications/);
  });

  await test.step('messages that come with the page: 4.5 seconds, errors 10', async () => {
    await page.clock.install();
    await page.route('**/api/site/init*', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      answer.data.notify = [
        { msg: 'The bot is yours now', type: 'success' },
        { msg: 'The link is too old', type: 'error' },
      ];
      await route.fulfill({ response, json: answer });
    });
    await page.goto('/profile');
    const [successToast, errorToast] = [page.getByText('The bot is yours now'), page.getByText('The link is too old')];
    await expect(successToast).toBeVisible();
    await expect(errorToast).toBeVisible();
    await page.clock.runFor(5_000);
    await expect(successToast).toBeHidden();
    await expect(errorToast).toBeVisible();
    await page.clock.runFor(6_000);
    await expect(errorToast).toBeHidden();
  });
});
