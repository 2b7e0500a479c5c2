import type { Page } from '@playwright/test';
import { judge } from './fixtures/axe.ts';
import { forgetSignIn, unique } from './fixtures/operator.ts';
import { serveWidget, widgetTest } from './fixtures/telegram-login.ts';
import { expect, test } from './fixtures/test.ts';
import { words } from './fixtures/words.ts';

const texts = {
  en: {
    in: 'Sign in with Telegram',
    up: 'Sign up with Telegram',
    unknown: 'No account is linked to this Telegram.',
    exists: 'An account with this Telegram already exists. Sign in with it.',
    declined: 'You declined to share your identity.',
    elsewhere: 'This sign-in was started in another tab',
    taken: 'This Telegram is linked to another account here.',
    link: 'Link Telegram',
    linked: 'Telegram is linked',
    unlink: 'Unlink',
    unlinked: 'Telegram is unlinked',
    onlyWay: 'Telegram is the only way into this account.',
    goOn: 'Continue',
    password: 'Your password',
    logout: 'Log out',
    account: 'Account',
    setEmail: 'Add an email',
  },
  ru: {
    in: 'Войти через Telegram',
    up: 'Регистрация через Telegram',
    unknown: 'Аккаунта с этим Telegram ещё нет.',
    exists: 'Аккаунт с этим Telegram уже есть. Войдите через него.',
    declined: 'Вы не разрешили Telegram сообщить нам, кто вы.',
    elsewhere: 'Этот вход начат не в этой вкладке',
    taken: 'Этот Telegram привязан здесь к другому аккаунту.',
    link: 'Привязать Telegram',
    linked: 'Telegram привязан',
    unlink: 'Отвязать',
    unlinked: 'Telegram отвязан',
    onlyWay: 'Telegram — единственный вход в этот аккаунт.',
    goOn: 'Продолжить',
    password: 'Ваш пароль',
    logout: 'Выйти',
    account: 'Аккаунт',
    setEmail: 'Указать почту',
  },
} as const;

/** Nobody else has this Telegram. */
const newUser = (name: string) => ({ id: Number.parseInt(unique(), 16) + 1, name: `${name} ${unique()}` });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const agree = (page: Page, name: string) => page.getByRole('link', { name: `Log in as ${name}` }).click();

const lang = 'ru';
const text = texts[lang];
const { dashboard } = words[lang];

test('sign-up and sign-in with Telegram: declined, new, unknown, known, and no rule of WCAG 2.2 AA broken', async ({
  page,
  issuer,
  watch,
}) => {
  await test.step('declined, or from elsewhere', async () => {
    issuer.user = newUser('Olga');
    await page.goto(`/signin?lang=${lang}`);
    await button(page, text.in).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toContainText(text.declined);
    await expect(button(page, text.in)).toBeVisible();

    await page.goto(`/telegram-login?code=stolen&state=stolen&lang=${lang}`);
    await expect(page.getByRole('alert')).toContainText(text.elsewhere);
    await page.goto(`/telegram-login?lang=${lang}`);
    await expect(page).toHaveURL(/\/signin/);
  });

  await test.step('sign-up, sign-out, sign-in', async () => {
    issuer.user = newUser('Vera');
    const { name } = issuer.user;
    await page.goto(`/signup?lang=${lang}`);
    await button(page, text.up).click();
    await agree(page, name);
    await expect(page.getByRole('heading', { level: 1, name: dashboard })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/\\?lang=${lang}$`));
    await page.getByRole('link', { name: text.setEmail, exact: true }).click();
    await expect(page).toHaveURL(/\/profile\?.*tab=sign-in/);
    // A page that is just coming closes an open menu.
    await expect(page.getByRole('region', { name: 'Telegram' })).toBeVisible();

    await page.getByRole('button', { name: `${text.account}: ${name}` }).click();
    await page.getByRole('menuitem', { name: text.logout }).click();
    await expect(page).toHaveURL(/\/signin/);
    await page.goto(`/profile?tab=sign-in&lang=${lang}`);
    await button(page, text.in).click();
    await agree(page, name);
    await expect(page).toHaveURL(/\/profile\?.*tab=sign-in/);
    const section = page.getByRole('region', { name: 'Telegram' });
    await expect(section).toContainText(name);
    await expect(section).toContainText(String(issuer.user.id));
    await expect(section).toContainText(text.onlyWay);
    await expect(button(page, text.unlink)).toHaveCount(0);
  });

  await test.step('unknown and known', async () => {
    watch.allows(/^POST \/api\/user\/sign-in\/tg-auth-(in|up) 400$/);
    await forgetSignIn(page);
    issuer.user = newUser('Nina');
    await page.goto(`/signin?lang=${lang}`);
    await button(page, text.in).click();
    await agree(page, issuer.user.name);
    await expect(page.getByRole('alert')).toContainText(text.unknown);
    // The address keeps nothing of what Telegram gave.
    await expect(page).toHaveURL(new RegExp(`/telegram-login\\?lang=${lang}$`));
    await button(page, text.up).click();
    await agree(page, issuer.user.name);
    await expect(page.getByRole('heading', { level: 1, name: dashboard })).toBeVisible();

    await forgetSignIn(page);
    await page.goto(`/signup?lang=${lang}`);
    await button(page, text.up).click();
    await agree(page, issuer.user.name);
    await expect(page.getByRole('alert')).toContainText(text.exists);
    await button(page, text.in).click();
    await agree(page, issuer.user.name);
    await expect(page.getByRole('heading', { level: 1, name: dashboard })).toBeVisible();
  });

  await test.step('the button, the return page and the section of the profile break no rule of WCAG 2.2 AA', async () => {
    await forgetSignIn(page);
    await page.goto('/telegram-login?code=a&state=b&lang=en');
    await expect(page.getByRole('alert')).toContainText(texts.en.elsewhere);
    await expect(button(page, texts.en.in)).toBeVisible();
    expect(await judge(page, 'return page')).toEqual([]);
    issuer.user = newUser('Lena');
    await page.goto('/signup?lang=en');
    await expect(button(page, texts.en.up)).toBeVisible();
    expect(await judge(page, 'sign-up')).toEqual([]);
    await button(page, texts.en.up).click();
    await agree(page, issuer.user.name);
    await page.getByRole('link', { name: texts.en.setEmail, exact: true }).click();
    await expect(page.getByRole('region', { name: 'Telegram' })).toContainText(texts.en.onlyWay);
    expect(await judge(page, 'profile')).toEqual([]);
  });
});

test('Telegram is linked, unlinked, and refused when it belongs to another account', async ({
  own: page,
  browser,
  server,
  account,
  issuer,
  watch,
}) => {
  await test.step('linked and unlinked', async () => {
    watch.allows(/^POST \/api\/user\/sign-in\/tg-auth-in 400$/);
    issuer.user = newUser('Rita');
    const { name } = issuer.user;
    const section = page.getByRole('region', { name: 'Telegram' });
    const prove = async (submit: string) => {
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(text.password, { exact: true }).fill(account.password);
      await dialog.getByRole('button', { name: submit, exact: true }).click();
    };
    await page.goto(`/profile?tab=sign-in&lang=${lang}`);
    await button(page, text.link).click();
    await prove(text.goOn);
    await agree(page, name);
    await expect(page).toHaveURL(/\/profile\?.*tab=sign-in/);
    await expect(page.getByText(text.linked, { exact: true })).toBeVisible();
    await expect(section).toContainText(name);

    const elsewhere = await browser.newPage({ baseURL: server.url });
    await elsewhere.goto(`/signin?lang=${lang}`);
    await button(elsewhere, text.in).click();
    await agree(elsewhere, name);
    await expect(elsewhere.getByRole('heading', { level: 1, name: dashboard })).toBeVisible();

    await button(page, text.unlink).click();
    await prove(text.unlink);
    await expect(page.getByText(text.unlinked, { exact: true })).toBeVisible();
    await expect(button(page, text.link)).toBeVisible();
    await forgetSignIn(elsewhere);
    await elsewhere.goto(`/signin?lang=${lang}`);
    await button(elsewhere, text.in).click();
    await agree(elsewhere, name);
    await expect(elsewhere.getByRole('alert')).toContainText(text.unknown);
    await elsewhere.close();
  });

  await test.step('linked to another account', async () => {
    watch.allows(/^POST \/api\/user\/profile\/telegram\/link 400$/);
    issuer.user = newUser('Sofia');
    const other = await browser.newPage({ baseURL: server.url });
    await other.goto('/signup');
    await button(other, texts.en.up).click();
    await agree(other, issuer.user.name);
    await expect(other.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await other.close();

    await page.goto('/profile?tab=sign-in&lang=en');
    await button(page, texts.en.link).click();
    await page.getByRole('dialog').getByLabel(texts.en.password, { exact: true }).fill(account.password);
    await page.getByRole('dialog').getByRole('button', { name: texts.en.goOn, exact: true }).click();
    await agree(page, issuer.user.name);
    await expect(page.getByRole('alert')).toContainText(texts.en.taken);
    await page.getByRole('link', { name: 'Back to the profile' }).click();
    await expect(button(page, texts.en.link)).toBeVisible();
  });
});

widgetTest('sign-up and sign-in by the classic button', async ({ page }) => {
  const { id, name } = newUser('Zoya');
  await serveWidget(page, { id, first_name: name });
  const press = () => page.frameLocator('iframe[title="Telegram"]').getByRole('link', { name }).click();
  await page.goto(`/signup?lang=${lang}`);
  await press();
  await expect(page.getByRole('heading', { level: 1, name: dashboard })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/\\?lang=${lang}$`));
  await forgetSignIn(page);
  await page.goto(`/signin?lang=${lang}`);
  await press();
  await expect(page.getByRole('heading', { level: 1, name: dashboard })).toBeVisible();
});
