import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { unique } from './fixtures/operator.ts';
import { test as base, expect } from './fixtures/test.ts';
import { frameworks, wizardWords } from './fixtures/wizard-words.ts';

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

const test = base.extend<object, { receiver: { url: string } }>({
  receiver: [
    async ({ browserName: _ }, use) => {
      const receiver = await startReceiver();
      await use(receiver);
      receiver.close();
    },
    { scope: 'worker' },
  ],
});

type Words = (typeof wizardWords)[keyof typeof wizardWords];

/** Opens the wizard and goes to the settings of one way in. */
async function begin(page: Page, words: Words, lang: string, name: string, way: keyof Words['ways']) {
  await page.goto(`/add-bot?lang=${lang}`);
  await page.getByLabel(words.name).fill(name);
  await page.getByRole('button', { name: words.next }).click();
  await page.getByRole('radio', { name: words.ways[way] }).check();
  await page.getByRole('button', { name: way === 'api' ? words.create : words.next }).click();
}

/** Leaves the wizard by the menu: it begins from the start the next time. */
async function leave(page: Page) {
  await page.getByRole('complementary').locator('a[href^="/bots"]').first().click();
  // The address changes first; what the wizard keeps goes when the next page has taken its place.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^(Bots|Боты)$/);
}

/** Reads what the tab keeps over a reload. */
const readStorage = (page: Page): Promise<string> =>
  page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');

/** Every framework of the list shows `requiredText` in its lines. */
async function eachFrameworkShows(page: Page, words: Words, requiredText: string) {
  for (const framework of frameworks) {
    await page.getByLabel(words.framework).selectOption(framework);
    await expect(page.getByRole('region', { name: words.codeFor(framework) })).toContainText(requiredText);
  }
}

// Fifteen frameworks to look at, one after another.
test.describe.configure({ timeout: 300_000 });

const rejections = /^(POST|GET) \/api\/bots\/?(check-token|test-webhook)? (400|409)$/;

const lang = 'ru';
const words = wizardWords[lang];

test('the wizard by token: every wrong token, the webhook tested and taken over, polling in every framework', async ({
  own: page,
  server,
  telegram,
  receiver,
  watch,
}) => {
  await test.step('every wrong token is explained; the webhook is tested and taken over', async () => {
    watch.allows(rejections);
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

    await begin(page, words, lang, name, 'auto');
    const field = page.getByLabel(words.token, { exact: true });
    // Connecting before the token was looked at looks at it first.
    for (const [token, text, button] of [
      ['123456', words.invalidToken, words.connect],
      [`1234567:${'A'.repeat(35)}`, words.wrongToken, words.check],
      [other.token, words.wrongTelegram, words.check],
    ] as const) {
      await field.fill(token);
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(field).toHaveAccessibleDescription(text);
    }
    await field.fill(bot.token);
    await expect(page.getByText(`@${name}`)).toBeVisible();
    await expect(page.getByLabel(words.address)).toHaveValue(address);

    await page.getByRole('button', { name: words.test }).click();
    await expect(page.getByText(words.needsSecret)).toBeVisible();
    await expect(page.getByText('as the bot says')).toBeVisible();
    await page.getByLabel(words.secret).fill('s3cret');
    await page.getByRole('button', { name: words.test }).click();
    await expect(page.getByText(words.works)).toBeVisible();

    for (const secret of [bot.token, 's3cret']) expect(await readStorage(page)).not.toContain(secret);
    // One button says what it does to the webhook that is set.
    await expect(page.getByRole('button', { name: words.connect, exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: words.replace }).click();
    await expect(page.getByText(words.created(name))).toBeVisible();
    const set = await telegramSays('getWebhookInfo', {});
    expect(set.result.url).toMatch(new RegExp(`^${server.url}/hook/`));
    for (const secret of [bot.token, 's3cret']) expect(await readStorage(page)).not.toContain(secret);

    await telegram.person({ first_name: 'Anna', bot }).sends('/start');
    await expect(page.getByText(words.arrived)).toBeVisible();
    await expect(page.getByText(words.connected(name))).toBeVisible();

    // The result survives a reload; the menu's link and the button begin with the next bot.
    await page.reload();
    await expect(page.getByText(words.connected(name))).toBeVisible();
    await page.getByRole('button', { name: words.another }).click();
    await expect(page.getByLabel(words.name)).toHaveValue('');
    await page.goBack();
    await expect(page.getByText(words.connected(name))).toBeVisible();
  });

  await test.step('polling has a line for every framework; the first poll turns the light green', async () => {
    await leave(page);
    const name = `poll_${unique()}_bot`;
    const bot = telegram.addBot({ username: name });
    await begin(page, words, lang, name, 'auto');
    await page.getByLabel(words.token, { exact: true }).fill(bot.token);
    await expect(page.getByRole('radio', { name: words.polls })).toBeChecked();
    await page.getByRole('button', { name: words.connect, exact: true }).click();
    await expect(page.getByRole('status', { name: words.apiRoot })).toHaveText(server.url);
    await expect(page.getByText(words.waiting)).toBeInViewport();
    await eachFrameworkShows(page, words, server.url);
    await page.reload();
    await expect(page.getByRole('status', { name: words.apiRoot })).toHaveText(server.url);

    await telegram.person({ first_name: 'Anna', bot }).sends('/start');
    await fetch(`${server.url}/bot${bot.token}/getUpdates?timeout=5`);
    await expect(page.getByText(words.arrived)).toBeVisible();
  });
});

test('the wizard by API and by hand has lines for every framework, and checks the address of the bot', async ({
  own: page,
  server,
  receiver,
  watch,
}) => {
  await test.step('a bot is connected by API', async () => {
    await begin(page, words, lang, `push_${unique()}_bot`, 'api');
    await expect(page.getByRole('status', { name: words.key })).toHaveText(/^[0-9a-f]{13}:[0-9a-f]{64}$/);
    await eachFrameworkShows(page, words, 'BOTSCOPE_API_KEY');
    await expect(page.getByRole('region', { name: words.codeFor('curl') })).toContainText(server.url);
  });

  await test.step('a bot is connected by hand, and its address is checked', async () => {
    watch.allows(rejections);
    await leave(page);
    const name = `hand_${unique()}_bot`;
    await begin(page, words, lang, name, 'manual');
    const connect = page.getByRole('button', { name: words.connect, exact: true });
    const field = page.getByLabel(words.address);
    await connect.click();
    await expect(field).toHaveAccessibleDescription(words.empty);
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
    const hookUrl = await hook.innerText();
    await eachFrameworkShows(page, words, hookUrl);

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
    fetch(hookUrl, { method: 'POST', headers, body: JSON.stringify(update) }).catch(() => undefined);
    await expect(page.getByText(words.arrived)).toBeVisible();

    await page.getByRole('button', { name: words.another }).click();
    await begin(page, words, lang, `second_${unique()}_bot`, 'manual');
    await field.fill(`${receiver.url}/bad/${name}`);
    await connect.click();
    await expect(field).toHaveAccessibleDescription(words.taken);
  });
});

test('the wizard works by keyboard alone; a reload keeps what was chosen but no secret', async ({
  own: page,
  receiver,
}) => {
  await test.step('the keyboard leads from the name to the key', async () => {
    const words = wizardWords.en;
    await page.goto('/add-bot');
    await expect(page.getByLabel(words.name)).toBeFocused();
    await page.keyboard.type(`keys_${unique()}_bot`);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('radio', { name: words.ways.auto })).toBeFocused();
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByLabel(words.token, { exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Back' }).press('Enter');
    await expect(page.getByRole('radio', { name: words.ways.auto })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('radio', { name: words.ways.api })).toBeChecked();
    await page.getByRole('button', { name: words.create }).press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: words.key })).toBeFocused();
  });

  await test.step('reload, leaving, sign-out', async () => {
    await leave(page);
    const words = wizardWords.en;
    await begin(page, words, 'en', `kept_${unique()}_bot`, 'manual');
    await page.getByLabel('Where is the bot hosted?').selectOption('Salebot');
    await page.getByLabel(words.address).fill(`${receiver.url}/hook`);
    await page.getByLabel(words.secret).fill('s3cret');
    await page.reload();
    await expect(page.getByLabel('Where is the bot hosted?')).toHaveValue('Salebot');
    await expect(page.getByLabel(words.address)).toHaveValue(`${receiver.url}/hook`);
    await expect(page.getByLabel(words.secret)).toHaveValue('');
    await page.getByRole('link', { name: 'Bots', exact: true }).first().click();
    await page.waitForURL(/\/bots/);
    await expect.poll(() => readStorage(page)).not.toContain('Salebot');
    await page.goto('/add-bot');
    await expect(page.getByLabel(words.name)).toHaveValue('');
    await page.getByLabel(words.name).fill(`gone_${unique()}_bot`);
    await page.getByRole('button', { name: words.next }).click();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL(/\/signin/);
    await expect.poll(() => readStorage(page)).not.toContain('gone_');
  });
});
