import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { forgetSignIn, signIn, type TestAccount, unique } from './fixtures/operator.ts';
import { readCode } from './fixtures/outbox.ts';
import { profileWords } from './fixtures/profile-words.ts';
import { expect, test } from './fixtures/test.ts';
import { words } from './fixtures/words.ts';

/** Opens a section of the profile by its link, as users do. */
async function openSection(page: Page, lang: 'en' | 'ru', section: keyof (typeof profileWords)['en']['tabs']) {
  const text = profileWords[lang];
  await page.goto(`/profile?lang=${lang}`);
  await page.getByRole('navigation', { name: text.sections }).getByRole('link', { name: text.tabs[section] }).click();
}

async function signInByHand(page: Page, { email, password }: TestAccount): Promise<void> {
  await page.goto('/signin?lang=en');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const lang = 'ru';
const text = profileWords[lang];

// Answers of its forms to wrong values, their focus and their sections: profile-forms.dom.test.ts.
test('time zone, currencies, sessions, a new password, and an email that changes by a code or by the link of the mail', async ({
  own: page,
  browser,
  bot,
  server,
  account,
  watch,
}) => {
  await test.step('time zone and currencies', async () => {
    expect(bot.key).toBeTruthy();
    await page.goto(`/profile?lang=${lang}`);
    for (const [field, searchText, optionName] of [
      [text.timeZone, 'Tokyo', /Tokyo/],
      [text.reportCurrency, 'EUR', /^EUR/],
      [text.currency, 'USD', /^USD/],
    ] as const) {
      const box = page.getByRole('combobox', { name: field });
      await box.click();
      await box.fill(searchText);
      await page.getByRole('option', { name: optionName }).first().click();
      await expect(page.getByText(text.saved).first()).toBeVisible();
      await expect(box).toHaveValue(optionName);
    }
    await page.reload();
    await expect(page.getByRole('combobox', { name: text.timeZone })).toHaveValue(/Tokyo/);
    await expect(page.getByRole('combobox', { name: text.reportCurrency })).toHaveValue(/^EUR/);
    await expect(page.getByRole('combobox', { name: text.currency })).toHaveValue(/^USD/);
    // A new target is counted in the currency of reports.
    await page.goto(`/targets/new?lang=${lang}`);
    await page.getByRole('radio', { name: text.fixedValue }).check();
    await expect(page.getByRole('combobox', { name: text.targetCurrency })).toHaveValue('EUR');
  });

  await test.step('sessions', async () => {
    const firefox = await browser.newContext({
      baseURL: server.url,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    await signIn(firefox, server, account);
    await openSection(page, lang, 'security');
    const list = page.getByRole('region', { name: text.sessions }).getByRole('listitem');
    await expect(list).toHaveCount(2);
    await expect(list.first()).toContainText(text.thisDevice);
    await page.getByRole('button', { name: `${text.endSession}: Firefox, Linux` }).click();
    await expect(list).toHaveCount(1);
    expect((await firefox.request.get('/api/bots')).status()).toBe(401);

    await signIn(firefox, server, account);
    await page.getByRole('button', { name: text.everywhere }).click();
    await page.getByRole('dialog').getByLabel(text.alsoHere).check();
    await page.getByRole('dialog').getByRole('button', { name: text.everywhere }).click();
    await expect(page).toHaveURL(/\/signin/);
    for (const context of [firefox, page.context()]) {
      expect((await context.request.get(`${server.url}/api/bots`)).status()).toBe(401);
    }
    await firefox.close();
  });

  await test.step('a new password ends the other sessions', async () => {
    watch.allows(/^POST \/api\/user\/profile\/set-password 400$/);
    await signIn(page.context(), server, account);
    const elsewhere = await browser.newContext({ baseURL: server.url });
    await signIn(elsewhere, server, account);
    await openSection(page, lang, 'signIn');
    await page.getByRole('button', { name: text.changePassword }).click();
    const next = page.getByLabel(words[lang].newPassword);
    const save = page.getByRole('button', { name: text.savePassword });
    await page.getByLabel(text.currentPassword).fill(account.password);
    await next.fill('password123');
    await save.click();
    await expect(next).toHaveAccessibleDescription(text.breached);
    account.password = 'four brown horses swim north';
    await next.fill(account.password);
    await save.click();
    await expect(page.getByText(text.passwordSaved)).toBeVisible();
    expect((await elsewhere.request.get('/api/bots')).status()).toBe(401);
    await elsewhere.close();
    expect((await page.request.get('/api/bots')).status()).toBe(200);
  });

  await test.step('the email changes by a code', async () => {
    watch.allows(/^POST \/api\/user\/profile\/(set-email|email-code) 400$/);
    const next = `next-${unique()}@example.com`;
    await openSection(page, lang, 'signIn');
    await page.getByRole('button', { name: text.changeEmail }).click();
    await page.getByLabel(text.newEmail).fill(next);
    await page.getByLabel(text.yourPassword).fill('not it');
    await page.getByRole('button', { name: text.sendCode }).click();
    await expect(page.getByLabel(text.yourPassword)).toHaveAccessibleDescription(text.wrongPassword);
    await page.getByLabel(text.yourPassword).fill(account.password);
    await page.getByRole('button', { name: text.sendCode }).click();
    const code = page.getByLabel(words[lang].code);
    const mail = await readCode(server, next);
    await code.fill(mail.code === '111111' ? '222222' : '111111');
    await page.getByRole('button', { name: text.confirmEmail }).click();
    await expect(code).toHaveAccessibleDescription(words[lang].invalidCode);
    await code.fill(mail.code);
    await page.getByRole('button', { name: text.confirmEmail }).click();
    await expect(page.getByRole('region', { name: words[lang].email }).getByText(next, { exact: true })).toBeVisible();
    await forgetSignIn(page);
    await signInByHand(page, { ...account, email: next });
    await expect(page).toHaveURL(/\/(\?|$)/);
  });

  await test.step('the email changes by the link of the mail', async () => {
    const next = `linked-${unique()}@example.com`;
    await openSection(page, 'en', 'signIn');
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByLabel('New email').fill(next);
    await page.getByLabel('Your password').fill(account.password);
    await page.getByRole('button', { name: 'Send the code' }).click();
    const { code, link } = await readCode(server, next);
    await page.goto(link);
    await expect(page.getByLabel('Code from the email')).toHaveValue(code);
    await page.getByRole('button', { name: 'Confirm email' }).click();
    await expect(page.getByRole('region', { name: 'Email' }).getByText(next, { exact: true })).toBeVisible();
    await expect(page).not.toHaveURL(/email_code/);
  });
});

test("the account's data are a file, and it goes with its bots although Telegram fails, which the page says", async ({
  own: page,
  account,
  bot,
  telegram,
  watch,
}) => {
  watch.allows(/^POST \/api\/user\/profile\/delete-account 400$/, /^POST \/api\/user\/sign-in\/login 400$/);
  const telegramBot = telegram.addBot({ username: `late_${unique()}_bot` });
  const data = { bot_name: telegramBot.username, connection_type: 'auto', token: telegramBot.token };
  expect((await page.request.post('/api/bots', { data })).status()).toBe(200);
  // The look at the connection asks too, and must not use the failure up.
  telegramBot.script({ method: 'getWebhookInfo', outcome: { status: 502, html: 'Bad Gateway' }, times: 1_000 });
  await page.setViewportSize({ width: 390, height: 844 });
  await openSection(page, lang, 'data');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: text.download }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(file)).toBeInstanceOf(Object);
  expect(file).toContain(account.email);
  expect(file).toContain(bot.name);

  const english = profileWords.en;
  await page.goto('/profile?lang=en&tab=data');
  await page.getByRole('button', { name: english.deleteAccount }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(bot.name);
  const password = dialog.getByLabel(english.yourPassword);
  const remove = dialog.getByRole('button', { name: english.deletePermanently });
  await dialog.getByLabel(account.email).fill(account.email);
  await password.fill('not it');
  await remove.click();
  await expect(password).toHaveAccessibleDescription(english.wrongPassword);
  await password.fill(account.password);
  await remove.click();
  await expect(dialog).toContainText('Your account has been deleted');
  await expect(dialog).toContainText(telegramBot.username);
  expect((await page.request.get('/api/user/profile/deletion')).status()).toBe(401);
  await dialog.getByRole('button', { name: 'Go to sign-in' }).click();
  await expect(page).toHaveURL(/\/signin/);
  await signInByHand(page, account);
  await expect(page.getByRole('alert').filter({ hasText: words.en.incorrect })).toBeVisible();
});

test('a user who signed up with Telegram sets an email and a first password, and signs in with them', async ({
  page,
  issuer,
  server,
}) => {
  issuer.user = { id: Number.parseInt(unique(), 16) + 1, name: `Vera ${unique()}` };
  const account = { email: `vera-${unique()}@example.com`, password: 'four brown horses swim north' };
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Sign up with Telegram' }).click();
  await page.getByRole('link', { name: `Log in as ${issuer.user.name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await page.goto('/profile');
  await page.getByRole('link', { name: 'Add email' }).click();
  await page.getByRole('button', { name: 'Add email' }).click();
  await page.getByLabel('New email').fill(account.email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await page.getByLabel('Code from the email').fill((await readCode(server, account.email)).code);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  // The button appears with the answer; the address is in the form before that.
  await expect(page.getByRole('button', { name: 'Change email' })).toBeVisible();

  // There is no password to ask for: a mail proves who it is.
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('button', { name: `Send a code to ${account.email}` }).click();
  await expect(page.getByLabel('Code from the email')).toBeFocused();
  await page.getByLabel('Code from the email').fill((await readCode(server, account.email, 2)).code);
  await page.getByLabel('New password').fill(account.password);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();

  await forgetSignIn(page);
  await signInByHand(page, account);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});
