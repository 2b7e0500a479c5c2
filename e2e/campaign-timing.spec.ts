import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { judge } from './fixtures/axe.ts';
import { shoot } from './fixtures/shots.ts';
import { expect, test } from './fixtures/test.ts';

test('a campaign warns of broken links and missing values before its start, and is sent at a time of each user’s own', async ({
  own: page,
  bot,
  shop,
}) => {
  const site = createServer((request, response) => response.writeHead(request.url === '/sale' ? 200 : 404).end());
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const users = await shop.meet('Anna', 'Boris', { first_name: '' });
  const greeting = { key: 'greeting', name: 'Greeting', type: 'text', settings: {} };
  expect((await page.request.post(`/api/bots/${bot.key}/custom-fields`, { data: greeting })).status()).toBe(200);
  const values = { greeting: 'x'.repeat(4_090) };
  const fieldsResponse = await page.request.post(`/api/bots/${bot.key}/users/${users[1]?.user.id}/fields`, {
    data: { values },
  });
  expect(fieldsResponse.status(), await fieldsResponse.text()).toBe(200);
  const shot = (name: string, colorScheme: 'light' | 'dark' = 'light'): Promise<void> => shoot(page, name, colorScheme);
  const start = page.getByRole('button', { name: 'Start sending' });
  const warnings = page.getByRole('list', { name: 'Warnings' });

  await test.step('each is named, and the start is not forbidden', async () => {
    await page.goto(`/mailing/edit-campaign?bot=${bot.key}&step=message`);
    await page
      .getByRole('textbox', { name: 'Message', exact: true })
      .fill(
        `Hello {first_name}. {field.greeting|Welcome} to ${address}/sale or ${address}/old, ${address}/?id={user_id}`,
      );
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: '3. Sending' }).click();
    await expect(warnings.getByRole('listitem')).toHaveText([
      /^First name is empty for 1 user\. They get the text without it\. Write \{first_name\|friend\} to/,
      /^With values of .*Greeting.* the text is too long for 1 user\. They will not get the message\./,
      `${address}/old answers 404.`,
      `Not checked, because it depends on the user: ${address}/?id={user_id}`,
    ]);
    await expect(start).toBeEnabled();
    expect(await judge(page, 'warnings')).toEqual([]);
    await shot('warnings');
  });

  await test.step('users are one click away, by keyboard', async () => {
    const [emptyNameWarning, longTextWarning] = [
      warnings.getByRole('listitem').nth(0),
      warnings.getByRole('listitem').nth(1),
    ];
    await expect(longTextWarning.getByRole('link', { name: 'Boris' })).toHaveAttribute('href', /\/users\/\d+/);
    await emptyNameWarning.getByRole('link', { name: 'Show users' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Has no first name')).toBeVisible();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
    await page.goBack();
    await emptyNameWarning.getByRole('link', { name: 'Edit message' }).click();
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
  });

  await test.step('the warnings work on a phone, in the dark, in Russian', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${page.url().replace(/&?step=message/, '')}&step=sending&lang=ru`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.getByRole('list', { name: 'Предупреждения' }).getByRole('listitem')).toHaveCount(4);
    await shot('warnings-ru-phone-dark', 'dark');
    expect(await judge(page, 'warnings on a phone')).toEqual([]);
    const width = await page.locator('html').evaluate((element) => element.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });

  await test.step('a campaign without problems has no warnings', async () => {
    await page.goto(`${page.url().replace('step=sending', 'step=message').replace('lang=ru', 'lang=en')}`);
    await page
      .getByRole('textbox', { name: 'Message', exact: true })
      .fill(`Hello {first_name|friend}: ${address}/sale`);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: '3. Sending' }).click();
    await expect(page.getByText('Links work, and no values are missing.')).toBeVisible();
    await expect(warnings).toBeHidden();
  });
  site.close();

  await test.step('a message at a time of each user’s own: the field, the editor, and who waits', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const field = { key: 'zone', name: 'Zone', type: 'text', settings: {} };
    expect((await page.request.post(`/api/bots/${bot.key}/custom-fields`, { data: field })).status()).toBe(200);
    for (const [index, zone] of ['UTC', '-02:00'].entries()) {
      const fieldsResponse = await page.request.post(`/api/bots/${bot.key}/users/${users[index]?.user.id}/fields`, {
        data: { values: { zone } },
      });
      expect(fieldsResponse.status(), await fieldsResponse.text()).toBe(200);
    }

    await test.step('the bot’s settings name the field', async () => {
      await page.goto(`/bots/${bot.key}?tab=mailing`);
      await page.getByLabel('Custom field with the time zone').selectOption('Zone');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Saved', { exact: true })).toBeVisible();
      expect(await judge(page, 'mailing settings')).toEqual([]);
      await shot('timing-settings');
      await page.reload();
      await expect(page.getByLabel('Custom field with the time zone')).toHaveValue('zone');
    });

    await test.step('the editor says for how many it is known, and when they get it', async () => {
      await page.goto(`/mailing/edit-campaign?bot=${bot.key}&step=message`);
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Good morning');
      await expect(page.getByText('Saved', { exact: true })).toBeVisible();
      await page.getByRole('link', { name: '3. Sending' }).click();
      await page.getByRole('checkbox', { name: 'Quiet hours' }).check();
      await page.getByRole('combobox', { name: 'Time zone' }).selectOption('Each user’s own');
      await expect(page.getByText('The time zone of 2 of 3 users is known.')).toBeVisible();
      await expect(page.getByText('For the others the hours of')).toBeVisible();
      await expect(page.getByText('For whom it is quiet when their turn comes')).toBeVisible();
      expect(await judge(page, 'own quiet hours')).toEqual([]);
      await page.getByRole('checkbox', { name: 'Quiet hours' }).uncheck();
      // The third of the group, by keyboard.
      await page.getByRole('radio', { name: 'Now', exact: true }).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('radio', { name: 'At a time in each user’s time zone' })).toBeChecked();
      await expect(page.getByText('The time zone of 2 of 3 users is known. By the field “Zone”: 2.')).toBeVisible();
      await expect(page.getByText('They get it at 10:00 of their own time')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Plan', exact: true })).toBeEnabled();
      await expect(page.getByRole('checkbox', { name: 'Spread over several hours' })).toBeDisabled();
      expect(await judge(page, 'own time')).toEqual([]);
      await shot('timing-editor');
      await page.setViewportSize({ width: 390, height: 800 });
      await page.emulateMedia({ colorScheme: 'dark' });
      const english = page.url();
      await page.goto(`${english}&lang=ru`);
      await expect(page.getByText('Часовой пояс известен у 2 из 3 пользователей.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Запланировать' })).toBeEnabled();
      await shot('timing-editor-ru-phone-dark', 'dark');
      expect(await judge(page, 'own time on a phone')).toEqual([]);
      const width = await page.locator('html').evaluate((element) => element.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${english}&lang=en`);
    });

    await test.step('users whose time has come get the message, and the page says how many wait', async () => {
      const now = new Date().toISOString();
      await page.getByLabel('Date', { exact: true }).fill(now.slice(0, 10));
      await page.getByLabel('Time', { exact: true }).fill(now.slice(11, 16));
      await expect(page.getByText('Users who had that time more than an hour before the start')).toBeVisible();
      await expect(page.getByText('Saved', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Start sending' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('Sending begins with the time zones that have it next.');
      await dialog.getByRole('button', { name: 'Start sending' }).click();
      const progress = page.getByRole('region', { name: 'Progress' });
      await expect(progress).toContainText(`1 user waits for ${now.slice(11, 16)} of their time zone.`, {
        timeout: 30_000,
      });
      const texts = () =>
        shop.telegramBot.calls.filter(({ method }) => method === 'sendMessage').map(({ params }) => params.chat_id);
      await expect.poll(texts).toHaveLength(2);
      expect(texts().map(Number).sort()).toEqual([users[0]?.user.id, users[2]?.user.id].map(Number).sort());
      expect(await judge(page, 'progress')).toEqual([]);
      await shot('timing-progress');
      await page.getByRole('button', { name: 'Stop' }).click();
      await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
    });
  });
});
