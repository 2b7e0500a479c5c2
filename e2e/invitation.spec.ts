import { createAccount, forgetSignIn, inviteByLink, signIn } from './fixtures/operator.ts';
import { expect, test } from './fixtures/test.ts';

const text = {
  title: 'Вас пригласили',
  by: 'приглашает вас к боту',
  as: 'Вы вошли как',
  accept: 'Принять приглашение',
  decline: 'Не сейчас',
  done: 'Теперь у вас есть доступ',
  used: 'Это приглашение уже использовано',
} as const;

test('opening an invitation grants nothing, accepting it does, once', async ({
  page,
  browser,
  server,
  account,
  bot,
}) => {
  const link = `${await inviteByLink(browser, server, account, bot)}&lang=ru`;
  const colleague = await createAccount(server);
  await signIn(page.context(), server, colleague);
  const loadBotKeys = async () => {
    const init = await (await page.request.get('/api/site/init')).json();
    return Object.keys((init as { data: { bots: object } }).data.bots);
  };

  await page.goto(link);
  await expect(page).toHaveURL(/\/invitation/);
  await expect(page.getByRole('heading', { level: 1, name: text.title })).toBeVisible();
  await expect(page.getByText(`${text.as} ${colleague.email}`)).toBeVisible();
  await expect(page.getByText(text.by)).toContainText(bot.name);
  expect(await loadBotKeys()).not.toContain(bot.key);
  await page.getByRole('button', { name: text.decline }).click();
  await expect(page).not.toHaveURL(/\/invitation/);
  expect(await loadBotKeys()).not.toContain(bot.key);

  await page.goto(link);
  await page.getByRole('button', { name: text.accept }).click();
  await expect(page.getByText(text.done)).toBeVisible();
  expect(await loadBotKeys()).toContain(bot.key);

  await forgetSignIn(page);
  await signIn(page.context(), server, await createAccount(server));
  await page.goto(link);
  await expect(page.getByText(text.used)).toBeVisible();
});
