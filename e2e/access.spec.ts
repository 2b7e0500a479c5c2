import { createAccount, createBot, forgetSignIn, inviteByLink, signIn } from './fixtures/operator.ts';
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

test('the bot of another account is not reachable by page, address or call, but by an accepted invitation, once', async ({
  own: page,
  server,
  account,
  bot,
  demoServer,
  browser,
}) => {
  await test.step('the pages and calls of another account’s bot', async () => {
    const owner = await createAccount(server);
    const foreignBot = await createBot(server, owner);

    await page.goto(`/bots/${foreignBot.key}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    expect(await page.locator('body').innerText()).not.toContain(foreignBot.name);

    for (const path of [`/?bot=${foreignBot.key}`, `/reports/new_users?bot=${foreignBot.key}`]) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: `Choose a bot: ${bot.name}` })).toBeVisible();
      expect(await page.content()).not.toContain(foreignBot.name);
    }

    const calls = [
      page.request.get(`/api/bots/${foreignBot.key}`),
      page.request.get(`/api/bots/${foreignBot.key}/errors`),
      page.request.get(`/api/bots/${foreignBot.key}/live`),
      page.request.get(`/api/reports/${foreignBot.key}/new_users`),
      page.request.post(`/api/bots/${foreignBot.key}/rename`, { data: { bot_name: 'stolen_bot' } }),
      page.request.post(`/api/bots/${foreignBot.key}/rotate-api-key`),
      page.request.delete(`/api/bots/${foreignBot.key}`, { data: { bot_name: foreignBot.name } }),
    ];
    for (const answer of await Promise.all(calls)) {
      expect(`${answer.status()} ${answer.url()}`).toContain('404 ');
      expect(await answer.text()).not.toContain(foreignBot.name);
    }
    const list = await (await page.request.get('/api/bots')).text();
    expect(list).toContain(bot.key);
    expect(list).not.toContain(foreignBot.key);
  });

  await test.step('a visitor sees the demo and cannot change it', async () => {
    const visitor = await browser.newContext({ baseURL: demoServer.url });
    const demoKey = 'de300000b0700';
    expect((await visitor.request.get(`/api/reports/${demoKey}/new_users`)).status()).toBe(200);
    expect((await visitor.request.get(`/api/reports/${bot.key}/new_users`)).status()).toBe(401);
    await visitor.close();
    for (const [path, data] of [
      ['rename', { bot_name: 'stolen_bot' }],
      ['rotate-api-key', {}],
    ] as const) {
      const answer = await page.request.post(`/api/bots/${demoKey}/${path}`, { data });
      expect([403, 404]).toContain(answer.status());
    }
    await page.goto(`/bots/${demoKey}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  });

  await test.step('a call from another site is refused', async () => {
    const answer = await page.request.post(`/api/bots/${bot.key}/rotate-api-key`, {
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status()).toBe(403);
  });

  await test.step('opening an invitation grants nothing, accepting it does, once', async () => {
    const link = `${await inviteByLink(browser, server, account, bot)}&lang=ru`;
    const colleague = await createAccount(server);
    await forgetSignIn(page);
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
});
