import type { Browser, Page } from '@playwright/test';
import { createAccount, createBot, signIn, type TestAccount, unique } from './fixtures/operator.ts';
import { readLink } from './fixtures/outbox.ts';
import type { TestServer } from './fixtures/server.ts';
import { expect, test } from './fixtures/test.ts';
import { createWatch, type Watch } from './fixtures/watch.ts';

/** Texts of the pages, written down apart from the product. */
const words = {
  en: {
    link: 'Create invitation link',
    none: /^No role/,
    manager: /^Manager|^manager/,
    single: /^Individual reports/,
    find: 'Find a report',
    retention: 'Retention',
    make: 'Create link',
    done: 'Done',
    actions: (name: string) => `Actions for ${name}`,
    change: 'Change…',
    save: 'Save',
    revoke: 'Remove access…',
    revokeNow: 'Remove access',
    onlyReport: 'Only the reports: Retention',
    manages: 'All reports, settings, targets and imports',
    telegramUp: 'Sign up with Telegram',
    notOpen: 'You don’t have access to this report',
    lost: (bot: string) => `You no longer have access to ${bot}`,
    noBot: 'Connect your first bot',
    dashboard: 'Dashboard',
    visitors: 'Visitors',
    menu: 'Main menu',
    errors: 'Bot errors',
    sharedBy: (owner: string) => `shared by ${owner}`,
  },
  ru: {
    link: 'Создать ссылку',
    none: /^Без роли/,
    manager: /^Менеджер|^менеджер/,
    single: /^Отдельные отчёты/,
    find: 'Найти отчёт',
    retention: 'Удержание',
    make: 'Создать ссылку',
    done: 'Готово',
    actions: (name: string) => `Действия: ${name}`,
    change: 'Изменить…',
    save: 'Сохранить',
    revoke: 'Отозвать доступ…',
    revokeNow: 'Отозвать доступ',
    onlyReport: 'Только отчёты: Удержание',
    manages: 'Все отчёты, настройки, цели и загрузки',
    telegramUp: 'Регистрация через Telegram',
    notOpen: 'Нет доступа к отчёту',
    lost: (bot: string) => `${bot} вам больше недоступен`,
    noBot: 'Подключите первого бота',
    dashboard: 'Сводка',
    visitors: 'Посетители',
    menu: 'Главное меню',
    errors: 'Ошибки бота',
    sharedBy: (owner: string) => `от ${owner}`,
  },
} as const;
type Language = keyof typeof words;

/** A colleague’s browser, watched like the first. */
async function withColleague(browser: Browser, server: TestServer, use: (page: Page, watch: Watch) => Promise<void>) {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } });
  const watch = createWatch();
  context.on('page', (page) => void watch.follow(page));
  await use(await context.newPage(), watch);
  await context.close();
  expect(watch.problems).toEqual([]);
}

/** The owner makes a link to one report and gives its address. */
async function inviteToRetention(page: Page, botKey: string, lang: Language): Promise<string> {
  const text = words[lang];
  await page.goto(`/bots/${botKey}/permissions?lang=${lang}`);
  await page.getByRole('button', { name: text.link }).click();
  await page.getByRole('radio', { name: text.none }).check();
  await page.getByText(text.single).click();
  await page.getByLabel(text.find).fill(text.retention.slice(0, 4).toLowerCase());
  await page.getByRole('checkbox', { name: text.retention, exact: true }).check();
  await page.getByRole('dialog').getByRole('button', { name: text.make }).click();
  const link = await page.getByRole('dialog').locator('output').innerText();
  await page.getByRole('button', { name: text.done }).click();
  await expect(page.getByText(text.onlyReport)).toBeVisible();
  return link;
}

const mainMenu = (page: Page, lang: Language) => page.getByRole('navigation', { name: words[lang].menu });

test('invited by a link, signed up by Telegram, one report, manager, revoked', async ({
  own: page,
  server,
  bot,
  account,
  browser,
  issuer,
}) => {
  const [ownLanguage, theirs] = ['en', 'ru'] as const;

  const [text, other] = [words[ownLanguage], words[theirs]];
  const name = 'Vera';
  issuer.user = { id: 700_000_000 + Math.floor(Math.random() * 1e8), name };
  const link = await inviteToRetention(page, bot.key, ownLanguage);

  await withColleague(browser, server, async (colleague, watch) => {
    await colleague.goto(`${link}&lang=${theirs}`);
    // The token is a key: it does not stay in the address.
    await expect(colleague).toHaveURL(/\/sign(up|in)\?lang=/);
    await expect(colleague.getByText(bot.name)).toBeVisible();
    await colleague.goto(`/signup?lang=${theirs}`);
    await colleague.getByRole('button', { name: other.telegramUp }).click();
    await colleague.getByRole('link', { name: `Log in as ${name}` }).click();

    // With access to one report the colleague starts there, and sees nothing else.
    await expect(colleague.getByRole('heading', { level: 1, name: other.retention })).toBeVisible();
    await expect(colleague).toHaveURL(/\/reports\/retention\?/);
    const menu = mainMenu(colleague, theirs);
    await expect(menu.getByRole('link', { name: other.retention })).toBeVisible();
    await expect(menu.getByRole('link', { name: other.dashboard })).toHaveCount(0);
    await expect(menu.getByRole('link', { name: other.visitors })).toHaveCount(0);
    await expect(menu.getByRole('link', { name: other.errors })).toHaveCount(0);
    await colleague.goto(`/reports/visitors?lang=${theirs}`);
    await expect(colleague.getByText(other.notOpen)).toBeVisible();
    for (const [path, status] of [
      [`reports/${bot.key}/retention?period=7d`, 200],
      [`reports/${bot.key}/visitors?period=7d`, 403],
      [`bots/${bot.key}/permissions`, 403],
      [`bots/${bot.key}/settings`, 403],
    ] as const) {
      expect([path, (await colleague.request.get(`/api/${path}`)).status()]).toEqual([path, status]);
    }
    await colleague.goto(`/bots?lang=${theirs}`);
    await expect(colleague.getByRole('rowheader').getByText(other.sharedBy(account.email))).toBeVisible();
    await colleague.goto(`/?lang=${theirs}`);
    await expect(colleague).toHaveURL(/\/reports\/retention/);

    // Made manager while the report is open: the menu grows by itself.
    await page.reload();
    await page.getByRole('button', { name: text.actions(name) }).click();
    await page.getByRole('menuitem', { name: text.change }).click();
    await page.getByRole('radio', { name: text.manager }).check();
    await page.getByRole('button', { name: text.save }).click();
    await expect(page.getByText(text.manages)).toBeVisible();
    await expect(menu.getByRole('link', { name: other.dashboard })).toBeVisible();
    await menu.getByRole('link', { name: other.errors }).click();
    await expect(colleague.getByRole('heading', { level: 1, name: other.errors })).toBeVisible();

    // Revoked while a page is open: it is gone at once, and says why.
    watch.allows(/^GET \/api\/(bots|reports|notifications)\S* 40[34]$/);
    await page.getByRole('button', { name: text.actions(name) }).click();
    await page.getByRole('menuitem', { name: text.revoke }).click();
    await page.getByRole('button', { name: text.revokeNow, exact: true }).click();
    await expect(colleague.getByText(other.lost(bot.name))).toBeVisible();
    await expect(colleague.getByText(other.noBot)).toBeVisible();
    expect((await colleague.request.get(`/api/bots/${bot.key}`)).status()).toBe(404);
    await expect(page.getByRole('button', { name: text.actions(name) })).toHaveCount(0);
  });
});

test('an invitation by email is for one address; nobody grants what they do not have', async ({
  own: page,
  server,
  bot,
  browser,
  account,
  watch,
}) => {
  await test.step('an invitation by email is for its address alone, and can be revoked', async () => {
    const email = `invited-${unique()}@example.com`;
    await page.goto(`/bots/${bot.key}/permissions?open=add`);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('radio', { name: /^analyst/i }).check();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
    await expect(page.getByText('All reports, people and settings, read-only')).toBeVisible();
    const link = await readLink(server, email);

    const stranger = await createAccount(server);
    await withColleague(browser, server, async (other) => {
      await signIn(other.context(), server, stranger);
      await other.goto(link);
      await expect(other.getByText('This invitation is for another email')).toBeVisible();
      await expect(other.getByText('Connect your first bot')).toBeVisible();
    });
    await page.getByRole('button', { name: `Revoke invitation for ${email}` }).click();
    await expect(page.getByText('Invitation revoked')).toBeVisible();
    await expect(page.getByText(email)).toHaveCount(0);
  });

  await test.step('invalid grants', async () => {
    watch.allows(/^POST \/api\/bots\/\w+\/permissions\/\w+ 400$/);
    await page.goto(`/bots/${bot.key}/permissions?open=add`);
    const email = page.getByLabel('Email');
    const invite = page.getByRole('button', { name: 'Invite', exact: true });
    await invite.click();
    await expect(email).toHaveAccessibleDescription(/e-?mail/i);
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toBeFocused();
    await email.fill(account.email);
    await invite.click();
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await email.fill('new@example.com');
    await page.getByRole('radio', { name: /^No role/ }).check();
    await invite.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // A manager of users who may not touch the connection cannot open it to others.
    const deputy = await createAccount(server);
    await grantByLink(page, bot.key);
    const link = await page.getByRole('dialog').locator('output').innerText();
    await withColleague(browser, server, async (colleague) => {
      await enterByLink(colleague, server, deputy, link);
      await colleague.goto(`/bots/${bot.key}/permissions?open=add`);
      await colleague.getByText('Additional permissions', { exact: true }).click();
      await colleague.locator('summary', { hasText: 'Connection and secrets' }).click();
      const secret = colleague.getByRole('checkbox', { name: 'Change the connection' });
      await expect(secret).toBeDisabled();
      await expect(secret).toHaveAccessibleDescription(/You cannot grant a permission that you do not have/);
      await expect(colleague.getByRole('radio', { name: /^manager/i })).toBeEnabled();
    });
  });
});

/** A manager who lets others in. */
async function grantByLink(page: Page, botKey: string): Promise<void> {
  await page.goto(`/bots/${botKey}/permissions?open=link`);
  await page.getByRole('radio', { name: /^manager/i }).check();
  await page.getByText('Additional permissions', { exact: true }).click();
  await page.locator('summary', { hasText: 'Access management' }).click();
  await page.getByRole('checkbox', { name: 'Manage access' }).check();
  await page.getByRole('button', { name: 'Create link' }).click();
}

async function enterByLink(page: Page, server: TestServer, account: TestAccount, link: string): Promise<void> {
  await signIn(page.context(), server, account);
  await page.goto(link);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page.getByText(/You now have access to/)).toBeVisible();
}

test('leaving, and handing the bot over', async ({ own: page, server, bot, account, browser, watch }) => {
  watch.allows(/^POST \/api\/bots\/[0-9a-f]{13}\/permissions\/transfer 400$/);
  await createBot(server, account);
  const deputy = await createAccount(server);
  await page.goto(`/bots/${bot.key}/permissions?open=link`);
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('dialog').locator('output').innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  await withColleague(browser, server, async (colleague) => {
    await enterByLink(colleague, server, deputy, link);
    await page.reload();
    await page.getByRole('button', { name: 'Transfer ownership…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What you keep').selectOption('viewer');
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await expect(dialog.getByText('The name doesn’t match')).toBeVisible();
    await dialog.getByLabel(`Type ${bot.name} to confirm`).fill(bot.name);
    await dialog.getByLabel('Your password').fill('a guess');
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await expect(dialog.getByText('Invalid password')).toBeVisible();
    await dialog.getByLabel('Your password').fill(account.password);
    await dialog.getByRole('button', { name: 'Transfer' }).click();
    await expect(page.getByText(`${bot.name} now belongs to ${deputy.email}`)).toBeVisible();
    await expect(page.getByRole('rowheader').getByText(`shared by ${deputy.email}`)).toBeVisible();

    await colleague.goto(`/bots/${bot.key}/permissions`);
    await expect(colleague.getByRole('button', { name: `Actions for ${account.email}` })).toBeVisible();
    await page.goto(`/bots/${bot.key}/permissions`);
    await expect(page.getByText(`The bot belongs to ${deputy.email}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Leave the bot…' }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(page.getByText(`You have left ${bot.name}`)).toBeVisible();
    expect((await page.request.get(`/api/bots/${bot.key}`)).status()).toBe(404);
  });
});
