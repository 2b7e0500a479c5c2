import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { unique } from './fixtures/operator.ts';
import { test as base, expect } from './fixtures/test.ts';
import { wizardWords as words } from './fixtures/wizard-words.ts';

/** A bot's own webhook: `/bad…` breaks, `/secret…` wants the token "s3cret", anything else is content. */
async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const secretHeader = request.headers['x-telegram-bot-api-secret-token'];
      const status = request.url?.startsWith('/bad') ? 500 : 200;
      response
        .writeHead(request.url?.startsWith('/secret') && secretHeader !== 's3cret' ? 401 : status)
        .end('as the bot says');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

// The fixture is of a test: tests with other fixtures of workers get a worker, and so a server, of their own.
const test = base.extend<{ receiver: { url: string } }>({
  receiver: async ({ browserName: _ }, use) => {
    const receiver = await startReceiver();
    await use(receiver);
    receiver.close();
  },
});

/** Opens the wizard and goes to the settings of one way in. */
async function begin(page: Page, name: string, way: keyof typeof words.ways) {
  await page.goto(`/add-bot?lang=ru`);
  await page.getByLabel(words.name).fill(name);
  await page.getByRole('button', { name: words.next }).click();
  await page.getByRole('radio', { name: words.ways[way] }).check();
  await page.getByRole('button', { name: words.next }).click();
}

// Answers of its fields to wrong values, its keyboard and its memory: add-bot-page.dom.test.ts. By API: bots.spec.ts.
test('the wizard connects a bot by token, behind its webhook and by polling, and a bot by hand', async ({
  own: page,
  server,
  telegram,
  receiver,
  watch,
}) => {
  watch.allows(/^POST \/api\/bots(\/check-token)? (400|409)$/);
  await test.step('by token: the webhook is tested and taken over', async () => {
    const name = `hook_${unique()}_bot`;
    const bot = telegram.addBot({ username: name, first_name: 'Shop' });
    const other = telegram.addBot({ username: `other_${unique()}_bot` });
    const address = `${receiver.url}/secret/${name}`;
    const telegramSays = async (method: string, params: object) =>
      (
        await fetch(`${telegram.url}/bot${bot.token}/${method}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(params),
        })
      ).json() as Promise<{ result: { url: string } }>;
    await telegramSays('setWebhook', { url: address, secret_token: 's3cret' });

    await begin(page, name, 'auto');
    const field = page.getByLabel(words.token, { exact: true });
    await field.fill(other.token);
    await expect(field).toHaveAccessibleDescription(words.wrongTelegram);
    await field.fill(bot.token);
    await expect(page.getByText(`@${name}`)).toBeVisible();
    await expect(page.getByLabel(words.address)).toHaveValue(address);
    await page.getByRole('button', { name: words.test }).click();
    await expect(page.getByText(words.needsSecret)).toBeVisible();
    await page.getByLabel(words.secret).fill('s3cret');
    await page.getByRole('button', { name: words.test }).click();
    await expect(page.getByText(words.works)).toBeVisible();
    await page.getByRole('button', { name: words.replace }).click();
    await expect(page.getByText(words.created(name))).toBeVisible();
    const set = await telegramSays('getWebhookInfo', {});
    expect(set.result.url).toMatch(new RegExp(`^${server.url}/hook/`));

    await telegram.user({ first_name: 'Anna', bot }).sends('/start');
    await expect(page.getByText(words.arrived)).toBeVisible();
    await expect(page.getByText(words.connected(name))).toBeVisible();

    // The result survives a reload; the button begins with the next bot, and the way back leads to the result.
    await page.reload();
    await expect(page.getByText(words.connected(name))).toBeVisible();
    await page.getByRole('button', { name: words.another }).click();
    await expect(page.getByLabel(words.name)).toHaveValue('');
    await page.goBack();
    await expect(page.getByText(words.connected(name))).toBeVisible();
  });

  await test.step('by token: the first poll turns the light green', async () => {
    const name = `poll_${unique()}_bot`;
    const bot = telegram.addBot({ username: name });
    await begin(page, name, 'auto');
    await page.getByLabel(words.token, { exact: true }).fill(bot.token);
    await expect(page.getByRole('radio', { name: words.polls })).toBeChecked();
    await page.getByRole('button', { name: words.connect, exact: true }).click();
    await expect(page.getByRole('status', { name: words.apiRoot })).toHaveText(server.url);
    await expect(page.getByText(words.waiting)).toBeInViewport();

    await telegram.user({ first_name: 'Anna', bot }).sends('/start');
    await fetch(`${server.url}/bot${bot.token}/getUpdates?timeout=5`);
    await expect(page.getByText(words.arrived)).toBeVisible();
  });

  await test.step('by hand: the address of the bot is checked, and its updates arrive at ours', async () => {
    const name = `hand_${unique()}_bot`;
    await begin(page, name, 'manual');
    const connect = page.getByRole('button', { name: words.connect, exact: true });
    const field = page.getByLabel(words.address);
    await field.fill(`${server.url}/hook/0123456789abc`);
    await connect.click();
    await expect(field).toHaveAccessibleDescription(words.self);
    await field.fill(`${receiver.url}/bad/${name}`);
    await connect.click();
    await expect(page.getByText(words.broken)).toBeVisible();
    await page.getByRole('checkbox', { name: words.despite }).check();
    await connect.click();
    const hook = page.getByRole('status', { name: words.hook });
    await expect(hook).toHaveText(new RegExp(`^${server.url}/hook/[0-9a-f]{13}/`));

    // Exactly as Telegram would deliver.
    const update = {
      update_id: 10,
      message: {
        message_id: 1,
        date: Math.floor(Date.now() / 1000),
        chat: { id: 77, type: 'private', first_name: 'Anna' },
        from: { id: 77, is_bot: false, first_name: 'Anna' },
        text: '/start',
      },
    };
    const headers = { 'content-type': 'application/json' };
    // Its answer comes when the bot has been tried for most of a minute; the update is recorded at once.
    fetch(await hook.innerText(), { method: 'POST', headers, body: JSON.stringify(update) }).catch(() => undefined);
    await expect(page.getByText(words.arrived)).toBeVisible();

    await page.getByRole('button', { name: words.another }).click();
    await begin(page, `second_${unique()}_bot`, 'manual');
    await field.fill(`${receiver.url}/bad/${name}`);
    await connect.click();
    await expect(field).toHaveAccessibleDescription(words.taken);
  });

  await test.step('a sign-out forgets an unfinished bot', async () => {
    const readStorage = (): Promise<string> =>
      page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
    await expect.poll(readStorage).toContain('second_');
    await page.getByRole('button', { name: /^Аккаунт/ }).click();
    await page.getByRole('menuitem', { name: 'Выйти' }).click();
    await page.waitForURL(/\/signin/);
    await expect.poll(readStorage).not.toContain('second_');
  });
});
