import { api, type Bot, type Connection, type InputOf } from '@botscope/contract';
import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { address, expectError, expectFocus, findDialog, type Site, startSite } from '../../../../app/site.fixture.ts';
import { refuse } from '../../../../platform/api/fake-server.fixture.ts';
import { buildAccount, buildBot } from '../../../../platform/session/session.fixture.ts';
import { samplesFor } from '../../samples/samples.ts';

const token = `7654321:${'A'.repeat(35)}`;
const apiKey = `0123456789abc:${'0'.repeat(64)}`;
const ownAddress = 'https://shop.example/telegram';
const frameworks = samplesFor('root', { origin: '', apiRoot: '', hookUrl: '' }).map(({ framework }) => framework);

type NewBotBody = InputOf<NonNullable<typeof api.addBot.body>>;

const connect = (bot: Bot, { webhook = '', platform = '' }: NewBotBody): Connection => ({
  connection_type: bot.connection_type,
  delivery_method: bot.delivery_method,
  delivery_method_send: bot.delivery_method_send,
  region: 'global',
  platform,
  has_token: bot.has_token,
  api_root: 'https://botscope.example',
  hook_url: 'https://botscope.example/hook/0123456789abc/secret',
  webhook,
  has_secret_token: false,
  former_webhook: null,
  allowed_updates: null,
  riskOk: false,
  queued: 0,
  hook_reachable: true,
});

/** A dashboard whose server creates every bot that is asked for; `created` has what was sent for each. */
function startWizard(locale: 'en' | 'ru'): Site & { created: NewBotBody[] } {
  const site = startSite({ user: buildAccount({ locale }) });
  const created: NewBotBody[] = [];
  site.answer(api.checkBotName, ({ query }) => query);
  site.answer(api.addBot, ({ body }) => {
    created.push(body);
    const { bot_name, connection_type, delivery_method = 'api', delivery_method_send = 'off' } = body;
    const ways = { connection_type, delivery_method, delivery_method_send, has_token: body.token !== undefined };
    const bot = buildBot({ bot_name, username: bot_name, status: false, first_update_at: null, ...ways });
    site.init = { ...site.init, bots: { [bot.key]: bot } };
    site.answer(api.getConnection, () => connect(bot, body));
    return { bot, api_key: apiKey };
  });
  return Object.assign(site, { created });
}

/** Goes to the settings of one way in. */
async function begin(site: Site, words: { name: string; next: string; way: string | RegExp }): Promise<void> {
  await site.fill(words.name, 'shop_bot');
  await site.press(words.next);
  await site.user.click(await screen.findByRole('radio', { name: words.way }));
  await site.press(words.next);
}
const russian = { name: 'Имя бота', next: 'Далее' };
const english = { name: 'Bot name', next: 'Next' };

/** Every framework of the list shows `requiredText` in its lines. */
async function eachFrameworkShows(site: Site, label: string, region: (name: string) => string, requiredText: string) {
  expect(frameworks.length).toBeGreaterThan(12);
  for (const framework of frameworks) {
    await site.user.selectOptions(await screen.findByLabelText(label), framework);
    const lines = await screen.findByRole('region', { name: region(framework) });
    expect(lines.textContent, framework).toContain(requiredText);
  }
}

test('every wrong token is explained, also when nobody has pressed "Check"', async () => {
  const site = startWizard('ru');
  const rejections = { short: 'InvalidToken', unknown: 'WrongToken', other: 'WrongTelegram' } as const;
  let rejection: keyof typeof rejections = 'short';
  site.answer(api.checkToken, () => refuse(rejections[rejection], 'token'));
  await site.open('/add-bot?lang=ru');
  await begin(site, { ...russian, way: 'По токену' });
  const field = await screen.findByLabelText('Токен бота');
  await expectFocus(field);
  for (const [next, text, button] of [
    ['short', /Это не токен бота/, 'Подключить'],
    ['unknown', /Telegram не знает такого токена/, 'Проверить'],
    ['other', /Этот токен от другого бота/, 'Проверить'],
  ] as const) {
    rejection = next;
    await site.fill('Токен бота', '123456');
    await site.press(button);
    await expectError(field, text);
  }
  expect(site.created).toEqual([]);
});

test('a webhook that is set is tested with its secret, and replaced by a button that says so', async () => {
  const site = startWizard('ru');
  site.answer(api.checkToken, ({ body }) => {
    expect(body).toEqual({ token, bot_name: 'shop_bot' });
    return { id: 7, username: 'shop_bot', first_name: 'Shop', webhook: ownAddress, pending_update_count: 0 };
  });
  site.answer(api.testWebhook, ({ body }) => {
    expect(body.webhook).toBe(ownAddress);
    const isAllowed = body.secret_token === 's3cret';
    return { ok: isAllowed, status: isAllowed ? 200 : 401, body: 'as the bot says', ms: 12, failure: null };
  });
  await site.open('/add-bot?lang=ru');
  await begin(site, { ...russian, way: 'По токену' });
  await site.fill('Токен бота', token);
  await screen.findByText(/@shop_bot/);
  expect(screen.getByLabelText('Адрес вебхука вашего бота')).toHaveProperty('value', ownAddress);
  await site.press('Проверить вебхук');
  await screen.findByText(/ответил 401 за \d+ мс.*секретный токен не указан или неверен/);
  expect(screen.getByText('as the bot says')).toBeTruthy();
  await site.fill(/^Секретный токен вашего вебхука/, 's3cret');
  await site.press('Проверить вебхук');
  await screen.findByText(/Работает: 200 за \d+ мс/);
  const stored = () => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]);
  for (const secret of [token, 's3cret']) expect(stored()).not.toContain(secret);
  expect(screen.queryByRole('button', { name: 'Подключить' })).toBeNull();
  await site.press('Заменить вебхук и подключить');
  await screen.findByText('Бот shop_bot создан');
  expect(site.created).toMatchObject([{ token, over_platform: true, webhook: ownAddress, secret_token: 's3cret' }]);
  for (const secret of [token, 's3cret']) expect(stored()).not.toContain(secret);

  // The result survives a reload; the button begins with the next bot.
  await site.open(address());
  await screen.findByText('Бот shop_bot создан');
  await site.press('Добавить ещё бота');
  expect(await screen.findByLabelText('Имя бота')).toHaveProperty('value', '');
});

test('a bot that polls has lines for every framework', async () => {
  const site = startWizard('ru');
  const tokenCheck = { id: 7, username: 'shop_bot', first_name: 'Shop', webhook: null, pending_update_count: 0 };
  site.answer(api.checkToken, () => tokenCheck);
  await site.open('/add-bot?lang=ru');
  await begin(site, { ...russian, way: 'По токену' });
  await site.fill('Токен бота', token);
  expect(await screen.findByRole('radio', { name: 'Опрашивает сам (getUpdates)' })).toHaveProperty('checked', true);
  await site.press('Подключить');
  expect((await screen.findByRole('status', { name: 'Базовый URL API' })).textContent).toBe('https://botscope.example');
  expect(screen.getByText('Ждём первое обновление')).toBeTruthy();
  await eachFrameworkShows(site, 'Библиотека', (name) => `Код для ${name}`, 'https://botscope.example');
});

test('by API the key is shown once, with lines for every framework', async () => {
  const site = startWizard('ru');
  await site.open('/add-bot?lang=ru');
  await site.fill('Имя бота', 'shop_bot');
  await site.press('Далее');
  await site.user.click(await screen.findByRole('radio', { name: 'API' }));
  await site.press('Создать бота');
  expect((await screen.findByRole('status', { name: 'API-ключ' })).textContent).toBe(apiKey);
  await eachFrameworkShows(site, 'Библиотека', (name) => `Код для ${name}`, 'BOTSCOPE_API_KEY');
  expect(screen.getByRole('region', { name: 'Код для curl' }).textContent).toContain(window.location.origin);
});

test('a reload after the key was shown keeps the step, and offers a new key', async () => {
  const site = startWizard('en');
  const nextKey = `0123456789abc:${'1'.repeat(64)}`;
  site.answer(api.rotateApiKey, () => ({ api_key: nextKey }));
  await site.open('/add-bot');
  await site.fill('Bot name', 'shop_bot');
  await site.press('Next');
  await site.user.click(await screen.findByRole('radio', { name: 'API' }));
  await site.press('Create bot');
  await screen.findByRole('status', { name: 'API key' });
  await site.open('/add-bot');
  await screen.findByText(/^The API key was shown before the page was reloaded/);
  expect(screen.queryByText(apiKey)).toBeNull();
  await site.press('Create a new key');
  await site.user.click((await findDialog()).getByRole('button', { name: 'Create a new key' }));
  await site.press('I’ve saved it');
  expect((await screen.findByRole('status', { name: 'API key' })).textContent).toBe(nextKey);
});

test('by hand the address of the bot is needed and checked; an error of the webhook may be accepted', async () => {
  const site = startWizard('en');
  const createBot = ({
    riskOk = false,
    webhook = '',
  }: {
    riskOk?: boolean | undefined;
    webhook?: string | undefined;
  }) => {
    if (webhook.includes('/hook/')) return refuse('WebhookSelf');
    if (webhook.includes('/taken')) return refuse('WebhookAlreadyOverBot');
    return riskOk ? null : refuse('WebhookTestFailed');
  };
  const bot = buildBot({ connection_type: 'manual', delivery_method: 'webhook', status: false });
  site.answer(api.addBot, ({ body }) => {
    const rejection = createBot(body);
    if (rejection) return rejection;
    site.init = { ...site.init, bots: { [bot.key]: bot } };
    site.answer(api.getConnection, () => connect(bot, body));
    return { bot, api_key: apiKey };
  });
  site.answer(api.testWebhook, () => ({ ok: false, status: 500, body: '', ms: 7, failure: null }));
  await site.open('/add-bot');
  await begin(site, { ...english, way: /^Manually/ });
  const field = await screen.findByLabelText('Your bot’s webhook URL');
  await site.press('Connect');
  await expectError(field, /Enter your bot’s webhook URL/);
  await expectFocus(field);
  for (const [path, text] of [
    ['/hook/0123456789abc', /This is Botscope’s own address/],
    ['/taken', /already uses this address/],
  ] as const) {
    await site.fill('Your bot’s webhook URL', `https://shop.example${path}`);
    await site.press('Connect');
    await expectError(field, text);
  }
  await site.fill('Your bot’s webhook URL', 'https://shop.example/bad');
  await site.press('Connect');
  await screen.findByText(/answered 500 in \d+ ms/);
  await site.user.click(screen.getByRole('checkbox', { name: 'Connect despite errors' }));
  await site.press('Connect');
  const hook = await screen.findByRole('status', { name: 'Webhook URL' });
  await eachFrameworkShows(site, 'Framework', (name) => `Code for ${name}`, hook.textContent ?? '');
});

test('the keyboard alone leads from the name to the key', async () => {
  const site = startWizard('en');
  await site.open('/add-bot');
  await expectFocus(await screen.findByLabelText('Bot name'));
  await site.user.keyboard('shop_bot{Enter}');
  const way = (name: string) => screen.findByRole('radio', { name });
  await expectFocus(await way('By token'));
  await site.user.keyboard('{Tab}{Tab}{Enter}');
  await expectFocus(await screen.findByLabelText('Bot token'));
  (await screen.findByRole('button', { name: 'Back' })).focus();
  await site.user.keyboard('{Enter}');
  await expectFocus(await way('By token'));
  await site.user.keyboard('{ArrowUp}');
  expect(await way('API')).toHaveProperty('checked', true);
  (await screen.findByRole('button', { name: 'Create bot' })).focus();
  await site.user.keyboard('{Enter}');
  await expectFocus(await screen.findByRole('heading', { level: 2, name: 'API key' }));
});

test('a reload keeps what was chosen but no secret; leaving the wizard forgets all of it', async () => {
  const site = startWizard('en');
  await site.open('/add-bot');
  await begin(site, { ...english, way: /^Manually/ });
  await site.user.selectOptions(await screen.findByLabelText('Where is the bot hosted?'), 'Salebot');
  await site.fill('Your bot’s webhook URL', ownAddress);
  await site.fill(/^Secret token of your webhook/, 's3cret');
  await site.open('/add-bot');
  expect(await screen.findByLabelText('Where is the bot hosted?')).toHaveProperty('value', 'Salebot');
  expect(screen.getByLabelText('Your bot’s webhook URL')).toHaveProperty('value', ownAddress);
  expect(screen.getByLabelText(/^Secret token of your webhook/)).toHaveProperty('value', '');
  await site.user.click(screen.getAllByRole('link', { name: 'Bots' })[0]!);
  await expect.poll(address).toMatch(/^\/bots/);
  await expect.poll(() => JSON.stringify({ ...sessionStorage })).not.toContain('Salebot');
  await site.open('/add-bot');
  expect(await screen.findByLabelText('Bot name')).toHaveProperty('value', '');
});
