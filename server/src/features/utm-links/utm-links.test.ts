import type { LinkParts, StartRules } from '@botscope/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../platform/http/app.ts';
import { createHttp } from '../../platform/http/http.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { ownerPermissions } from '../access/access.ts';
import { auditRecorder } from '../audit/audit.ts';
import { type BotRow, type Bots, createBots } from '../bots/bots.ts';
import { registerUtmLinks } from './feature.ts';
import { createUtmLinks, keptLinks, maxTemplates } from './utm-links.ts';

const logger = pino({ level: 'silent' });
const start = Date.parse('2026-03-01T12:00:00Z');
const pairs: StartRules = {
  type: 'all',
  params: [],
  paramSeparator: '_',
  valueSeparator: '-',
  sourceParam: 'source',
};
const linkTo = (source: string, changes: Partial<LinkParts> = {}): LinkParts => ({
  kind: 'start',
  app: '',
  parts: [{ name: 'source', value: source }],
  ...changes,
});

describe.each(testEngines)('links on $name', (engine) => {
  const metadata = testMetadata(engine);
  let bots: Bots;
  let time = start;
  let botCount = 0;
  beforeAll(async () => {
    bots = createBots({ metadata: metadata(), secret: 's'.repeat(32), logger });
    await metadata().db.insertInto('accounts').values({ id: 'ann', email: 'ann@example.com' }).execute();
  });
  afterAll(() => bots.close());
  const slice = () =>
    createUtmLinks({
      metadata: metadata(),
      now: () => {
        time += 1_000;
        return time;
      },
    });
  const addBot = async (rules: StartRules = pairs): Promise<BotRow> => {
    botCount += 1;
    const { bot } = await bots.add('ann', `shop${botCount}_bot`);
    return bots.change(bot.key, { start_rules: JSON.stringify(rules) });
  };
  const urls = async (bot: BotRow) => (await slice().builder(bot)).history.map(({ url }) => url.split('?start=')[1]);

  test('the builder knows the bot, its rules, templates and history', async () => {
    const [bot, other] = [await addBot(), await addBot()];
    const links = slice();
    expect(await links.builder(bot)).toEqual({ username: bot.username, rules: pairs, templates: [], history: [] });
    const keptLink = await links.keep(bot, '', linkTo('news1'));
    expect(keptLink).toEqual({
      id: expect.any(Number),
      name: '',
      link: linkTo('news1'),
      url: `https://t.me/${bot.username}?start=source-news1`,
      created_at: new Date(time).toISOString(),
    });
    const template = await links.keep(bot, 'Newsletter', linkTo('news2'));
    await links.keep(other, '', linkTo('theirs'));
    expect(await links.builder(bot)).toMatchObject({ templates: [template], history: [keptLink] });
  });

  test('a link that is kept again moves to the top', async () => {
    const bot = await addBot();
    for (const source of ['a', 'b', 'c', 'a']) await slice().keep(bot, '', linkTo(source));
    expect(await urls(bot)).toEqual(['source-a', 'source-c', 'source-b']);
  });

  test(`the history keeps the newest ${keptLinks}, templates besides`, async () => {
    const [bot, other] = [await addBot(), await addBot()];
    const rows = Array.from({ length: keptLinks }, (_, index) => ({
      bot_key: bot.key,
      link: JSON.stringify(linkTo(`s${index}`)),
      url: `https://t.me/x?start=source-s${index}`,
      created_at: new Date(start - index * 1_000),
    }));
    const { db } = metadata();
    await db.insertInto('utm_links').values(rows).execute();
    await slice().keep(other, '', linkTo('theirs'));
    await slice().keep(bot, 'Old', linkTo('template'));
    await slice().keep(bot, '', linkTo('newest'));
    const remainingRows = await db
      .selectFrom('utm_links')
      .select('url')
      .where('bot_key', '=', bot.key)
      .where('name', '=', '')
      .execute();
    expect(remainingRows).toHaveLength(keptLinks);
    expect(remainingRows.map(({ url }) => url)).not.toContain(`https://t.me/x?start=source-s${keptLinks - 1}`);
    expect((await urls(bot)).slice(0, 2)).toEqual(['source-newest', 'source-s0']);
    expect(await urls(bot)).toHaveLength(50);
    expect((await slice().builder(bot)).templates).toHaveLength(1);
    expect(await urls(other)).toEqual(['source-theirs']);
  });

  test('one template has one name, and may leave values blank', async () => {
    const bot = await addBot();
    const links = slice();
    await links.keep(bot, 'beta', linkTo('b1'));
    await links.keep(bot, 'Alpha', linkTo('a1'));
    await links.keep(bot, 'beta', linkTo('b2', { kind: 'startapp', app: 'shop' }));
    const blank = { parts: [{ name: 'source', value: '' }] };
    await links.keep(bot, 'blank', linkTo('', blank));
    await links.keep(bot, 'blank', linkTo('', blank));
    const partly = [
      { name: 'source', value: 'ads' },
      { name: 'campaign', value: '' },
    ];
    await links.keep(bot, 'partly', linkTo('', { parts: partly }));
    const { templates } = await links.builder(bot);
    expect(templates.map(({ name, url }) => [name, url.replace(bot.username, 'shop_bot')])).toEqual([
      ['Alpha', 'https://t.me/shop_bot?start=source-a1'],
      ['beta', 'https://t.me/shop_bot/shop?startapp=source-b2'],
      ['blank', ''],
      ['partly', 'https://t.me/shop_bot?start=source-ads'],
    ]);
    expect(templates.at(-1)?.link.parts).toEqual(partly);
  });

  test(`a bot has at most ${maxTemplates} templates; one of them can still change`, async () => {
    const bot = await addBot();
    const rows = Array.from({ length: maxTemplates }, (_, index) => ({
      bot_key: bot.key,
      name: `t${index}`,
      link: JSON.stringify(linkTo('x')),
      url: '',
    }));
    await metadata().db.insertInto('utm_links').values(rows).execute();
    await expect(slice().keep(bot, 'one more', linkTo('x'))).rejects.toMatchObject({ code: 'TooManyTemplates' });
    await slice().keep(bot, 't7', linkTo('changed'));
    expect((await slice().builder(bot)).templates).toHaveLength(maxTemplates);
  });

  test('a link that cannot be read back is not kept, and the error says where', async () => {
    const bot = await addBot();
    const saveResult = async (link: LinkParts, name = '') => {
      const { code, field } = await slice()
        .keep(bot, name, link)
        .then(() => ({ code: 'kept', field: '' }))
        .catch((error: { code: string; field: string }) => error);
      return `${code} ${field}`;
    };
    expect(await saveResult(linkTo('x'.repeat(58)))).toBe('LinkTooLong link.parts');
    expect(await saveResult(linkTo('x'.repeat(58), { kind: 'startapp' }))).toBe('kept ');
    expect(await saveResult(linkTo('x'.repeat(506), { kind: 'startapp' }))).toBe('LinkTooLong link.parts');
    expect(await saveResult(linkTo('my_news'))).toBe('InvalidField link.parts.0.value');
    expect(await saveResult(linkTo('новости'))).toBe('InvalidField link.parts.0.value');
    expect(await saveResult(linkTo(''))).toBe('RequiredFields link.parts.0.value');
    expect(await saveResult(linkTo('', { parts: [] }))).toBe('RequiredFields link.parts');
    expect(await saveResult(linkTo('', { parts: [] }), 'Template')).toBe('RequiredFields link.parts');
    const brokenParts = [
      { name: 'a', value: '' },
      { name: 'b', value: 'x_y' },
    ];
    expect(await saveResult(linkTo('', { parts: brokenParts }), 'Template')).toBe('InvalidField link.parts.1.value');
    expect(await saveResult(linkTo('x', { kind: 'startapp', app: 'my app' }))).toBe('InvalidField link.app');
    const nameless = { ...bot, username: '' };
    await expect(slice().keep(nameless, '', linkTo('x'))).rejects.toMatchObject({ field: 'username' });
  });

  test('a link is removed by its own bot only', async () => {
    const [bot, other] = [await addBot(), await addBot()];
    const { id } = await slice().keep(bot, '', linkTo('a'));
    await expect(slice().remove(other.key, id)).rejects.toMatchObject({ code: 'NotFound' });
    await slice().remove(bot.key, id);
    expect(await urls(bot)).toEqual([]);
    await expect(slice().remove(bot.key, id)).rejects.toMatchObject({ code: 'NotFound' });
  });

  test('is read as the rules of the bot read it', async () => {
    const bot = await addBot();
    const simple = await addBot({ ...pairs, type: 'auto' });
    const pasted = 'https://t.me/other_bot?start=source-news1_medium-email';
    const payload = 'source-news1_medium-email';
    expect(slice().read(bot, pasted)).toEqual({
      kind: 'start',
      username: 'other_bot',
      read: { payload, params: { source: 'news1', medium: 'email' }, source: 'news1', count: 0 },
    });
    expect(slice().read(simple, payload)).toEqual({
      kind: null,
      username: null,
      read: { payload, params: { none: payload }, source: payload, count: 0 },
    });
    expect(slice().read(bot, `t.me/${bot.username}`).read).toEqual({ payload: '', params: {}, source: '', count: 0 });
    expect(() => slice().read(bot, 'https://example.com')).toThrow(
      expect.objectContaining({ code: 'LinkUnreadable', field: 'link' }),
    );
  });
});

describe('the calls', () => {
  const metadata = testMetadata();

  test('looking and changing need their permissions', async () => {
    const bots = createBots({ metadata: metadata(), secret: 's'.repeat(32), logger });
    await metadata().db.insertInto('accounts').values({ id: 'ann', email: 'ann@example.com' }).execute();
    const { bot } = await bots.add('ann', 'shop_bot');
    const permissions: string[] = [];
    const app = await createApp({ logger, https: false });
    const http = createHttp<BotRow>(app, {
      account: async () => null,
      permit: async (_account, _key, permission) => {
        permissions.push(permission);
        return { bot, permissions: ownerPermissions };
      },
      isOperator: () => false,
      csrfToken: () => 'token',
    });
    registerUtmLinks(http, {
      utmLinks: createUtmLinks({ metadata: metadata() }),
      record: auditRecorder(metadata().db),
    });
    const ask = async (method: 'GET' | 'POST' | 'DELETE', path = '', payload?: Record<string, unknown>) => {
      const url = `/api/bots/${bot.key}/utm-links${path}`;
      const { status, data, errors } = (await app.inject({ method, url, ...(payload && { payload }) })).json();
      return status === 'success' ? data : `${errors[0].code} ${errors[0].field ?? ''}`.trim();
    };
    const link = { kind: 'start', app: '', parts: [{ name: 'none', value: 'spring_sale' }] };

    const keptLink = await ask('POST', '', { name: '', link });
    expect(keptLink).toMatchObject({ url: 'https://t.me/shop_bot?start=spring_sale' });
    expect(await ask('GET')).toMatchObject({ username: 'shop_bot', rules: { type: 'auto' }, history: [keptLink] });
    expect(await ask('POST', '/read', { link: ' t.me/shop_bot?start=spring_sale ' })).toMatchObject({
      kind: 'start',
      read: { source: 'spring_sale' },
    });
    expect(await ask('DELETE', `/${keptLink.id}`)).toEqual({ removed: true });
    expect(permissions).toEqual(['settings.edit', 'report.utm_summary', 'report.utm_summary', 'settings.edit']);
    expect(await ask('POST', '/read', { link: 'https://example.com' })).toBe('LinkUnreadable link');
    expect(await ask('POST', '/read', { link: '' })).toBe('RequiredFields link');
    expect(await ask('POST', '', { name: '', link: { ...link, kind: 'startattach' } })).toBe('InvalidField link.kind');
    await app.close();
    await bots.close();
  });
});
