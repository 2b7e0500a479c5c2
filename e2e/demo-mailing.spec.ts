import type { Page } from '@playwright/test';
import { gradientPicture } from '../server/src/simulation/telegram/gradient-picture.ts';
import { judge } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';

/** Text that others must never read. */
const secret = 'only-for-this-visitor';

test.beforeEach(async ({ demoServer }) => {
  await demoServer.demoReady();
  await demoServer.settled();
});

/** Reads a number of the ledger, such as `Delivered`. */
const count = async (page: Page, name: string): Promise<number> => {
  const text = await page
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${name}`) })
    .locator('dd')
    .first()
    .innerText();
  return Number(text.replaceAll(/\D/g, ''));
};

test('a newcomer writes, tests, sends, stops and resumes a campaign, and sees what came of it', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(600_000);
  await test.step('the menu leads to campaigns of the past, with results', async () => {
    await page.goto('/?demo=1');
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('button', { name: 'People', exact: true }).click();
    await menu.getByRole('link', { name: 'Mailing' }).click();
    await expect(page.getByText('Nothing leaves the demo')).toBeVisible();
    await expect(page.getByRole('link', { name: 'New collection' })).toBeVisible();
    expect(await judge(page, 'campaigns of the demo')).toEqual([]);
    await page.getByRole('link', { name: 'New collection' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'New collection' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Sent messages' })).toBeVisible();
    for (const name of ['Archive', 'Edit message', 'Delete messages', 'Send to them too'])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect(page.getByText('🛍 See the collection').first()).toBeVisible();
    expect(await judge(page, 'a campaign of the demo')).toEqual([]);
  });

  await test.step('the audience, the message with a picture and a button', async () => {
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Mailing' }).click();
    await page.getByRole('link', { name: 'New campaign' }).first().click();
    const size = page.getByRole('region', { name: 'Audience size' });
    await expect(size.locator('dd').first()).toHaveText('500');
    await page.getByRole('textbox', { name: 'Name' }).fill(`${secret} name`);
    await page.getByRole('link', { name: '2. Message' }).click();
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill(`Hello {first_name|friend}, ${secret}`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'picture.png',
      mimeType: 'image/png',
      buffer: gradientPicture(640, 360, [250, 180, 90], [160, 60, 140]),
    });
    await page.getByRole('button', { name: 'Add a row' }).click();
    await page.getByRole('textbox', { name: 'Button text' }).fill(`${secret} button`);
    await page.getByRole('combobox', { name: 'Action' }).selectOption('Send data to the bot');
    await page.getByRole('textbox', { name: 'Value' }).fill(`${secret}-data`);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await judge(page, 'message')).toEqual([]);
  });

  await test.step('a test to one of the simulated users, then the start', async () => {
    await page.getByRole('link', { name: '3. Sending' }).click();
    await expect(page.getByText('500 users get the message.')).toBeVisible();
    await page.getByRole('button', { name: 'Send to a simulated user' }).click();
    await expect(page.getByText(/^The test was sent to \d+/)).toBeVisible();
    await page.getByRole('button', { name: 'Start sending' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start sending' }).click();
    await expect(page).toHaveURL(/\/mailing\/campaign\/\d+/);
  });

  await test.step('stopped and resumed on the way', async () => {
    await expect.poll(() => count(page, 'Delivered'), { timeout: 60_000 }).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
    expect(await count(page, 'Waiting')).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(() => count(page, 'Waiting'), { timeout: 240_000 }).toBe(0);
    expect(await count(page, 'Recipients')).toBe(500);
    expect(await count(page, 'Not delivered')).toBeGreaterThan(0);
  });

  await test.step('users press its button within a minute or two', async () => {
    const presses = page.getByRole('table', { name: 'Buttons pressed' }).getByRole('row').nth(1);
    await expect(presses).toContainText(`${secret} button`);
    await expect
      .poll(
        async () => {
          await page.reload();
          await expect(presses).toBeVisible();
          return Number((await presses.getByRole('cell').nth(1).innerText()).replaceAll(/\D/g, ''));
        },
        { timeout: 180_000, intervals: [2_000] },
      )
      .toBeGreaterThan(0);
    expect(await judge(page, 'results')).toEqual([]);
  });

  await test.step('another visitor sees nothing of it anywhere', async () => {
    const other = await browser.newContext({ baseURL: server.url });
    const init = (await (await other.request.get('/api/site/init')).json()) as { data: { demo: { key: string } } };
    const bot = `/api/bots/${init.data.demo.key}`;
    const campaignId = new URL(page.url()).pathname.split('/').at(-1);
    const recipients = await page.request.get(`${bot}/campaigns/${campaignId}/recipients.csv?group=delivered`);
    const [user] = (await recipients.text()).split('\n').slice(1);
    const userPath = `${bot}/users/${user?.split(',')[0]}`;
    const paths = [
      ...[`${bot}/campaigns`, `${bot}/segments`, `${bot}/users.csv`, `${bot}/users?search=${secret}`],
      ...[userPath, `${userPath}/campaigns`, `${userPath}/messages`, `${userPath}/log`, `${userPath}/export.zip`],
      `/api/reports/${init.data.demo.key}/user_commands_stat?period=7d`,
    ];
    let read = 0;
    for (const path of paths) {
      const answer = await other.request.get(path);
      if (answer.ok()) read += 1;
      expect(await answer.text(), path).not.toContain(secret);
    }
    expect(read).toBeGreaterThan(5);
    expect((await other.request.get(`${bot}/campaigns/${campaignId}`)).status()).toBe(404);
    await other.close();
  });
});
