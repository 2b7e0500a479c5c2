import { judge } from './fixtures/axe.ts';
import { push } from './fixtures/push.ts';
import { expect, test } from './fixtures/test.ts';

test('a campaign is written, saves itself, is planned, and becomes a draft again', async ({
  own: page,
  bot,
  watch,
  shop,
}) => {
  const users = await shop.meet('Anna', 'Boris', 'Vera');
  const size = page.getByRole('region', { name: 'Audience size' });

  await test.step('the empty list leads to the editor', async () => {
    await page.goto(`/mailing?bot=${bot.key}`);
    await expect(page.getByRole('heading', { name: 'No campaigns yet' })).toBeVisible();
    expect(await judge(page, 'no campaigns')).toEqual([]);
    await page.getByRole('link', { name: 'New campaign' }).first().click();
    await expect(page).toHaveURL(/\/mailing\/edit-campaign\?/);
    await expect(size).toContainText('Can get it');
    await expect(size.locator('dd').first()).toHaveText('3');
  });

  await test.step('a list of ids: duplicates are counted, wrong lines named; the draft is created', async () => {
    await page.getByRole('radio', { name: 'List of IDs' }).click();
    const ids = page.getByRole('textbox', { name: 'User IDs' });
    await ids.fill(`${users[0]?.user.id}\n${users[0]?.user.id}\n987654321\nanna`);
    await expect(page.getByText('2 IDs, 1 duplicate removed')).toBeVisible();
    await expect(page.getByText('Line 4: “anna” is not a user ID')).toBeVisible();
    await expect(size).toContainText('Never started');
    await expect(size.locator('dd')).toHaveText(['1', '0', '1', '0', '0']);
    await expect(page).toHaveURL(/\/mailing\/edit-campaign\/\d+/);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await judge(page, 'audience')).toEqual([]);
    await page.getByRole('radio', { name: 'All users' }).click();
    await expect(size.locator('dd').first()).toHaveText('3');
  });

  await test.step('the message: format, a variable with its fallback, a button, the preview', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Autumn news');
    await page.getByRole('link', { name: '2. Message' }).click();
    const field = page.getByRole('textbox', { name: 'Message', exact: true });
    await field.fill('Hello ');
    await field.press('Control+a');
    await field.press('Control+b');
    await field.press('End');
    await page.getByRole('button', { name: 'Insert a variable' }).click();
    await page.getByRole('menuitem', { name: 'First name' }).click();
    await page.getByRole('textbox', { name: 'If it is unknown, write' }).fill('friend');
    await page.getByRole('button', { name: 'Insert', exact: true }).click();
    await expect(field).toHaveValue('Hello {first_name|friend}');
    await page.getByRole('button', { name: 'Add a row' }).click();
    await page.getByRole('textbox', { name: 'Button text' }).fill('Catalogue');
    await page.getByRole('combobox', { name: 'Action' }).selectOption('Send data to the bot');
    await page.getByRole('textbox', { name: 'Value' }).fill('каталог');
    await expect(page.getByText('14/64')).toBeVisible();
    const preview = page.getByRole('region', { name: 'Message as in Telegram' });
    await expect(preview).toContainText('Catalogue');
    await page.getByRole('combobox', { name: 'Show as seen by' }).selectOption('Anna');
    await expect(preview).toContainText('Hello Anna');
    await expect(preview.locator('strong')).toHaveText('Hello ');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await judge(page, 'message')).toEqual([]);
  });

  await test.step('a reload loses nothing', async () => {
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('Hello {first_name|friend}');
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Autumn news');
  });

  await test.step('leaving at once saves what was typed last', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Winter news');
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Mailing' }).click();
    await expect(page.getByRole('link', { name: 'Winter news' })).toBeVisible();
    await page.getByRole('link', { name: 'Winter news' }).click();
  });

  await test.step('a colleague’s change is shown, and mine is kept', async () => {
    watch.allows(/^POST \/api\/bots\/\w+\/campaigns\/\d+ 409$/);
    const id = /edit-campaign\/(\d+)/.exec(page.url())?.[1];
    const path = `/api/bots/${bot.key}/campaigns/${id}`;
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Winter news');
    const { data } = (await (await page.request.get(path)).json()) as { data: { revision: number } };
    const init = (await (await page.request.get('/api/site/init')).json()) as { data: { csrf: string } };
    const saveResponse = await page.request.post(path, {
      headers: { 'x-csrf-token': init.data.csrf },
      data: { revision: data.revision, name: 'Theirs' },
    });
    expect(saveResponse.status()).toBe(200);
    await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
    await expect(page.getByRole('button', { name: 'Load their version' })).toBeVisible();
    expect(await judge(page, 'conflict')).toEqual([]);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  });

  await test.step('planned for a time, which is named in the question', async () => {
    await page.getByRole('link', { name: '3. Sending' }).click();
    await page.getByRole('radio', { name: 'At a set time' }).click();
    await expect(page.getByText('3 users get the message.')).toBeVisible();
    await page.getByRole('button', { name: 'Send test' }).click();
    await expect(page.getByRole('textbox', { name: 'Telegram user ID' })).toHaveAttribute('aria-invalid', 'true');
    expect(await judge(page, 'sending')).toEqual([]);
    await page.getByRole('button', { name: 'Plan', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Start “Mine”?' });
    await expect(dialog).toContainText('3 users get the message. Sending begins on');
    expect(await judge(page, 'question')).toEqual([]);
    await dialog.getByRole('button', { name: 'Plan' }).click();
    await expect(page).toHaveURL(/\/mailing\/campaign\/\d+/);
    await expect(page.getByText(/^It starts on/)).toBeVisible();
    expect(await judge(page, 'planned')).toEqual([]);
  });

  await test.step('back to a draft, archived, and restored by undo', async () => {
    await page.getByRole('button', { name: 'Back to draft' }).click();
    await expect(page.getByText('This campaign has not been started.')).toBeVisible();
    await page.goto(`/mailing?bot=${bot.key}`);
    await page.getByRole('button', { name: 'Actions for Mine' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await expect(page.getByRole('heading', { name: 'No campaigns yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: 'Mine' })).toBeVisible();
    expect(await judge(page, 'list')).toEqual([]);
  });

  await test.step('the campaign editor works on a phone, in Russian, in the dark', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/mailing?bot=${bot.key}&lang=ru`);
    await page.getByRole('link', { name: 'Mine' }).click();
    for (const step of ['1. Аудитория', '2. Сообщение', '3. Отправка']) {
      await page.getByRole('link', { name: step }).click();
      await expect(page.getByRole('link', { name: step })).toHaveAttribute('aria-current', 'page');
      expect(await judge(page, step)).toEqual([]);
      const width = await page.locator('html').evaluate((element) => element.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
    }
  });
});

test('a campaign is tested, sent, stopped, resumed, and its recipients are listed', async ({
  own: page,
  bot,
  server,
  shop,
}) => {
  const users = await shop.meet(...Array.from({ length: 40 }, (_, index) => `User ${index + 1}`));
  const listChatIds = () =>
    shop.telegramBot.calls.filter(({ method }) => method === 'sendMessage').map(({ params }) => Number(params.chat_id));

  await test.step('written and tested', async () => {
    await page.goto(`/mailing/edit-campaign?bot=${bot.key}&step=message`);
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: '3. Sending' }).click();
    await page.getByRole('textbox', { name: 'Messages per second' }).fill('2');
    await page.getByRole('textbox', { name: 'Telegram user ID' }).fill(String(users[0]?.user.id));
    await page.getByRole('button', { name: 'Send test' }).click();
    await expect(page.getByText(`The test was sent to ${users[0]?.user.id}`)).toBeVisible();
    expect(listChatIds()).toEqual([users[0]?.user.id]);
  });

  await test.step('started and stopped', async () => {
    await page.getByRole('button', { name: 'Start sending' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start sending' }).click();
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    await expect.poll(() => listChatIds().length).toBeGreaterThan(3);
    expect(await judge(page, 'being sent')).toEqual([]);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
    expect(await judge(page, 'stopped')).toEqual([]);
  });

  await test.step('resumed until everyone has it, once', async () => {
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 });
    const recipients = listChatIds().slice(1);
    expect(recipients.length).toBe(40);
    expect(new Set(recipients).size).toBe(40);
    await expect(
      page.getByRole('img', { name: /^Delivered: 40, Not delivered: 0, Waiting: 0, Cancelled: 0$/ }),
    ).toBeVisible();
    await expect(
      page.getByRole('table', { name: 'Recipients' }).getByRole('link', { name: 'User 1', exact: true }),
    ).toBeVisible();
  });

  await test.step('the number of users who replied leads to those users', async () => {
    const reply = users[6]?.sends('thanks').message;
    const replyDate = new Date().toISOString();
    expect(await push(server, bot, [{ date: replyDate, update: { update_id: 100, message: reply } }])).toBe(200);
    await server.settled();
    await page.reload();
    const after = page.getByRole('region', { name: 'After the message' });
    await expect(after).toContainText('For 40 users the days are not over yet.');
    await after.getByRole('combobox', { name: 'Days followed after delivery' }).selectOption('3 days');
    await expect(page).toHaveURL(/[?&]days=3/);
    await after.getByRole('link', { name: '1', exact: true }).click();
    await expect(page.getByRole('combobox', { name: 'Did afterwards' })).toHaveValue('replied');
    const rowHeaders = page.getByRole('table', { name: 'Recipients' }).getByRole('rowheader');
    await expect(rowHeaders).toHaveText([/^User 7/]);
    expect(await judge(page, 'after the message')).toEqual([]);
  });

  await test.step('they become a list', async () => {
    await page.getByRole('button', { name: 'Save as list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save these recipients as a list' });
    await dialog.getByRole('textbox', { name: 'Name of the list' }).fill('Replied in autumn');
    expect(await judge(page, 'list of recipients')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/segments\/\d+/);
    await expect(page.getByRole('heading', { name: 'Replied in autumn' })).toBeVisible();
    await page.goBack();
    await page.getByRole('combobox', { name: 'Did afterwards' }).selectOption('Anything or nothing');
    await expect(page.getByRole('table', { name: 'Recipients' }).getByRole('rowheader')).toHaveCount(40);
  });

  await test.step('a user’s page names the campaign', async () => {
    await page.getByRole('table', { name: 'Recipients' }).getByRole('link', { name: 'User 7', exact: true }).click();
    const campaignsRegion = page.getByRole('region', { name: 'Campaigns received' });
    await expect(campaignsRegion.getByRole('listitem')).toHaveText([/^Campaign of .*Delivered, /]);
    expect(await judge(page, 'campaigns received')).toEqual([]);
    await campaignsRegion.getByRole('link').click();
    await expect(page).toHaveURL(/\/mailing\/campaign\/\d+/);
  });

  await test.step('users are filtered by the campaign that they got', async () => {
    await page.goto(`/users?bot=${bot.key}`);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const editor = page.getByRole('dialog', { name: 'Condition' });
    await editor.getByRole('searchbox').fill('did');
    await editor.getByRole('searchbox').press('Enter');
    await editor.getByRole('combobox', { name: 'What', exact: true }).selectOption('Campaign delivered');
    const choice = editor.getByRole('combobox', { name: 'Campaign', exact: true });
    await choice.selectOption({ index: 1 });
    expect(await judge(page, 'condition')).toEqual([]);
    await editor.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText(/^Got the campaign “Campaign of .*” in the last 30 days$/)).toBeVisible();
    await expect(page.getByText('40 of 40 users')).toBeVisible();
  });
});
