import { mailingPressData } from '@botscope/contract';
import { judge } from './fixtures/axe.ts';
import { push } from './fixtures/push.ts';
import { expect, test } from './fixtures/test.ts';

test('users unsubscribe by a button, are listed, and come back after a question', async ({
  own: page,
  bot,
  server,
  shop,
}) => {
  const users = await shop.meet('Anna', 'Boris', 'Vera');
  const [anna] = users;
  let campaign = '';

  await test.step('the settings of the bot', async () => {
    await page.goto(`/bots/${bot.key}?tab=mailing`);
    await page.getByRole('checkbox', { name: 'Add a button below campaign messages' }).check();
    await expect(page.getByText('This bot sends copies of its updates.')).toBeVisible();
    await page.getByRole('textbox', { name: 'Button text' }).fill('Enough');
    await page.getByRole('checkbox', { name: 'Let users unsubscribe by a command' }).check();
    const command = page.getByRole('textbox', { name: 'Command' });
    await expect(command).toHaveValue('/unsubscribe');
    await command.fill('stop it');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(command).toBeFocused();
    await command.fill('/stop');
    await page.getByRole('checkbox', { name: 'Limit how many campaign messages a user gets' }).check();
    await page.getByRole('textbox', { name: 'Messages at most' }).fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await judge(page, 'mailing settings')).toEqual([]);
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Button text' })).toHaveValue('Enough');
    await expect(page.getByRole('textbox', { name: 'Messages at most' })).toHaveValue('2');
  });

  await test.step('a campaign has the button, whose press is answered and listed', async () => {
    await page.goto(`/mailing/edit-campaign?bot=${bot.key}&step=message`);
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Autumn sale');
    await expect(page.getByRole('region', { name: 'Message as in Telegram' })).toContainText('Enough');
    await page.getByRole('link', { name: '3. Sending' }).click();
    await page.getByRole('button', { name: 'Start sending' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start sending' }).click();
    await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 60_000 });
    campaign = page.url();
    const id = Number(/campaign\/(\d+)/.exec(campaign)?.[1]);
    const press = anna?.presses(mailingPressData('unsubscribe', id)).callback_query;
    const now = new Date().toISOString();
    expect(await push(server, bot, [{ date: now, update: { update_id: 100, callback_query: press } }])).toBe(200);
    await expect
      .poll(() => shop.telegramBot.calls.filter(({ method }) => method === 'answerCallbackQuery').length)
      .toBe(1);
    await page.reload();
    const section = page.getByRole('region', { name: 'Unsubscribed after it' });
    await expect(section).toContainText('1 user unsubscribed');
    await expect(section.getByRole('rowheader')).toHaveText([/^Anna/]);
    expect(await judge(page, 'unsubscribed')).toEqual([]);
    await section.getByRole('link', { name: 'Anna' }).click();
  });

  await test.step('a service message reaches those who unsubscribed, with a warning', async () => {
    const user = page.url();
    const profile = page.getByRole('region', { name: 'Profile' });
    await expect(profile.getByText('Unsubscribed', { exact: true })).toBeVisible();
    const history = page.getByRole('region', { name: 'Subscription to mailings' });
    await expect(history.getByRole('listitem')).toHaveText([/^Unsubscribed since.*by the button/]);
    await page.goto(`/mailing/edit-campaign?bot=${bot.key}`);
    const size = page.getByRole('region', { name: 'Audience size' });
    await expect(size.locator('dd')).toHaveText(['2', '0', '0', '0', '1']);
    await page.getByRole('checkbox', { name: 'Service message' }).check();
    await expect(page.getByText('Only for what users must know')).toBeVisible();
    await expect(size.locator('dd')).toHaveText(['3', '0', '0', '0', '0']);
    expect(await judge(page, 'service message')).toEqual([]);
    await page.goto(user);
  });

  await test.step('a colleague subscribes her again after a question', async () => {
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Subscribe again…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Subscribe this user again?' });
    await expect(dialog).toContainText('Do this only if they have asked you to.');
    expect(await judge(page, 'subscribe again')).toEqual([]);
    await dialog.getByRole('button', { name: 'Subscribe again' }).click();
    const profile = page.getByRole('region', { name: 'Profile' });
    await expect(profile.getByText('Unsubscribed', { exact: true })).toBeHidden();
    const history = page.getByRole('region', { name: 'Subscription to mailings' });
    await expect(history.getByRole('listitem')).toHaveText([/^Subscribed again.*by hand: /, /^Unsubscribed/]);
  });

  await test.step('a colleague notes that she complained; the campaign and the list of users know', async () => {
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Unsubscribe from mailings…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Unsubscribe this user?' });
    await dialog.getByRole('radio', { name: 'Complained' }).check();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Wrote to support');
    expect(await judge(page, 'unsubscribe')).toEqual([]);
    await dialog.getByRole('button', { name: 'Unsubscribe' }).click();
    const history = page.getByRole('region', { name: 'Subscription to mailings' });
    await expect(history.getByRole('listitem').first()).toContainText('Reason: Complained');
    await expect(history.getByRole('listitem').first()).toContainText('Wrote to support');
    expect(await judge(page, 'subscription')).toEqual([]);
    await page.goto(campaign);
    const results = page.getByRole('region', { name: 'Results' });
    await results.getByRole('link', { name: '1', exact: true }).last().click();
    const recipients = page.getByRole('region', { name: 'Recipients' });
    await expect(recipients.getByRole('combobox', { name: 'Did afterwards' })).toHaveValue('complained');
    await expect(recipients.getByRole('rowheader')).toHaveText([/^Anna/]);
    const unsubscribed = page.getByRole('region', { name: 'Unsubscribed after it' });
    await unsubscribed.getByRole('combobox', { name: 'Reason' }).selectOption('complained');
    await expect(unsubscribed.getByRole('rowheader')).toHaveText([/^Anna/]);
    await unsubscribed.getByRole('combobox', { name: 'Reason' }).selectOption('own');
    await expect(unsubscribed).toContainText('Nobody with this reason.');
  });

  await test.step('the mailing settings work on a phone, in Russian, in the dark', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/bots/${bot.key}?tab=mailing&lang=ru`);
    await expect(page.getByRole('checkbox', { name: 'Добавлять кнопку под сообщениями рассылок' })).toBeChecked();
    expect(await judge(page, 'mailing settings on a phone')).toEqual([]);
    const width = await page.locator('html').evaluate((element) => element.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });
});
