import { readFile } from 'node:fs/promises';
import { startJourney } from '@botscope/testkit/journey.ts';
import type { Page } from '@playwright/test';
import { judge } from './fixtures/axe.ts';
import type { TestBot } from './fixtures/operator.ts';
import { push } from './fixtures/push.ts';
import type { TestServer } from './fixtures/server.ts';
import { expect, test } from './fixtures/test.ts';

const dayMs = 86_400_000;

/** Four users come within four days: Anna, Boris and Clara from ads, Dora directly. Anna and Boris send /buy, Anna twice. */
async function visitShop(server: TestServer, bot: TestBot): Promise<{ dora: number }> {
  const journey = startJourney({ from: new Date(Date.now() - 5 * dayMs).toISOString(), bot: bot.name, seed: bot.name });
  const anna = journey.user('Anna', { username: 'anna_b' });
  const boris = journey.user('Boris');
  const clara = journey.user('Clara');
  const dora = journey.user('Dora');
  for (const one of [anna, boris, clara]) one.sends('/start ads');
  dora.sends('/start');
  journey.after('1d');
  anna.sends('/buy');
  boris.sends('/buy');
  journey.after('1d');
  anna.sends('/buy');
  expect(await push(server, bot, journey.updates)).toBe(200);
  await server.settled();
  return { dora: dora.user.id };
}

// While the demo's history comes in, nothing else is sure to be written at once.
test.beforeEach(({ demoServer }) => demoServer.demoReady());

const expectNoViolations = async (page: Page, name: string) => expect(await judge(page, name)).toEqual([]);
const users = (page: Page) => page.getByRole('table', { name: 'Users', exact: true }).locator('tbody tr');
const chip = (page: Page, sentence: string) => page.getByRole('button', { name: `Change: ${sentence}` });

test('a number of a report leads to a segment and a file', async ({ own: page, server, bot }) => {
  await visitShop(server, bot);
  await test.step('the users of a number open in the list', async () => {
    await page.goto('/reports/new_users?period=30d&users=line:new_users');
    await page.getByRole('dialog').getByRole('link', { name: 'Open in Users' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    await expect(page).toHaveTitle('Users · Botscope');
    await expect(page.getByText('4 of 4 users')).toBeVisible();
    await expect(users(page)).toHaveCount(4);
    await expect(page.getByRole('group', { name: 'Rules' })).toContainText('New users');
  });

  await test.step('rules narrow it, and stand in the address as sentences', async () => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const editor = page.getByRole('dialog', { name: 'Condition' });
    // An event is found by its own name too.
    await editor.getByRole('searchbox').fill('command');
    await expect(editor.getByRole('listitem')).toContainText(['Command']);
    await editor.getByRole('searchbox').fill('did');
    await editor.getByRole('searchbox').press('Enter');
    await editor.getByRole('button', { name: 'Apply' }).click();
    // Nothing typed: the field says so and has the focus.
    await expect(editor.getByLabel('Command or hidden command')).toBeFocused();
    await editor.getByLabel('Command or hidden command').fill('/buy');
    await editor.getByRole('button', { name: 'Apply' }).click();
    await expect(chip(page, 'Sent /buy in the last 30 days')).toBeVisible();
    await expect(page.getByText('2 of 4 users')).toBeVisible();
    await expect(users(page)).toHaveCount(2);
    await chip(page, 'Sent /buy in the last 30 days').click();
    await editor.getByLabel('Times').fill('2');
    await editor.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('1 of 4 users')).toBeVisible();
    await expect(users(page)).toContainText(['Anna']);
    await page.reload();
    await expect(chip(page, 'Sent /buy at least 2 times in the last 30 days')).toBeVisible();
    await expect(users(page)).toHaveCount(1);
    await page.getByRole('button', { name: /^Remove: New users/ }).click();
    await expectNoViolations(page, 'users');
  });

  await test.step('it is saved as a segment, which has a size and a past', async () => {
    await page.getByRole('button', { name: 'Save as segment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as segment' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Required/);
    await dialog.getByLabel('Name').fill('Regulars');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Regulars' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Size', exact: true })).toContainText('1');
    await expect(page.getByRole('region', { name: 'Rules' })).toContainText('1 of 4 users');
    await expect(
      page
        .getByRole('slider', { name: /Size over the last year/ })
        .or(page.getByText('The same as a table'))
        .first(),
    ).toBeVisible();
    await expectNoViolations(page, 'segment');

    await page.getByRole('button', { name: 'Condition', exact: true }).click();
    const editor = page.getByRole('dialog', { name: 'Condition' });
    await editor.getByRole('button', { name: 'Status' }).click();
    await editor.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Open in Users' }).click();
    await expect(chip(page, 'Is in “Regulars”')).toBeVisible();
    await expect(users(page)).toHaveCount(1);
  });

  await test.step('the box stands beside the name on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const box = await users(page).first().getByRole('checkbox').boundingBox();
    const name = await users(page).first().getByRole('link').boundingBox();
    expect(name?.y).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0));
    expect(name?.x).toBeGreaterThan((box?.x ?? 0) + (box?.width ?? 0));
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('the selection is a file', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV', exact: true }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    const [head, line, ...rest] = file.replace('\ufeff', '').trim().split(/\r?\n/);
    expect(head).toBe('user_id,first_name,username,status,source,first_seen,last_seen,actions');
    expect(line).toContain('Anna,anna_b,live,ads');
    expect(rest).toEqual([]);
  });
});

test('segments from examples and compared, lists, views, columns and the way back', async ({
  own: page,
  server,
  bot,
}) => {
  const { dora } = await visitShop(server, bot);
  await test.step('a segment from an example is deleted and restored; another one is compared with it', async () => {
    await page.goto('/segments');
    await page.getByRole('button', { name: 'Create: New this week' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'New this week' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Rules' })).toContainText('4 of 4 users');
    await page.goto('/segments/new');
    await page.getByLabel('Name').fill('From ads');
    await page.getByRole('button', { name: 'Condition', exact: true }).click();
    const editor = page.getByRole('dialog', { name: 'Condition' });
    await editor.getByRole('button', { name: 'Source' }).click();
    await editor.getByRole('checkbox', { name: /ads/ }).check();
    await editor.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('region', { name: 'Rules' })).toContainText('3 of 4 users');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'From ads' })).toBeVisible();
    await page.getByLabel('Compare with').selectOption('New this week');
    await expect(page.getByRole('table', { name: 'Users in two segments' }).locator('tbody tr')).toContainText([
      /Only in “From ads”.*0/,
      /In both.*3/,
      /Only in “New this week”.*1/,
    ]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/segments$/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('row', { name: /From ads/ })).toBeVisible();
    await expectNoViolations(page, 'segments');
  });

  await test.step('selected users go on a list, and off it again', async () => {
    await page.goto('/users?sort=first_name');
    await expect(users(page)).toContainText(['Anna', 'Boris', 'Clara', 'Dora']);
    await users(page).nth(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Add to list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add 1 user to a list' });
    await dialog.getByLabel('Name').fill('VIP');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('List “VIP” created with 1 user')).toBeVisible();
    await page.goto('/segments');
    await expect(page.getByRole('row', { name: /VIP/ })).toContainText('List');
    await page.getByRole('link', { name: 'VIP' }).click();
    await page.getByLabel('User IDs').fill(`${dora} nobody`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByLabel('User IDs')).toHaveAccessibleDescription(/Not an ID: nobody/);
    await page.getByLabel('User IDs').fill(String(dora));
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('Added. “VIP” now has 2 users')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Undone')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Size', exact: true })).toContainText('1');
  });

  await test.step('a view keeps search, columns and order', async () => {
    await page.goto('/users');
    await page.getByRole('searchbox', { name: 'Search users' }).fill('an');
    await expect(users(page)).toContainText(['Anna']);
    await expect(users(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Actions' }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
    await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('Annas');
    await page.getByRole('dialog', { name: 'Save view' }).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'Views: Annas' })).toBeVisible();
    const id = new URL(page.url()).searchParams.get('view');
    await page.goto(`/users?view=${id}`);
    await expect(page).toHaveURL(/search=an/);
    await expect(users(page)).toHaveCount(1);
    await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Views: Annas' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Views' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Annas' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a search that matches nothing offers the way back', async () => {
    await page.getByRole('searchbox', { name: 'Search users' }).fill('zzz');
    await expect(page.getByText('No users match')).toBeVisible();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).click();
    await expect(users(page)).toHaveCount(4);
  });
});
