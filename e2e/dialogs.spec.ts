import type { Page } from '@playwright/test';
import { createAccount, createBot, signIn, type TestAccount, type TestBot } from './fixtures/operator.ts';
import type { TestServer } from './fixtures/server.ts';
import { expect, test } from './fixtures/test.ts';

// As most users see it, with what moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Presses the button by Enter; with a menu between them, chooses its entry by the arrow keys. */
async function press(page: Page, name: string, entry?: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  // One that waits for an answer of the server takes no focus yet.
  await expect(button).toBeEnabled();
  await button.focus();
  await page.keyboard.press('Enter');
  if (entry === undefined) return;
  const item = page.getByRole('menuitem', { name: entry, exact: true });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  while ((await item.and(page.locator(':focus')).count()) === 0) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** Expects the open dialog to keep the focus at every key; Escape closes it, and its opener has the focus again. */
async function holdsAndReturns(page: Page, opener: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog, opener).toBeVisible();
  const focused = dialog.locator(':focus').or(dialog.and(page.locator(':focus')));
  await expect(focused, `${opener}: takes the focus`).toHaveCount(1);
  // Back over the first stop to the last ones, and on over them: some have a hundred stops in between. A dialog begins
  // at its third stop at the latest.
  const presses = [...Array<string>(4).fill('Shift+Tab'), ...Array<string>(5).fill('Tab')];
  for (const key of presses) {
    await page.keyboard.press(key);
    await expect(focused, `${opener}: ${key} stays inside`).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

async function goesThrough(page: Page, dialogs: readonly (readonly [name: string, entry?: string])[]): Promise<void> {
  for (const [name, entry] of dialogs) {
    await press(page, name, entry);
    await holdsAndReturns(page, entry ?? name);
    await expect(page.getByRole('button', { name, exact: true }), entry ?? name).toBeFocused();
  }
}

async function open(page: Page, place: string): Promise<void> {
  await page.goto(place);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

test('dialogs keep the focus and return it', async ({ own: page, bot, telegram, server, account }) => {
  test.setTimeout(400_000);
  await test.step('bots', async () => {
    await open(page, '/bots');
    const actions = `Actions for ${bot.name}`;
    await goesThrough(page, [
      [actions, 'Rename'],
      [actions, 'New API key'],
      [actions, 'Remove'],
    ]);
    await open(page, `/bots/${bot.key}`);
    await goesThrough(page, [['Rename']]);
    await open(page, `/bots/${bot.key}?tab=connection`);
    await goesThrough(page, [['Change…'], ['New API key'], ['Add token']]);
    const telegramBot = telegram.addBot({ username: bot.name, first_name: 'Shop' });
    await page.request.post(`/api/bots/${bot.key}/token`, { data: { token: telegramBot.token } });
    await page.reload();
    await goesThrough(page, [['Change token'], ['Remove token']]);

    await open(page, `/bots/${bot.key}?tab=data`);
    await goesThrough(page, [['Remove']]);
    const retentionField = page.getByLabel('Events', { exact: true });
    await retentionField.focus();
    await retentionField.selectOption('30');
    await holdsAndReturns(page, 'Keep events');
    await expect(retentionField).toBeFocused();
    await page.getByLabel('Session timeout, minutes').fill('45');
    const errors = page.getByRole('link', { name: 'Bot errors' });
    await errors.focus();
    await page.keyboard.press('Enter');
    await holdsAndReturns(page, 'Leave without saving?');
    await expect(errors).toBeFocused();
  });

  await test.step('profile', async () => {
    await open(page, '/profile?tab=security');
    await goesThrough(page, [['Turn on'], ['Add passkey'], ['Sign out everywhere']]);
    await open(page, '/profile?tab=data');
    await goesThrough(page, [['Delete my account…']]);
  });

  await test.step('links, sharing, errors', async () => {
    await fetch(`${server.url}/v1/send-batch-update`, {
      method: 'POST',
      headers: { 'Api-Key': bot.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify([5]),
    });
    await open(page, '/bot_errors');
    await goesThrough(page, [['Clear log']]);
    await open(page, '/utm-builder?parts=none:spring');
    await goesThrough(page, [['Save as a template']]);
    const link = { kind: 'start', app: '', parts: [{ name: '', value: 'spring' }] };
    await page.request.post(`/api/bots/${bot.key}/utm-links`, { data: { name: '', link } });
    await page.reload();
    await goesThrough(page, [['QR code of spring']]);
    await open(page, '/reports/visitors?period=7d');
    await goesThrough(page, [['Share']]);
  });

  await test.step('access', async () => {
    const guest = await createAccount(server);
    await letIn(page, server, bot, guest);
    await open(page, `/bots/${bot.key}/permissions`);
    const actions = `Actions for ${guest.email}`;
    await goesThrough(page, [
      ['Add person'],
      ['Create invitation link'],
      ['Transfer ownership…'],
      [actions, 'Change…'],
      [actions, 'Transfer ownership…'],
      [actions, 'Remove access…'],
    ]);
    // Opened by its address alone: nothing on the page led to it.
    await open(page, `/bots/${bot.key}/permissions?open=add`);
    await holdsAndReturns(page, 'by address');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('the heading has the focus after a removal', async () => {
    await createBot(server, account);
    await open(page, '/bots');
    await press(page, `Actions for ${bot.name}`, 'Remove');
    await page.getByRole('dialog').getByRole('textbox').fill(bot.name);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${bot.name} is removed`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

/** Another account that reads the bot. */
async function letIn(page: Page, server: TestServer, bot: TestBot, guest: TestAccount): Promise<void> {
  await open(page, `/bots/${bot.key}/permissions?open=link`);
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('dialog').locator('output').innerText();
  const context = await page.context().browser()?.newContext({ baseURL: server.url, locale: 'en-GB' });
  if (!context) throw new Error('no browser');
  await signIn(context, server, guest);
  const other = await context.newPage();
  await other.goto(link);
  await other.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(other.getByText(/You now have access to/)).toBeVisible();
  await open(other, `/bots/${bot.key}/permissions`);
  await goesThrough(other, [['Leave the bot…']]);
  await context.close();
}
