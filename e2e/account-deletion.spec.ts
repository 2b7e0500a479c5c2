import { unique } from './fixtures/operator.ts';
import { profileWords } from './fixtures/profile-words.ts';
import { expect, test } from './fixtures/test.ts';

const text = profileWords.en;

test('an account is deleted although Telegram fails, and the page names the bot', async ({
  own: page,
  account,
  telegram,
}) => {
  const telegramBot = telegram.addBot({ username: `late_${unique()}_bot` });
  const data = { bot_name: telegramBot.username, connection_type: 'auto', token: telegramBot.token };
  expect((await page.request.post('/api/bots', { data })).status()).toBe(200);
  // The look at the connection asks too, and must not use the failure up.
  telegramBot.script({ method: 'getWebhookInfo', outcome: { status: 502, html: 'Bad Gateway' }, times: 1_000 });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/profile?lang=en&tab=data`);
  await page.getByRole('button', { name: text.deleteAccount }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(account.email).fill(account.email);
  await dialog.getByLabel(text.yourPassword).fill(account.password);
  await dialog.getByRole('button', { name: text.deletePermanently }).click();
  await expect(dialog).toContainText('Your account has been deleted');
  await expect(dialog).toContainText(telegramBot.username);
  expect((await page.request.get('/api/user/profile/deletion')).status()).toBe(401);
  await dialog.getByRole('button', { name: 'Go to sign-in' }).click();
  await expect(page).toHaveURL(/\/signin/);
});
