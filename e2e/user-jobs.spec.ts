import { startJourney } from '@botscope/testkit/journey.ts';
import type { Page } from '@playwright/test';
import { judge } from './fixtures/axe.ts';
import type { TestBot } from './fixtures/operator.ts';
import { push } from './fixtures/push.ts';
import type { TestServer } from './fixtures/server.ts';
import { expect, test } from './fixtures/test.ts';

const dayMs = 86_400_000;

/** Anna, Boris and Clara start the bot. */
async function visitShop(server: TestServer, bot: TestBot): Promise<void> {
  const journey = startJourney({ from: new Date(Date.now() - 5 * dayMs).toISOString(), bot: bot.name, seed: bot.name });
  for (const name of ['Anna', 'Boris', 'Clara']) journey.user(name).sends('/start');
  expect(await push(server, bot, journey.updates)).toBe(200);
  await server.settled();
}

// While the demo's history comes in, nothing else is sure to be written at once.
test.beforeEach(({ demoServer }) => demoServer.demoReady());

const users = (page: Page) => page.getByRole('table', { name: 'Users', exact: true }).locator('tbody tr');
const panel = (page: Page) => page.getByRole('region', { name: 'Bulk action' });
const withCity = '/users?sort=first_name&columns=field.city';

async function addCity(page: Page): Promise<void> {
  await page.goto('/custom-fields?dialog=add');
  const form = page.getByRole('dialog', { name: 'New field' });
  await form.getByLabel('Name').fill('City');
  await form.getByLabel('Key').fill('city');
  await form.getByRole('button', { name: 'Create field' }).click();
  await expect(page.getByRole('row', { name: /City/ })).toBeVisible();
}

async function selectAll(page: Page): Promise<void> {
  await page.getByRole('columnheader').getByRole('checkbox').check();
}

test('a field is set for everyone who matches, and restored; ticked rows are a file; erasing asks for the number of users', async ({
  own: page,
  server,
  bot,
}) => {
  await visitShop(server, bot);
  await addCity(page);
  await page.goto(withCity);
  await selectAll(page);
  const dialog = page.getByRole('dialog', { name: 'Set a field of 3 users' });
  await test.step('the dialog asks for a field and a value', async () => {
    await page.getByRole('button', { name: 'Set a field…' }).click();
    await dialog.getByLabel('Value').fill('Riga');
    expect(await judge(page, 'set-field')).toEqual([]);
    await dialog.getByRole('button', { name: 'Set the field' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('its progress ends, and the list shows the values', async () => {
    await expect(panel(page)).toContainText('Setting “City” to “Riga”');
    await expect(panel(page)).toContainText('Done · 3 of 3 users');
    await expect(users(page)).toContainText([/Anna.*Riga/, /Boris.*Riga/, /Clara.*Riga/]);
    expect(await judge(page, 'user-jobs')).toEqual([]);
  });

  await test.step('the earlier values come back', async () => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(panel(page)).toContainText('Restoring “City”');
    await expect(panel(page)).toContainText('Done · 3 of 3 users');
    await expect(page.getByText('Riga')).toHaveCount(0);
    await page.getByRole('button', { name: 'Bulk actions' }).click();
    const jobsDialog = page.getByRole('dialog', { name: 'Bulk actions' });
    await expect(jobsDialog.getByRole('listitem')).toContainText(['Setting “City” to “Riga”']);
    await expect(jobsDialog.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  });

  await test.step('ticked rows are a file', async () => {
    await page.goto('/users?sort=first_name');
    await users(page).nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Export selected' }).click();
    const href = await page.getByRole('link', { name: 'CSV', exact: true }).getAttribute('href');
    const file = await page.request.get(href ?? '');
    expect((await file.text()).trim().split(/\r?\n/).slice(1)).toEqual([expect.stringContaining('Boris')]);
  });

  await test.step('erasing asks for the number of users', async () => {
    await page.keyboard.press('Escape');
    await selectAll(page);
    await page.getByRole('button', { name: 'Erase…' }).click();
    const eraseDialog = page.getByRole('dialog', { name: 'Erase 3 users' });
    await eraseDialog.getByRole('radio', { name: /Anonymise/ }).check();
    await eraseDialog.getByLabel('Type 3 to confirm').fill('2');
    await eraseDialog.getByRole('button', { name: 'Erase', exact: true }).click();
    await expect(eraseDialog.getByLabel('Type 3 to confirm')).toHaveAccessibleDescription(/Type the number 3/);
    expect(await judge(page, 'erase-users')).toEqual([]);
    await eraseDialog.getByLabel('Type 3 to confirm').fill('3');
    await eraseDialog.getByRole('button', { name: 'Erase', exact: true }).click();
    await expect(panel(page)).toContainText('Done · 3 of 3 users');
    // They are hidden some seconds after the job has ended; the list follows by itself.
    await expect(users(page).filter({ hasText: /Anna|Boris|Clara/ })).toHaveCount(0);
  });
});
