import type { Page } from '@playwright/test';
import type { TestBot } from './fixtures/operator.ts';
import { expect, test } from './fixtures/test.ts';

const saveStatus = (page: Page, name: string) => page.getByRole('region', { name }).getByRole('status');

/** Gives the bot a token of the simulated Telegram. */
async function addToken(page: Page, bot: TestBot, token: string): Promise<void> {
  const answer = await page.request.post(`/api/bots/${bot.key}/token`, { data: { token } });
  expect(answer.status(), await answer.text()).toBe(200);
}

test('texts, commands and the menu button are pushed to Telegram; the bell reports a revoked token', async ({
  own: page,
  bot,
  telegram,
  watch,
}) => {
  const telegramBot = telegram.addBot({ username: bot.name, first_name: 'Shop' });
  await addToken(page, bot, telegramBot.token);
  await test.step('texts, commands and the menu button are pushed to Telegram', async () => {
    const last = (method: string) => telegramBot.calls.filter((call) => call.method === method).at(-1)?.params;
    await page.goto(`/bots/${bot.key}`);
    const telegramSection = page.getByRole('region', { name: 'In Telegram' });
    await telegramSection.getByLabel('Language').selectOption('German');
    await telegramSection.getByLabel('Short description').fill('Blumen in zwei Stunden');
    // Another language is another text: this one is not thrown away without a question.
    await telegramSection.getByLabel('Language').selectOption('French');
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click();
    await expect(telegramSection.getByLabel('Language')).toHaveValue('de');
    await telegramSection.getByRole('button', { name: 'Save' }).click();
    await expect(saveStatus(page, 'In Telegram')).toHaveText('Saved');
    expect(last('setMyShortDescription')).toMatchObject({
      short_description: 'Blumen in zwei Stunden',
      language_code: 'de',
    });
    expect(last('setMyName')).toBeUndefined();

    await page.getByRole('link', { name: 'Commands', exact: true }).click();
    const add = page.getByRole('button', { name: 'Add a command' });
    await add.click();
    await expect(page.getByRole('textbox', { name: 'Command 1' })).toBeFocused();
    await page.keyboard.type('/Help');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ask a user');
    await add.click();
    await page.keyboard.type('start!');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Begin');
    // By keyboard to the first place; the focus goes along.
    await page.keyboard.press('Alt+ArrowUp');
    const first = page.getByRole('textbox', { name: 'Command 1' });
    await expect(first).toHaveValue('start!');
    await expect(page.getByRole('textbox', { name: 'Description 1' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(first).toHaveAccessibleDescription(/Only a–z, 0–9 and _/);
    await expect(first).toBeFocused();
    await first.fill('start');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The menu has been updated')).toBeVisible();
    expect(last('setMyCommands')?.commands).toEqual([
      { command: 'start', description: 'Begin' },
      { command: 'help', description: 'Ask a user' },
    ]);

    const menu = page.getByRole('region', { name: 'Menu button' });
    await menu.getByRole('radio', { name: 'Mini App' }).check();
    await menu.getByLabel('Button text').fill('Shop');
    await menu.getByLabel('Mini App URL').fill('http://shop.example');
    await menu.getByRole('button', { name: 'Save' }).click();
    await expect(menu.getByLabel('Mini App URL')).toBeFocused();
    await menu.getByLabel('Mini App URL').fill('https://shop.example/');
    await menu.getByRole('button', { name: 'Save' }).click();
    await expect(saveStatus(page, 'Menu button')).toHaveText('Saved');
    expect(last('setChatMenuButton')?.menu_button).toMatchObject({ type: 'web_app', text: 'Shop' });
  });

  await test.step('the bell: a revoked token is reported live, reading it is remembered', async () => {
    await page.goto('/profile');
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await bell.click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText('No notifications yet');
    await page.keyboard.press('Escape');
    await expect(bell).toBeFocused();

    telegramBot.revokeToken();
    await page.request.post(`/api/bots/${bot.key}/check`);
    await expect(bell).toHaveAccessibleName('Notifications: 1 unread notification');
    await page.keyboard.press('Enter');
    const entry = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').getByRole('link');
    await expect(entry).toContainText('Telegram rejects the token');
    await expect(entry).toContainText(bot.name);
    await expect(entry).toContainText('New');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(bell).toHaveAccessibleName('Notifications');
    await expect(entry).not.toContainText('New');
    await page.reload();
    await expect(bell).toHaveAccessibleName('Notifications');
    await bell.click();
    await expect(entry).not.toContainText('New');
    await entry.focus();
    watch.allows(/^GET \/api\/bots\/[0-9a-f]{13}\/(profile|commands|menu-button) 400$/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/bots/${bot.key}\\?.*tab=connection`));
  });
});
