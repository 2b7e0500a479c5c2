import { judge } from './fixtures/axe.ts';
import { shoot } from './fixtures/shots.ts';
import { expect, test } from './fixtures/test.ts';

test('a sent message is edited, pinned and deleted, goes to new members, and is in the calendar', async ({
  own: page,
  bot,
  shop,
}) => {
  test.setTimeout(400_000);
  const { calls, meet } = shop;
  await meet('Anna', 'Boris', 'Vera');
  const section = page.getByRole('region', { name: 'Sent messages' });

  await test.step('a campaign is sent', async () => {
    await page.goto(`/mailing/edit-campaign?bot=${bot.key}&step=message`);
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('The sale begins on Munday');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: '3. Sending' }).click();
    await page.getByRole('button', { name: 'Start sending' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start sending' }).click();
    await expect(section).toContainText('3 users have this message.', { timeout: 60_000 });
    await expect(section).toContainText('3 messages can still be deleted, the last of them until');
    await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 });
    expect(await judge(page, 'sent messages')).toEqual([]);
    await shoot(page, '1-sent');
  });

  await test.step('the message is edited for all, with the keyboard', async () => {
    await section.getByRole('button', { name: 'Edit message' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit the sent message' });
    await expect(dialog.getByRole('button', { name: 'Change for 3 users' })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Message', exact: true }).fill('The sale begins on Monday');
    expect(await judge(page, 'edit')).toEqual([]);
    await shoot(page, '2-edit');
    await dialog.getByRole('button', { name: 'Change for 3 users' }).press('Enter');
    await expect(section.getByRole('list', { name: 'Actions' })).toContainText('Edited3 of 3Done', { timeout: 30_000 });
    expect(new Set(calls('editMessageText').map(({ params }) => params.text))).toEqual(
      new Set(['The sale begins on Monday']),
    );
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('region', { name: 'Message as in Telegram' })).toContainText('Monday');
  });

  await test.step('pinned after a question', async () => {
    await section.getByRole('button', { name: 'Pin', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Pin the message?' });
    await expect(dialog).toContainText('pinned in the chats of 3 users');
    await dialog.getByRole('button', { name: 'Pin' }).click();
    await expect(section.getByRole('list', { name: 'Actions' })).toContainText('Pinned3 of 3Done', { timeout: 30_000 });
  });

  await test.step('sent to those who have joined since', async () => {
    await meet('Gleb');
    await page.reload();
    await expect(section).toContainText('1 user has joined the audience since', { timeout: 30_000 });
    await shoot(page, '3-new-members');
    await section.getByRole('button', { name: 'Send to them too' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send to 1 user' }).click();
    await expect(section).toContainText('4 users have this message.', { timeout: 60_000 });
    expect(calls('sendMessage')).toHaveLength(4);
    await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 });
  });

  await test.step('deleted for all, whose number is in the question', async () => {
    await section.getByRole('button', { name: 'Delete messages' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the sent messages?' });
    await expect(dialog).toContainText('from the chats of 4 users');
    await shoot(page, '4-delete');
    await dialog.getByRole('button', { name: 'Delete for 4 users' }).click();
    await expect(section).toContainText('4 messages were deleted.', { timeout: 30_000 });
    await expect(section.getByRole('button', { name: 'Edit message' })).toHaveCount(0);
    expect(calls('deleteMessage')).toHaveLength(4);
    expect(await judge(page, 'deleted')).toEqual([]);
    await shoot(page, '5-deleted');
  });

  await test.step('the calendar shows the month of the address, and on a phone its days', async () => {
    await page.goto(`/mailing?bot=${bot.key}`);
    await page.getByText('Calendar', { exact: true }).click();
    await expect(page).toHaveURL(/view=calendar/);
    await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveCount(1);
    expect(await judge(page, 'calendar')).toEqual([]);
    await shoot(page, '6-calendar');
    await page.getByRole('button', { name: 'Next month' }).press('Enter');
    await expect(page).toHaveURL(/month=\d{4}-\d\d/);
    await expect(page.getByText('Nothing was sent or is planned in this month.')).toBeVisible();
    await page.getByRole('button', { name: 'Today' }).click();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/mailing?bot=${bot.key}&view=calendar&lang=ru`);
    await expect(page.getByRole('button', { name: 'Следующий месяц' })).toBeVisible();
    expect(await judge(page, 'calendar on a phone')).toEqual([]);
    expect(await page.locator('html').evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(390);
    await shoot(page, '7-calendar-phone');
    await page.getByRole('main').getByRole('listitem').getByRole('link').click();
    await expect(page.getByRole('region', { name: 'Отправленные сообщения' })).toContainText('Удалено 4 сообщения.');
    expect(await judge(page, 'sent messages on a phone')).toEqual([]);
    expect(await page.locator('html').evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(390);
    await shoot(page, '8-phone');
  });
});
