import { gradientPicture } from '../server/src/simulation/telegram/gradient-picture.ts';
import { judge } from './fixtures/axe.ts';
import { push } from './fixtures/push.ts';
import { shoot } from './fixtures/shots.ts';
import { expect, test } from './fixtures/test.ts';

/** A picture of one color. */
const picture = (name: string, color: readonly [number, number, number], [width = 240, height = 180] = [240, 180]) => ({
  name,
  mimeType: 'image/png',
  buffer: gradientPicture(width, height, color, color),
});

test('an album is put together, sent, edited and deleted; a post is copied', async ({
  own: page,
  bot,
  server,
  shop,
}) => {
  await shop.meet('Anna', 'Boris');
  const { calls } = shop;
  const isNarrow = async () =>
    expect(await page.locator('html').evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(390);
  const preview = page.getByRole('region', { name: 'Message as in Telegram' });
  const kind = (name: string) =>
    page.getByRole('radiogroup', { name: 'What is sent' }).getByText(name, { exact: true });
  const files = page.getByRole('list', { name: 'Files of the album' });
  const section = page.getByRole('region', { name: 'Sent messages' });

  await test.step('an album has files, a caption and no buttons', async () => {
    await page.goto(`/mailing/edit-campaign?bot=${bot.key}&step=message`);
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('New in autumn');
    await page.getByRole('button', { name: 'Add a row' }).click();
    const button = page.getByRole('group', { name: 'Button 1 of row 1' });
    await button.getByRole('textbox', { name: 'Button text' }).fill('Shop');
    await button.getByRole('textbox', { name: 'Value' }).fill('https://shop.example.com');
    await kind('Album').click();
    await expect(page.getByRole('alert')).toContainText('This message has 1 button.');
    await page.getByRole('button', { name: 'Remove the buttons' }).click();
    await expect(page.getByText('so there is no unsubscribe button either')).toBeVisible();
    const choose = page.locator('input[type=file]');
    await choose.setInputFiles([picture('red.png', [200, 60, 50]), picture('green.png', [60, 150, 80])]);
    await expect(files.getByRole('listitem')).toHaveCount(2, { timeout: 20_000 });
    await choose.setInputFiles([picture('blue.png', [50, 90, 180], [180, 240])]);
    await expect(files.getByRole('listitem')).toHaveCount(3, { timeout: 20_000 });
    await expect(preview.getByRole('img')).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'File from an address' })).toBeEnabled();
  });

  await test.step('the files are put in order with the keyboard', async () => {
    await page.getByRole('button', { name: 'Move blue.png up' }).press('Enter');
    await expect(files.getByRole('listitem')).toContainText(['red.png', 'blue.png', 'green.png']);
    await files.getByRole('listitem').nth(1).getByLabel('Spoiler').check();
    await page.getByLabel('Send green.png as').selectOption('document');
    await expect(page.getByRole('alert')).toContainText('photos and videos, or only documents, or only audio');
    await page.getByLabel('Send green.png as').selectOption('photo');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await judge(page, 'album')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await shoot(page, '1-album');
    await page.emulateMedia({ colorScheme: 'dark' });
    await shoot(page, '2-album-dark');
  });

  await test.step('the album works on a phone, in Russian', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    const address = new URL(page.url());
    await page.goto(`${address.pathname}?bot=${bot.key}&step=message&lang=ru`);
    await expect(page.getByRole('list', { name: 'Файлы альбома' }).getByRole('listitem')).toHaveCount(3);
    await isNarrow();
    expect(await judge(page, 'album on a phone')).toEqual([]);
    await shoot(page, '3-album-phone-dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await shoot(page, '4-album-phone');
    await page.goto(`${address.pathname}?bot=${bot.key}&step=message&lang=en`);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('it is sent as it was drawn', async () => {
    await page.getByRole('link', { name: '3. Sending' }).click();
    await page.getByRole('button', { name: 'Start sending' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start sending' }).click();
    await expect(section).toContainText('2 users have this message.', { timeout: 60_000 });
    await expect(page.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 });
    const [first, second] = calls('sendMediaGroup');
    expect(calls('sendMediaGroup')).toHaveLength(2);
    expect(first?.files.map(({ name }) => name)).toEqual(['red.png', 'blue.png', 'green.png']);
    expect(second?.files).toEqual([]);
    expect(second?.params.media).toMatchObject([
      { type: 'photo', caption: 'New in autumn' },
      { type: 'photo', has_spoiler: true },
      { type: 'photo' },
    ]);
    await expect(preview.getByRole('img')).toHaveCount(3);
    await expect(page.getByText('Album', { exact: true })).toBeVisible();
    expect(await judge(page, 'sent album')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await shoot(page, '5-sent');
  });

  await test.step('its caption is edited, and all of it is deleted', async () => {
    await section.getByRole('button', { name: 'Edit message' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit the sent message' });
    await expect(dialog).toContainText('The files stay as they are.');
    await expect(dialog.getByRole('button', { name: 'Add a row' })).toHaveCount(0);
    await dialog.getByRole('textbox', { name: 'Caption', exact: true }).fill('New in winter');
    await shoot(page, '6-edit');
    await dialog.getByRole('button', { name: 'Change for 2 users' }).click();
    await expect(section.getByRole('list', { name: 'Actions' })).toContainText('Edited2 of 2Done', { timeout: 30_000 });
    expect(calls('editMessageCaption').map(({ params }) => params.caption)).toEqual(['New in winter', 'New in winter']);
    await section.getByRole('button', { name: 'Delete messages' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for 2 users' }).click();
    await expect(section).toContainText('2 messages were deleted.', { timeout: 30_000 });
    const deletedCounts = calls('deleteMessages').map(({ params }) => (params.message_ids as number[]).length);
    expect(deletedCounts).toEqual([3, 3]);
  });

  await test.step('a copy of a post: its link, a caption of its own, and what is wrong with it', async () => {
    const chat = { id: -1_001_234_567_890, type: 'channel', title: 'Shop', username: 'shop_news' } as const;
    const photo = [{ file_id: 'AgAC', file_unique_id: 'AQAD', width: 90, height: 60, file_size: 1_204 }];
    const channel_post = { message_id: 12, chat, date: Math.floor(Date.now() / 1_000), photo, caption: 'Winter sale' };
    shop.telegramBot.receives({ channel_post });
    expect(
      await push(server, bot, [
        { date: new Date(Date.now() - 60_000).toISOString(), update: { update_id: 77, channel_post } },
      ]),
    ).toBe(200);
    await server.settled();
    await page.goto(`/mailing/edit-campaign?bot=${bot.key}&step=message`);
    await kind('Copy of a post').click();
    const link = page.getByRole('textbox', { name: 'Link to the post' });
    await link.fill('https://example.com/12');
    await expect(page.getByText('This is not a link to a post.')).toBeVisible();
    await link.fill('https://t.me/elsewhere/12');
    await expect(page.getByText('Telegram does not find this post.')).toBeVisible({ timeout: 20_000 });
    await shoot(page, '7-post-not-found');
    await link.fill('https://t.me/shop_news/12');
    await expect(preview).toContainText('Winter sale', { timeout: 20_000 });
    await expect(preview).toContainText('With a photo');
    await shoot(page, '7-post-recorded');
    await page.getByRole('textbox', { name: 'Caption of your own' }).fill('For {first_name|you}');
    await expect(preview.getByRole('link', { name: 't.me/shop_news/12' })).toBeVisible();
    await expect(preview).toContainText('For you');
    await expect(page.getByText('Telegram does not find this post.')).toHaveCount(0, { timeout: 20_000 });
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await judge(page, 'post')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await shoot(page, '8-post');
    await page.getByRole('link', { name: '3. Sending' }).click();
    await page.getByRole('button', { name: 'Start sending' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start sending' }).click();
    await expect(section).toContainText('2 users have this message.', { timeout: 60_000 });
    const captions = calls('copyMessage').map(({ params }) => params.caption);
    expect(captions.sort()).toEqual(['For Anna', 'For Boris']);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${new URL(page.url()).pathname}?bot=${bot.key}&lang=ru`);
    await expect(page.getByText('Копия поста', { exact: true })).toBeVisible();
    await isNarrow();
    expect(await judge(page, 'sent copy on a phone')).toEqual([]);
    await shoot(page, '9-copy-phone-dark');
  });

  await test.step('the list names both kinds, and finds them', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(`/mailing?bot=${bot.key}&lang=en`);
    await expect(page.getByRole('rowheader')).toContainText(['Copy of a post', 'Album']);
    await page.getByLabel('Type').selectOption('sendMediaGroup');
    await expect(page.getByRole('rowheader')).toContainText(['Album']);
    await shoot(page, '10-list');
  });
});
