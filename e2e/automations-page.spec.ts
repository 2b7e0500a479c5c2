import { judge } from './fixtures/axe.ts';
import { shoot } from './fixtures/shots.ts';
import { expect, test } from './fixtures/test.ts';

test('an automation is written, activated, sends to who does it, and is stopped', async ({ own: page, bot, shop }) => {
  const [anna] = await shop.meet('Anna');
  const sends = async (text: string): Promise<void> => {
    if (anna !== undefined) await shop.record(anna.sends(text));
  };
  const sentence = 'When a user sends /buy, the message is sent at once, once per user.';
  const shot = (name: string): Promise<void> => shoot(page, name);

  await test.step('the trigger reads as a sentence', async () => {
    await page.goto(`/mailing?bot=${bot.key}`);
    await page.getByRole('link', { name: 'New automation' }).first().click();
    await page.getByRole('radio', { name: 'On entering a segment' }).click();
    await expect(page.getByText('When a user enters the segment “Everyone”')).toBeVisible();
    await shot('segment');
    await page.getByRole('radio', { name: 'After an event' }).click();
    await page.getByRole('combobox', { name: 'What' }).selectOption('Command');
    await page.getByRole('combobox', { name: 'Command or hidden command' }).fill('/buy');
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await judge(page, 'trigger')).toEqual([]);
    await shot('trigger');
  });

  await test.step('the message, the delay and the cap', async () => {
    await page.getByRole('link', { name: '2. Message' }).click();
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Thank you!');
    await page.getByRole('link', { name: '3. Sending' }).click();
    await page.getByRole('textbox', { name: 'Delay', exact: true }).fill('3');
    await expect(page.getByText('the message is sent 3 hours later').first()).toBeVisible();
    await page.getByRole('textbox', { name: 'Delay', exact: true }).fill('0');
    await page.getByRole('radio', { name: 'Each time' }).click();
    await page.getByRole('checkbox', { name: 'Limit messages to one user' }).click();
    await expect(page.getByText('Not to users who got 2 messages in 24 hours.').first()).toBeVisible();
    expect(await judge(page, 'sending')).toEqual([]);
    await shot('sending');
    await page.getByRole('checkbox', { name: 'Limit messages to one user' }).click();
    await page.getByRole('radio', { name: 'Once' }).click();
    await expect(page.getByText(sentence).first()).toBeVisible();
  });

  await test.step('it is activated, and sends to who does it', async () => {
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Activate' }).click();
    await expect(page).toHaveURL(/\/mailing\/campaign\/\d+/);
    await expect(page.getByText('Active: triggers lead to messages.')).toBeVisible();
    await expect(page.getByText('Nothing has triggered it yet.')).toBeVisible();
    await sends('/help');
    await sends('/buy');
    const deliveredRows = page.getByRole('row').filter({ hasText: /^.*1.*$/ });
    await expect(page.getByRole('table', { name: 'By day of the trigger' })).toBeVisible({ timeout: 90_000 });
    await expect(deliveredRows.first()).toBeVisible();
    expect(
      shop.telegramBot.calls.filter(({ method }) => method === 'sendMessage').map(({ params }) => params.text),
    ).toEqual(['Thank you!']);
    expect(await judge(page, 'automation')).toEqual([]);
    await shot('page');
    await page.setViewportSize({ width: 390, height: 844 });
    await shot('page-phone');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('stopped, it can be edited; the list shows it', async () => {
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText('Stopped: nothing is sent, and nothing triggers it.')).toBeVisible();
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect(page.getByText(sentence)).toBeVisible();
    await page.goto(`/mailing?bot=${bot.key}&kind=automation`);
    await expect(page.getByRole('table')).toContainText('Automation · Text');
    expect(await judge(page, 'list')).toEqual([]);
    await shot('list');
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Campaigns');
    await expect(page.getByText('No campaigns match')).toBeVisible();
  });
});
