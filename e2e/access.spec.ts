import { createAccount, createBot } from './fixtures/operator.ts';
import { expect, test } from './fixtures/test.ts';

test('the bot of another account is not reachable: no page, no address, no call', async ({
  own: page,
  server,
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
});
