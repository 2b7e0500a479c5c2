import { api, permissionKeys, type StartRules } from '@botscope/contract';
import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { address, expectError, type Site, startSite } from '../../../app/site.fixture.ts';
import { refuse } from '../../../platform/api/fake-server.fixture.ts';
import { buildAccount, buildBot } from '../../../platform/session/session.fixture.ts';

const pairs: StartRules = {
  type: 'all',
  params: [],
  paramSeparator: '_',
  valueSeparator: '-',
  sourceParam: 'source',
};
const bot = buildBot();

function startBuilder(rules = pairs): Site {
  const site = startSite({ user: buildAccount(), bots: { [bot.key]: bot } });
  site.answer(api.utmBuilder, () => ({ username: bot.bot_name, rules, templates: [], history: [] }));
  site.answer(api.filterValues, () => ({ values: [], parameters: [] }));
  return site;
}

const region = (name: string) => screen.getByRole('region', { name });
const linkAddress = async (name = 'Link address') => (await screen.findByRole('status', { name })).textContent;
const fillValue = async (site: Site, name: string, text: string): Promise<HTMLElement> => {
  const field = await screen.findByRole('combobox', { name });
  await site.user.clear(field);
  await site.user.paste(text);
  return field;
};

test('parts become a link by the rules of the bot, which the address holds', async () => {
  const site = startBuilder();
  await site.open('/utm-builder');
  const copy = () => screen.getByRole('button', { name: 'Copy link' });
  await fillValue(site, 'Value of source', 'news1');
  const medium = await fillValue(site, 'Value of medium', 'my_mail');
  await expectError(medium, /Cannot contain _/);
  expect(copy()).toHaveProperty('disabled', true);
  await fillValue(site, 'Value of medium', 'e-mail');
  expect(await linkAddress()).toBe('https://t.me/shop_bot?start=source-news1_medium-e-mail');
  expect(region('Link').textContent).toContain('26 of 64 characters');
  expect(region('Link').textContent).toContain('Source in reports: news1');
  expect(copy()).toHaveProperty('disabled', false);
  await expect.poll(() => decodeURIComponent(address())).toContain('parts=source:news1,medium:e-mail');
  await site.open(address());
  expect(await linkAddress()).toBe('https://t.me/shop_bot?start=source-news1_medium-e-mail');
});

test('a value that Telegram refuses is explained; a Mini App takes a longer one', async () => {
  const site = startBuilder();
  await site.open('/utm-builder');
  const source = await fillValue(site, 'Value of source', 'новости 1');
  await expectError(source, /Telegram allows only a–z.* н о в с т и space/);
  await fillValue(site, 'Value of source', 'x'.repeat(58));
  await expect
    .poll(() => within(region('Link')).queryByRole('alert')?.textContent)
    .toBe('1 character too long: Telegram would drop it');
  await site.user.click(screen.getByRole('radio', { name: 'Mini App' }));
  await site.fill('Short name of the Mini App', 'shop');
  expect(await linkAddress()).toBe(`https://t.me/shop_bot/shop?startapp=source-${'x'.repeat(58)}`);
  expect(region('Link').textContent).toContain('65 of 512 characters');
});

test('a pasted link is read by the server, and goes on in the builder', async () => {
  const site = startBuilder();
  site.answer(api.readUtmLink, ({ body }) => {
    if (body.link.startsWith('https://example.com')) return refuse('LinkUnreadable');
    const username = body.link.includes('other_bot') ? 'other_bot' : 'shop_bot';
    const params = { source: 'news1', medium: 'email', none: 'spring' };
    const payload = 'source-news1_medium-email_spring';
    return { kind: 'start' as const, username, read: { payload, params, source: 'news1', count: 0 } };
  });
  await site.open('/utm-builder?mode=read');
  const field = await site.fill('Link or payload', 'https://example.com/?start=x');
  await expectError(field, 'This is not a bot link or a launch payload');
  await site.fill('Link or payload', 'tg://resolve?domain=other_bot&start=source-news1_medium-email_spring');
  const result = within(await screen.findByRole('region', { name: 'Result' }));
  await result.findByText(/This link opens @other_bot/);
  await site.fill('Link or payload', 'https://t.me/shop_bot?start=source%2Dnews1_medium-email_spring');
  await expect.poll(() => result.queryByText(/This link opens/)).toBeNull();
  const rows = result.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'ParameterValue',
    expect.stringMatching(/source.*news1/),
    expect.stringMatching(/medium.*email/),
    expect.stringMatching(/none.*spring/),
  ]);
  await site.user.click(result.getByRole('link', { name: 'Edit in the builder' }));
  await expect.poll(() => linkAddress()).toBe('https://t.me/shop_bot?start=source-news1_medium-email_spring');
});

test('without a bot the builder leads to the wizard; in the demo links are made but not kept', async () => {
  const site = startSite({ user: buildAccount() });
  await site.open('/utm-builder');
  await screen.findByRole('heading', { name: 'No bot yet' });
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Add bot' }).getAttribute('href')).toMatch(
    /^\/add-bot/,
  );

  const permissions = permissionKeys.filter((key) => key.startsWith('report.'));
  const demo = buildBot({ is_demo: true, role: null, permissions });
  site.init = { ...site.init, demo };
  site.answer(api.utmBuilder, () => ({ username: 'demo_bot', rules: pairs, templates: [], history: [] }));
  site.answer(api.filterValues, () => ({ values: [], parameters: [] }));
  await site.open('/utm-builder?demo=1');
  await fillValue(site, 'Value of source', 'spring');
  await site.press('Copy link');
  expect(await navigator.clipboard.readText()).toBe('https://t.me/demo_bot?start=source-spring');
  expect(screen.queryByRole('button', { name: 'Save as a template' })).toBeNull();
  expect(site.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
});

test('in Russian a part is added and removed, and a payload of Telegram’s own is known', async () => {
  const site = startBuilder();
  site.answer(api.readUtmLink, ({ body }) => ({
    kind: null,
    username: null,
    read: { payload: body.link, params: {}, source: '', count: 0 },
  }));
  await site.open('/utm-builder?lang=ru');
  const source = await fillValue(site, 'Значение source', 'афиша');
  await expectError(source, /Нельзя: а/);
  await fillValue(site, 'Значение source', 'afisha');
  await site.press('Добавить параметр');
  await fillValue(site, 'Параметр 4', 'city');
  await fillValue(site, 'Значение city', 'kazan');
  expect(await linkAddress('Готовая ссылка')).toBe('https://t.me/shop_bot?start=source-afisha_city-kazan');
  await site.press('Убрать city');
  expect(region('Ссылка').textContent).toContain('13 из 64 символов');
  await site.user.click(screen.getByRole('radio', { name: 'Прочитать ссылку' }));
  await site.fill('Ссылка или параметр запуска', 'bizChat123');
  expect((await screen.findByRole('region', { name: 'Что мы прочитали' })).textContent).toContain('Это ничья ссылка');
});
