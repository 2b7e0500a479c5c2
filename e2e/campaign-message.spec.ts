import type { Page } from '@playwright/test';
import { judge } from './fixtures/axe.ts';
import { expect, test } from './fixtures/test.ts';

/** Pastes what another program puts on the clipboard. A text, since the page's own types are not known here. */
const paste = (page: Page, html: string): Promise<unknown> =>
  page.evaluate(`{
    const data = new DataTransfer();
    data.setData('text/html', ${JSON.stringify(html)});
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  }`);

test('a message with everything that Telegram formats is written and sent', async ({ own: page, bot, shop }) => {
  const [anna] = await shop.meet('Anna');
  await page.goto(`/mailing/edit-campaign?bot=${bot.key}&step=message`);
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  const preview = page.getByRole('region', { name: 'Message as in Telegram' });
  const moreButton = page.getByRole('button', { name: 'More formatting' });

  await test.step('pasted text keeps its formats', async () => {
    await field.focus();
    await paste(page, '<p class="MsoNormal">Autumn <b>sale</b></p><p class="MsoNormal"><i>until Sunday</i></p>');
    await expect(field).toHaveValue('Autumn sale\nuntil Sunday');
    await expect(preview.locator('strong')).toHaveText('sale');
    await expect(preview.locator('em')).toHaveText('until Sunday');
  });

  await test.step('Markdown, a moment and a quote', async () => {
    await field.press('End');
    await field.press('Control+End');
    await field.pressSequentially('\n');
    await moreButton.click();
    await page.getByRole('menuitem', { name: 'From Markdown or HTML' }).click();
    const dialog = page.getByRole('dialog');
    const source = dialog.getByRole('textbox', { name: 'Text with markup' });
    await source.fill('Hi. {first_name|friend}');
    await expect(dialog.getByText('Line 1, character 3')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Insert' })).toBeDisabled();
    expect(await judge(page, 'markup dialog')).toEqual([]);
    await source.fill('Hi {first_name|friend}, *look*:\n```ts\nconst price = 5```\n>One\n>Two||');
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await expect(preview).toContainText('Hi friend, look:');
    await moreButton.click();
    await page.getByRole('menuitem', { name: 'Date and time' }).click();
    await dialog.getByLabel('Moment').fill('2030-05-01T18:30');
    expect(await judge(page, 'date dialog')).toEqual([]);
    await dialog.getByRole('button', { name: 'Insert' }).click();
    await expect(preview.locator('time')).toContainText('2030');
  });

  await test.step('buttons: a color, and moved by keyboard', async () => {
    await page.getByRole('button', { name: 'Add a row' }).click();
    const first = page.getByRole('group', { name: 'Button 1 of row 1' });
    await first.getByRole('textbox', { name: 'Button text' }).fill('Shop');
    await first.getByRole('textbox', { name: 'Value' }).fill('https://shop.example.com');
    await page.getByRole('button', { name: 'Add a button' }).click();
    const second = page.getByRole('group', { name: 'Button 2 of row 1' });
    await second.getByRole('textbox', { name: 'Button text' }).fill('No');
    await second.getByLabel('Action').selectOption('callback_data');
    await second.getByRole('textbox', { name: 'Value' }).fill('no');
    await second.getByLabel('Color').selectOption('danger');
    await second.getByRole('textbox', { name: 'Button text' }).press('Alt+ArrowDown');
    await expect(page.getByRole('group', { name: 'Button 1 of row 2' }).getByLabel('Button text')).toHaveValue('No');
    await page.getByLabel('Link preview').selectOption('large');
    await page.getByLabel('Preview of').fill('https://shop.example.com');
    await expect(page.getByLabel('Count who opens links')).toBeDisabled();
    await expect(page.getByText('Not available: users would open the links at this server')).toBeVisible();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await judge(page, 'message')).toEqual([]);
  });

  await test.step('it arrives as it was drawn', async () => {
    const campaign = new URL(page.url()).pathname.split('/').at(-1);
    const answer = await page.request.post(`/api/bots/${bot.key}/campaigns/${campaign}/test`, {
      data: { user_id: anna?.user.id },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    const lastSend = shop.telegramBot.calls.findLast(({ method }) => method === 'sendMessage');
    const params: Record<string, unknown> = lastSend?.params ?? {};
    expect(params.link_preview_options).toEqual({ url: 'https://shop.example.com', prefer_large_media: true });
    const types = (params.entities as { type: string }[]).map(({ type }) => type);
    expect(types.sort()).toEqual(['bold', 'bold', 'date_time', 'expandable_blockquote', 'italic', 'pre']);
    expect(params.reply_markup).toEqual({
      inline_keyboard: [
        [{ text: 'Shop', url: 'https://shop.example.com' }],
        [{ text: 'No', callback_data: 'no', style: 'danger' }],
      ],
    });
  });
});
