import { forgetSignIn, unique } from './fixtures/operator.ts';
import { readCode } from './fixtures/outbox.ts';
import { expect, test } from './fixtures/test.ts';
import { words } from './fixtures/words.ts';

const text = words.en;

// Answers of the form to wrong values: visitor-forms.dom.test.ts.
test('sign-up: a known address, a sign-in before the activation, the code from the outbox, and all of it in Russian', async ({
  page,
  account,
  watch,
  server,
}) => {
  await test.step('an address that has an account is answered like any other', async () => {
    // Its owner is notified by mail; a stranger learns nothing.
    await page.goto('/signup?lang=en');
    await page.getByLabel(text.email).fill(account.email);
    await page.getByLabel(text.password, { exact: true }).fill('long enough');
    await page.getByRole('button', { name: text.signUp }).click();
    await expect(page).toHaveURL(/\/activation/);
    await expect(page.getByLabel(text.code)).toBeVisible();
  });

  await test.step('sign-up leads from the form to the dashboard', async () => {
    watch.allows(/^POST \/api\/user\/sign-in\/login 403$/, /^POST \/api\/user\/sign-in\/activation 400$/);
    const email = `${unique()}@example.com`;
    const password = `my own ${unique()}`;
    await page.goto('/signup');
    await expect(page.getByText('Europe/Berlin')).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
    await expect(page.getByText(text.mailLog)).toBeVisible();

    await page.goto('/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();

    const code = page.getByLabel('Code from the email');
    await code.fill('00000');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(code).toHaveAccessibleDescription(text.invalidCode);

    // The sign-in has sent a second code, and the first is worth nothing any more.
    const mail = await readCode(server, email, 2);
    await page.goto(mail.link);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(page.getByText('Connect your first bot')).toBeVisible();
    await page.getByRole('button', { name: `Account: ${email}` }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Berlin/);
  });

  await test.step('a user who signs up in Russian gets a Russian mail and a Russian dashboard', async () => {
    await forgetSignIn(page);
    const email = `${unique()}@example.com`;
    await page.goto('/signup?lang=ru');
    await page.getByLabel('Почта').fill(email);
    await page.getByLabel('Пароль', { exact: true }).fill(`пароль ${unique()}`);
    await page.getByRole('button', { name: 'Создать аккаунт' }).click();
    await expect(page.getByText(words.ru.mailLog)).toBeVisible();
    const mail = await readCode(server, email);
    expect(mail.text).toContain('ваш код Botscope');
    await page.getByLabel('Код из письма').fill(mail.code);
    await page.getByRole('button', { name: 'Подтвердить' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Сводка' })).toBeVisible();
    // The language belongs to the account: an address without it follows.
    await page.goto('/');
    await expect(page).toHaveURL(/lang=ru/);
    await expect(page.getByRole('heading', { level: 1, name: 'Сводка' })).toBeVisible();
  });
});
