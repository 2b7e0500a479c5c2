import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../platform/http/app.ts';
import { createHttp } from '../../platform/http/http.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { ownerPermissions } from '../access/access.ts';
import { auditRecorder } from '../audit/audit.ts';
import { type BotRow, type Bots, createBots } from '../bots/bots.ts';
import { createAnnotations, maxAnnotations } from './annotations.ts';
import { registerAnnotations } from './feature.ts';

const logger = pino({ level: 'silent' });

describe.each(testEngines)('annotations on $name', (engine) => {
  const metadata = testMetadata(engine);
  const slice = () => createAnnotations({ metadata: metadata() });
  let bots: Bots;
  let botCount = 0;
  const addBot = async () => {
    botCount += 1;
    return (await bots.add('ann', `shop${botCount}_bot`)).bot.key;
  };
  beforeAll(async () => {
    bots = createBots({ metadata: metadata(), secret: 's'.repeat(32), logger });
    const { db } = metadata();
    await db
      .insertInto('accounts')
      .values([
        { id: 'ann', email: 'ann@example.com', name: 'Ann' },
        { id: 'ben', email: 'ben@example.com', name: '' },
      ])
      .execute();
  });
  afterAll(() => bots.close());

  test('are listed by their days, each bot its own, with the names of their authors', async () => {
    const [bot, other] = [await addBot(), await addBot()];
    const annotations = slice();
    await annotations.add(bot, { day: '2026-03-29', text: 'Clocks change', accountKey: 'ann' });
    await annotations.add(other, { day: '2026-03-01', text: 'Not ours', accountKey: 'ann' });
    await annotations.add(bot, { day: '2024-02-29', text: 'New menu', accountKey: 'ben' });
    const all = await annotations.add(bot, { day: '2026-03-29', text: 'Advertisement', accountKey: 'ben' });
    expect(all.map(({ id: _, ...annotation }) => annotation)).toEqual([
      { day: '2024-02-29', text: 'New menu', author: 'ben@example.com' },
      { day: '2026-03-29', text: 'Clocks change', author: 'Ann' },
      { day: '2026-03-29', text: 'Advertisement', author: 'ben@example.com' },
    ]);
    expect(await annotations.list(bot)).toEqual(all);
  });

  test('one is removed by its own bot only', async () => {
    const [bot, other] = [await addBot(), await addBot()];
    const annotations = slice();
    const [one] = await annotations.add(bot, { day: '2026-03-01', text: 'Sale', accountKey: 'ann' });
    await expect(annotations.remove(other, one!.id)).rejects.toMatchObject({ code: 'NotFound' });
    expect(await annotations.remove(bot, one!.id)).toEqual([]);
    await expect(annotations.remove(bot, one!.id)).rejects.toMatchObject({ code: 'NotFound' });
  });

  test('outlive their author, and not their bot', async () => {
    const bot = await addBot();
    const { db } = metadata();
    await db.insertInto('accounts').values({ id: 'leaver', email: 'leaver@example.com' }).execute();
    await slice().add(bot, { day: '2026-03-01', text: 'Sale', accountKey: 'leaver' });
    await db.deleteFrom('accounts').where('id', '=', 'leaver').execute();
    expect(await slice().list(bot)).toMatchObject([{ text: 'Sale', author: '' }]);
    await db.deleteFrom('bots').where('key', '=', bot).execute();
    expect(await slice().list(bot)).toEqual([]);
  });

  test.each(['2026-02-29', '2026-13-01', '2026-04-31', '0000-01-01', '1969-12-31'])('%s is no day', async (day) => {
    const add = slice().add(await addBot(), { day, text: 'x', accountKey: 'ann' });
    await expect(add).rejects.toMatchObject({ code: 'InvalidField', field: 'day' });
  });

  test(`a bot has at most ${maxAnnotations}`, async () => {
    const bot = await addBot();
    const rows = Array.from({ length: maxAnnotations - 1 }, () => ({ bot_key: bot, day: '2026-03-01', text: 'x' }));
    await metadata().db.insertInto('annotations').values(rows).execute();
    const add = () => slice().add(bot, { day: '2026-03-02', text: 'last', accountKey: 'ann' });
    const inOneMoment = await Promise.allSettled([add(), add()]);
    expect(inOneMoment.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await slice().list(bot)).toHaveLength(maxAnnotations);
    await expect(add()).rejects.toMatchObject({ code: 'TooManyAnnotations' });
  });
});

describe('the calls', () => {
  const metadata = testMetadata();

  test('are written by signed-in users who may edit, in their own name', async () => {
    const bots = createBots({ metadata: metadata(), secret: 's'.repeat(32), logger });
    await metadata().db.insertInto('accounts').values({ id: 'ann', email: 'ann@example.com' }).execute();
    const { bot } = await bots.add('ann', 'shop_bot');
    const permissions: string[] = [];
    const app = await createApp({ logger, https: false });
    const http = createHttp<BotRow>(app, {
      account: async () => ({ key: 'ann' }) as never,
      permit: async (_account, _key, permission) => {
        permissions.push(permission);
        return { bot, permissions: ownerPermissions };
      },
      isOperator: () => false,
      csrfToken: () => 'token',
    });
    registerAnnotations(http, {
      annotations: createAnnotations({ metadata: metadata() }),
      record: auditRecorder(metadata().db),
    });
    const ask = async (method: 'GET' | 'POST' | 'DELETE', path = '', payload?: Record<string, unknown>) => {
      const url = `/api/bots/${bot.key}/annotations${path}`;
      const { status, data, errors } = (await app.inject({ method, url, ...(payload && { payload }) })).json();
      return status === 'success' ? data : `${errors[0].code} ${errors[0].field ?? ''}`.trim();
    };

    const [one] = await ask('POST', '', { day: '2026-03-01', text: '  Sale ' });
    expect(one).toMatchObject({ day: '2026-03-01', text: 'Sale', author: 'ann@example.com' });
    expect(await ask('GET')).toEqual([one]);
    expect(await ask('POST', '', { day: '1 March', text: 'x' })).toBe('InvalidField day');
    expect(await ask('POST', '', { day: '2026-02-30', text: 'x' })).toBe('InvalidField day');
    expect(await ask('POST', '', { day: '2026-03-01', text: '   ' })).toBe('InvalidField text');
    expect(await ask('DELETE', '/one')).toBe('NotFound');
    expect(await ask('DELETE', `/${one.id}`)).toEqual([]);
    expect(await ask('DELETE', `/${one.id}`)).toBe('NotFound');
    expect(permissions.slice(0, 3)).toEqual(['settings.edit', 'report.view', 'settings.edit']);
    expect(permissions.at(-1)).toBe('settings.edit');
    await app.close();
    await bots.close();
  });
});
