import type { Page } from '@playwright/test';
import { judge } from './fixtures/axe.ts';
import type { TestBot } from './fixtures/operator.ts';
import { push } from './fixtures/push.ts';
import { expect, test } from './fixtures/test.ts';

/** Gives the bot a token of the simulated Telegram. */
async function addToken(page: Page, bot: TestBot, token: string): Promise<void> {
  const answer = await page.request.post(`/api/bots/${bot.key}/token`, { data: { token } });
  expect(answer.status(), await answer.text()).toBe(200);
}

test('writing to a user: format, send, what is refused, edit, delete, take over', async ({
  own: page,
  bot,
  server,
  telegram,
}) => {
  await test.step('the bot’s page says what becomes of the messages of a taken chat', async () => {
    await page.goto(`/bots/${bot.key}?tab=chats`);
    await expect(page.getByText('goes on answering unless it asks the API')).toBeVisible();
    expect(await judge(page, 'chats of a bot')).toEqual([]);
  });

  const telegramBot = telegram.addBot({ username: bot.name, first_name: 'Shop' });
  await addToken(page, bot, telegramBot.token);
  const anna = telegram.user({ first_name: 'Anna', bot: telegramBot });
  const update = { update_id: 1, message: anna.sends('/start').message };
  expect(await push(server, bot, [{ date: new Date().toISOString(), update }])).toBe(200);
  const path = `/users/${anna.user.id}?bot=${bot.key}`;
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  const listSentParams = () =>
    telegramBot.calls.filter(({ method }) => method === 'sendMessage').map(({ params }) => params);

  await test.step('bold by the keyboard, a button, Enter', async () => {
    await page.goto(path);
    await field.fill('Hello Anna');
    await field.press('Shift+Home');
    await field.press('Control+b');
    await expect(page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('Hello Anna');
    await page.getByRole('button', { name: 'Add buttons' }).click();
    await page.getByRole('textbox', { name: 'Button text' }).fill('Shop');
    await page.getByRole('textbox', { name: 'Value' }).fill('https://shop.example.com');
    expect(await judge(page, 'writing')).toEqual([]);
    await field.press('Enter');
    await expect(field).toHaveValue('');
    await expect.poll(listSentParams).toMatchObject([
      {
        text: 'Hello Anna',
        entities: [{ type: 'bold', offset: 0, length: 10 }],
        reply_markup: { inline_keyboard: [[{ text: 'Shop', url: 'https://shop.example.com' }]] },
      },
    ]);
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Hello Anna');
  });

  await test.step('a draft is kept for this user', async () => {
    await field.fill('not yet');
    await page.reload();
    await expect(field).toHaveValue('not yet');
    await field.fill('');
  });

  await test.step('a message that may have arrived is marked as not confirmed, and left', async () => {
    telegramBot.script({ method: 'sendMessage', outcome: { reset: 'after' } });
    await field.fill('maybe');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const outbox = page.getByRole('list', { name: 'Messages on their way' });
    await expect(outbox).toContainText('Delivery not confirmed');
    expect(await judge(page, 'unknown message')).toEqual([]);
    await outbox.getByRole('button', { name: 'Leave it' }).click();
    await expect(outbox).toBeHidden();
  });

  await test.step('edit and delete what was sent', async () => {
    const bubble = page.getByRole('article').filter({ hasText: 'Hello Anna' });
    await bubble.getByRole('button', { name: 'Message actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit message' });
    await dialog.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello again');
    expect(await judge(page, 'edit dialog')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Message changed')).toBeVisible();
    expect(telegramBot.calls.at(-1)).toMatchObject({ method: 'editMessageText', params: { text: 'Hello again' } });
    await expect(bubble.or(page.getByRole('article').filter({ hasText: 'Hello again' })).first()).toBeVisible();
    await page.getByRole('button', { name: 'Message actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Message deleted')).toBeVisible();
  });

  await test.step('take over and return', async () => {
    const bar = page.getByRole('region', { name: 'Who answers this chat' });
    await expect(bar).toContainText('The bot answers this chat.');
    await bar.getByRole('button', { name: 'Take over' }).click();
    await expect(bar).toContainText('You answer this chat until');
    await bar.getByRole('button', { name: 'Return to the bot' }).click();
    await expect(bar).toContainText('The bot answers this chat.');
  });

  await test.step('the composer works on a phone, in Russian, in the dark', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${path}&lang=ru`);
    await expect(page.getByRole('button', { name: 'Отправить', exact: true })).toBeVisible();
    expect(await judge(page, 'writing on a phone')).toEqual([]);
    const width = await page.locator('html').evaluate((element) => element.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});
