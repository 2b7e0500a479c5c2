import type { Page } from '@playwright/test';
import { forgetSignIn, inviteByLink, signIn, type TestAccount } from './fixtures/operator.ts';
import { readCode } from './fixtures/outbox.ts';
import { expect, test } from './fixtures/test.ts';
import { words } from './fixtures/words.ts';

async function fillIn(page: Page, { email, password }: TestAccount): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

const text = words.en;

// Answers of the forms to wrong values, and values that they pass on to each other: visitor-forms.dom.test.ts.
test('an invitation before the sign-in, "remember me", the sign-out, wrong passwords, and the guard of pages', async ({
  page,
  browser,
  server,
  account,
  bot,
  watch,
}) => {
  await test.step('an invitation', async () => {
    await page.goto(`${await inviteByLink(browser, server, account, bot)}&lang=en`);
    const promise = page.getByText(
      `${account.email} invited you to ${bot.name}. You will be able to view all its reports, users and targets.`,
    );
    await expect(promise).toBeVisible();
    await page.getByRole('link', { name: text.signIn, exact: true }).click();
    await expect(page).toHaveURL(/\/signin/);
    await expect(promise).toBeVisible();
  });

  await test.step('remember me', async () => {
    const sessionEnds = async () =>
      (await page.context().cookies()).find(({ name }) => name.endsWith('session_token'))?.expires;
    await page.goto('/signin');
    await fillIn(page, account);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(await sessionEnds()).toBe(-1);

    await forgetSignIn(page);
    await page.goto('/signin');
    await fillIn(page, account);
    await page.getByLabel('Remember me').check();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(await sessionEnds()).toBeGreaterThan(Date.now() / 1_000 + 7 * 86_400);
  });

  await test.step('sign-out', async () => {
    await page.goto(`/?bot=${bot.key}`);
    await expect(page.getByText('Waiting for the first update')).toBeVisible();
    await page.getByRole('button', { name: `Account: ${account.email}` }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/signin$/);
    expect(await page.evaluate('localStorage.getItem("current-bot")')).toBeNull();
    await page.goto('/bots');
    await expect(page).toHaveURL(/\/signin/);
    expect((await page.request.get('/api/bots')).status()).toBe(401);
  });

  await test.step('wrong credentials of an account and of nobody are answered alike', async () => {
    watch.allows(/^POST \/api\/user\/sign-in\/login 400$/);
    await page.goto('/signin?lang=en');
    for (const email of [account.email, 'nobody@example.com']) {
      await page.reload();
      await fillIn(page, { email, password: 'not the password' });
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert').filter({ hasText: text.incorrect })).toBeVisible();
    }
  });

  await test.step('the guard keeps page and query on the way to sign-in and back', async () => {
    expect(bot.key).toMatch(/^[0-9a-f]{13}$/);
    await page.goto('/reports/new_users?period=7d&lang=ru');
    await expect(page).toHaveURL(/\/signin\?.*period=7d/);
    await expect(page).toHaveURL(/lang=ru/);
    await page.getByLabel('Почта').fill(account.email);
    await page.getByLabel('Пароль', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Войти', exact: true }).click();
    await expect(page).toHaveURL(/\/reports\/new_users\?.*period=7d/);
    await expect(page).toHaveURL(/lang=ru/);
    await expect(page.getByRole('heading', { level: 1, name: 'Новые пользователи' })).toBeVisible();

    for (const path of ['/signin', '/signup', '/forgot-password']) {
      await page.goto(`${path}?period=90d&lang=ru`);
      await expect(page).toHaveURL(/\/\?.*period=90d/);
    }
  });
});

test('a forgotten password is replaced by a code, or by the link of the mail, and ends every open session', async ({
  page,
  browser,
  server,
  account,
  watch,
}) => {
  watch.allows(/^POST \/api\/user\/sign-in\/(login|reset-password) 400$/);
  const elsewhere = await browser.newContext({ baseURL: server.url });
  await signIn(elsewhere, server, account);
  const open = await elsewhere.newPage();
  await open.goto('/');
  await expect(open.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await page.goto('/signin');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The page before has a field of that name too.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(page.getByText(text.mailLog)).toBeVisible();
  const { code } = await readCode(server, account.email);
  const wrongCode = code === '111111' ? '222222' : '111111';
  await page.getByLabel('Code from the email').fill(wrongCode);
  await page.getByLabel('New password').fill('my next password');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByLabel('Code from the email')).toHaveAccessibleDescription(text.invalidCode);
  await page.getByLabel('Code from the email').fill(code);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Password saved. Sign in with your new password')).toBeVisible();
  await expect(page).toHaveURL(/\/signin/);

  await open.reload();
  await expect(open).toHaveURL(/\/signin/);
  await elsewhere.close();

  await fillIn(page, account);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: text.incorrect })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('my next password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await test.step('the link of the mail brings the code', async () => {
    await forgetSignIn(page);
    await page.request.post('/api/user/sign-in/request-password-reset', { data: { email: account.email } });
    await page.goto((await readCode(server, account.email, 2)).link);
    await expect(page.getByText(`Choose a new password for ${account.email}`)).toBeVisible();
    await page.getByLabel('New password').fill('my last password');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Password saved. Sign in with your new password')).toBeVisible();
  });
});
