import { unique } from './fixtures/operator.ts';
import { profileWords } from './fixtures/profile-words.ts';
import { expect, test } from './fixtures/telegram.ts';
import { languages } from './fixtures/words.ts';

const waitingWords = {
  en: { deleted: 'Your account has been deleted', on: 'Go to sign-in' },
  ru: { deleted: 'Ваш аккаунт удалён', on: 'На страницу входа' },
} as const;

for (const lang of languages) {
  const [text, waiting] = [profileWords[lang], waitingWords[lang]];

  test(`an account goes although Telegram fails, and the page says for which bot (${lang})`, async ({
    own: page,
    account,
    telegram,
  }) => {
    const there = telegram.addBot({ username: `late_${unique()}_bot` });
    const data = { bot_name: there.username, connection_type: 'auto', token: there.token };
    expect((await page.request.post('/api/bots', { data })).status()).toBe(200);
    there.script({ method: 'getWebhookInfo', outcome: { status: 502, html: 'Bad Gateway' } });

    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/profile?lang=${lang}&tab=data`);
    await page.getByRole('button', { name: text.deleteAccount }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(account.email).fill(account.email);
    await dialog.getByLabel(text.yourPassword).fill(account.password);
    await dialog.getByRole('button', { name: text.deleteForEver }).click();
    await expect(dialog).toContainText(waiting.deleted);
    await expect(dialog).toContainText(there.username);
    expect((await page.request.get('/api/user/profile/deletion')).status()).toBe(401);
    await dialog.getByRole('button', { name: waiting.on }).click();
    await expect(page).toHaveURL(/\/signin/);
  });
}
