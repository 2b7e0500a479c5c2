import { startJourney } from '@botscope/testkit/journey.ts';
import type { Page } from '@playwright/test';
import { judge } from './fixtures/axe.ts';
import type { TestBot } from './fixtures/operator.ts';
import { push } from './fixtures/push.ts';
import type { TestServer } from './fixtures/server.ts';
import { expect, test } from './fixtures/test.ts';

/** Two users who have written to the bot. @returns their ids */
async function meet(server: TestServer, bot: TestBot): Promise<[number, number]> {
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const journey = startJourney({ from, bot: bot.name, seed: bot.name });
  const anna = journey.user('Anna');
  const boris = journey.user('Boris');
  anna.sends('/start');
  boris.sends('/start');
  expect(await push(server, bot, journey.updates)).toBe(200);
  await server.settled();
  return [anna.user.id, boris.user.id];
}

async function sendFields(server: TestServer, bot: TestBot, values: readonly object[]): Promise<void> {
  const response = await fetch(`${server.url}/v1/send-user-field`, {
    method: 'POST',
    headers: { 'Api-Key': bot.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(values),
  });
  expect(await response.json()).toEqual({ ok: true });
  await server.settled();
}

// While the demo's history comes in, nothing else is sure to be written at once.
test.beforeEach(({ demoServer }) => demoServer.demoReady());

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Custom fields' }).locator('tbody tr').filter({ hasText: name });

test('custom fields: created, filled by API, edited, disabled, imported', async ({ own: page, server, bot, watch }) => {
  const [anna, boris] = await meet(server, bot);
  const violations: string[] = [];

  await test.step('the first field is created from the empty page', async () => {
    await page.goto('/custom-fields');
    await expect(page).toHaveTitle('Custom fields · Botscope');
    await expect(page.getByRole('heading', { name: 'No custom fields yet' })).toBeVisible();
    await expect(page.getByText(`Api-Key: ${bot.key}:SECRET_HALF`)).toBeVisible();
    violations.push(...(await judge(page, 'empty')));
    await page.getByRole('link', { name: 'Add field' }).last().click();
    await expect(page).toHaveURL(/dialog=add/);
    const dialog = page.getByRole('dialog', { name: 'New field' });
    await dialog.getByRole('button', { name: 'Create field' }).click();
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await dialog.getByLabel('Name').fill('Balance');
    await dialog.getByLabel('Key').fill('my balance');
    await dialog.getByLabel('Type').selectOption('Number');
    await dialog.getByLabel('Minimum').fill('0');
    await dialog.getByLabel('Unit').fill('€');
    await dialog.getByRole('button', { name: 'Create field' }).click();
    await expect(dialog.getByLabel('Key')).toBeFocused();
    violations.push(...(await judge(page, 'form, refused')));
    await dialog.getByLabel('Key').fill('balance');
    await dialog.getByRole('button', { name: 'Create field' }).click();
    await expect(dialog).toBeHidden();
    await expect(row(page, 'Balance')).toContainText('Enabled');
    await expect(page.getByText('"key":"balance","value":12.5')).toBeVisible();
  });

  await test.step('values sent by API are counted and shown', async () => {
    await sendFields(server, bot, [
      { key: 'balance', user_id: anna, value: 12.5 },
      { key: 'balance', user_id: boris, value: 'much' },
    ]);
    await page.reload();
    await expect(row(page, 'Balance').getByRole('cell')).toContainText(['Number', 'Enabled', '1', 'Nowhere']);
    await page.getByLabel('Telegram user ID').fill(String(anna));
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(new RegExp(`user=${anna}`));
    const user = page.getByRole('region', { name: 'Custom fields' });
    await expect(user).toContainText('12.5 €');
    await user.getByRole('button', { name: 'Edit Balance' }).click();
    await user.getByRole('textbox', { name: 'Balance' }).fill('20,75');
    await page.keyboard.press('Enter');
    await expect(user).toContainText('20.75 €');
    await server.settled();
    await user.getByRole('button', { name: 'History of Balance' }).click();
    await expect(page.getByRole('dialog', { name: 'History of Balance' }).getByRole('listitem')).toContainText([
      /20\.75 €.*by /,
      /12\.5 €.*by API/,
    ]);
    violations.push(...(await judge(page, 'history')));
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Open the error log' }).click();
    await expect(page.getByText('The value does not match the type of the custom field')).toBeVisible();
  });

  await test.step('a field is disabled, and enabled again by Undo', async () => {
    await page.goto('/custom-fields');
    await page.getByRole('button', { name: 'Actions for Balance' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await expect(row(page, 'Balance')).toContainText('Disabled');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'Balance')).toContainText('Enabled');
    await page.getByRole('button', { name: 'Actions for Balance' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(row(page, 'Balance')).toHaveCount(0);
    await page.getByRole('button', { name: 'Show 1 archived field' }).click();
    await page.getByRole('button', { name: 'Actions for Balance' }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await expect(row(page, 'Balance')).toContainText('Enabled');
  });

  await test.step('a file is checked and then imported', async () => {
    watch.allows(/POST \/api\/bots\/.*custom-field-import.* 400/);
    await page.getByRole('link', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import values from a CSV file' });
    const choose = (text: string, encoding: 'utf8' | 'latin1' = 'utf8') =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'values.csv', mimeType: 'text/csv', buffer: Buffer.from(text, encoding) });
    await choose('id,balance\n1,2\n');
    await expect(dialog.getByRole('alert')).toContainText('The first line must contain user_id');
    await choose('user_id,balance\n1,é\n', 'latin1');
    await expect(dialog.getByRole('alert')).toContainText('Line 2 is not encoded in UTF-8');
    await choose(`user_id,balance\n${boris},7\n${anna},much\n5,1\n`);
    await expect(dialog).toContainText('Nothing has been changed yet');
    await expect(dialog).toContainText('balance does not take “much”');
    violations.push(...(await judge(page, 'import')));
    await dialog.getByRole('button', { name: 'Import 1 value' }).click();
    await expect(dialog).toContainText('Import finished');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await server.settled();
    await page.reload();
    await expect(row(page, 'Balance').getByRole('cell')).toContainText(['Number', 'Enabled', '2', 'Nowhere']);
  });

  await test.step('the fields page works on a phone, in Russian', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/custom-fields?lang=ru&user=${boris}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Свои поля' })).toBeVisible();
    await expect(page.getByText('7 €')).toBeVisible();
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
    violations.push(...(await judge(page, 'phone')));
  });
  expect(violations).toEqual([]);
});
