import type { Bot, Conversion, Report, Target } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf, startWorld, type World } from '../features/connections/test-world.ts';

let world: World;
let key: string;
let apiKey: string;
let order: Target;

const day = new Date().toISOString().slice(0, 10);
const timeAt = (clock: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000 + Date.parse(`1970-01-01T${clock}Z`)).toISOString();

const push = async (path: string, body: unknown) => {
  const response = await fetch(`${world.server.url}${path}`, {
    method: 'POST',
    headers: { 'api-key': apiKey },
    body: JSON.stringify(body),
  });
  return [response.status, await response.json()] as const;
};
const says = (id: number, date: string, text: string) => {
  const from = { id: 101, is_bot: false, first_name: '=1+1', username: 'ann' };
  const seconds = Math.floor(Date.parse(date) / 1_000);
  return {
    date,
    update: {
      update_id: id,
      message: { message_id: id, date: seconds, from, chat: { id: 101, type: 'private' }, text },
    },
  };
};
const listConversions = async (query = '') =>
  dataOf<{ total: number; conversions: Conversion[]; labels: Record<string, string> }>(
    await world.owner.get(`/api/bots/${key}/conversions?period=7d${query}`),
  );

beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api' });
  const creation = dataOf<{ bot: Bot; api_key: string }>(
    await world.owner.post('/api/bots', { bot_name: 'shop_bot', connection_type: 'api' }),
  );
  key = creation.bot.key;
  apiKey = creation.api_key;
  await push('/v1/send-batch-update', [
    says(1, timeAt('10:00:00.000'), '/start ads'),
    says(2, timeAt('11:00:00.000'), '/buy'),
    says(3, timeAt('12:00:00.000'), '/start site'),
  ]);
  const draft = {
    name: 'Order',
    trigger: { kind: 'command', name: '/buy' },
    value: { kind: 'fixed', amount: 500, currency: 'EUR' },
  };
  order = dataOf<Target>(await world.owner.post(`/api/bots/${key}/targets`, draft));
});
afterAll(() => world.close());

describe('conversions of the whole product', () => {
  it('come by API, and are counted once', async () => {
    const sale = { target_id: 1, user_id: '101', date: timeAt('13:00:00.000'), value: 12.5, unit: 'eur' };
    expect(await push('/v1/send-target', sale)).toEqual([200, { ok: true }]);
    expect(
      await push('/api/send-target', [
        sale,
        { target_id: order.target_id, user_id: 999, date: timeAt('13:00:00.000') },
      ]),
    ).toEqual([200, { ok: true }]);
    expect(await push('/v1/send-target', { target_id: 10_000, user_id: 101 })).toEqual([
      400,
      {
        ok: false,
        error_code: 400,
        description: 'Bad Request: There is no target 10000',
        error: { target_id: ['There is no target 10000'] },
      },
    ]);
    const { total, conversions, labels } = await listConversions();
    expect(total).toBe(2);
    const ann = { user_id: 101, first_name: '=1+1', username: 'ann' };
    expect(conversions).toEqual([
      { at: timeAt('13:00:00.000'), target_id: 1, ...ann, amount: 1_250, currency: 'EUR', source: 'ads' },
      { at: timeAt('11:00:00.000'), target_id: order.target_id, ...ann, amount: 500, currency: 'EUR', source: 'ads' },
    ]);
    expect(labels).toMatchObject({ 1: 'Sale', [order.target_id]: 'Order' });
  });

  it('are listed by model, target, filter and page', async () => {
    const sources = async (query: string) => (await listConversions(query)).conversions.map(({ source }) => source);
    expect(await sources('&model=last')).toEqual(['site', 'ads']);
    expect(await sources(`&target_id=${order.target_id}`)).toEqual(['ads']);
    expect(await sources('&offset=1&limit=5')).toEqual(['ads']);
    expect(await listConversions('&limit=0')).toMatchObject({ total: 2, conversions: [] });
    expect(await listConversions('&filter=source:nothing')).toMatchObject({ total: 0, conversions: [] });
    const fetchError = async (query: string) => errorOf(await world.owner.get(`/api/bots/${key}/conversions?${query}`));
    expect(await fetchError('filter=nonsense')).toBe('InvalidFilter filter');
    expect(await fetchError('model=best')).toBe('InvalidModel model');
    expect(await fetchError('period=ever')).toBe('InvalidPeriod period');
    expect(await fetchError('target_id=77')).toBe('NotFound target_id');
    expect(await fetchError('offset=-1')).toBe('InvalidField offset');
  });

  it('are a file that no spreadsheet runs', async () => {
    const cookie = [...world.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${world.server.url}/api/bots/${key}/conversions.csv?period=7d&target_id=1`, {
      headers: { cookie },
    });
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('content-disposition'),
    ]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="conversions.csv"']);
    expect(await response.text()).toBe(
      `time,target_id,target,user_id,first_name,username,amount,currency,source\r\n${timeAt('13:00:00.000')},1,Sale,101,'=1+1,ann,12.5,EUR,ads\r\n`,
    );
  });

  it('make reports, with the names of the targets', async () => {
    const report = dataOf<Report>(await world.owner.get(`/api/reports/${key}/conversion_summary?period=7d`));
    expect(report.table?.rows).toEqual([
      { name: '1', values: [1, 1, 100, 1_250] },
      { name: String(order.target_id), values: [1, 1, 100, 500] },
      { name: '2', values: [0, 0, 0, 0] },
    ]);
    expect(report.labels).toMatchObject({ [order.target_id]: 'Order' });
  });

  it('are nobody else’s', async () => {
    for (const path of ['targets', 'conversions', 'conversions.csv']) {
      expect(errorOf(await world.stranger.get(`/api/bots/${key}/${path}`))).toBe('NotFound');
      expect(errorOf(await world.server.visitor().get(`/api/bots/${key}/${path}`))).toBe('NotSignedIn');
    }
    const draft = { trigger: { kind: 'api' }, value: { kind: 'none' } };
    expect(errorOf(await world.stranger.post(`/api/bots/${key}/target-test`, draft))).toBe('NotFound');
    expect(errorOf(await world.stranger.delete(`/api/bots/${key}/targets/${order.target_id}`))).toBe('NotFound');
  });
});

describe('targets of the whole product', () => {
  it('are listed, tried, changed, removed and restored', async () => {
    const { owner } = world;
    const path = `/api/bots/${key}/targets`;
    const names = async () => dataOf<Target[]>(await owner.get(path)).map(({ name }) => name);
    expect(await names()).toEqual(['Sale', 'Telegram purchases', 'Order']);
    const starts = { trigger: { kind: 'start', payload: 'ads' }, value: { kind: 'none' } };
    expect(dataOf(await owner.post(`/api/bots/${key}/target-test`, starts))).toMatchObject({
      count: 1,
      users: 1,
      examples: [{ text: '/start ads', user_id: 101 }],
    });
    const one = `${path}/${order.target_id}`;
    expect(dataOf(await owner.post(one, { ...starts, name: ' Launch ' }))).toMatchObject({ name: 'Launch', count: 1 });
    expect(dataOf(await owner.delete(one))).toEqual({ removed: true });
    expect(await names()).toEqual(['Sale', 'Telegram purchases']);
    expect(errorOf(await owner.delete(one))).toBe('NotFound target_id');
    expect(dataOf(await owner.post(`${one}/restore`))).toMatchObject({ name: 'Launch' });
    expect(errorOf(await owner.delete(`${path}/1`))).toBe('TargetBuiltIn target_id');
    const wicked = { name: 'x', trigger: { kind: 'text', text: '(', match: 'pattern' }, value: { kind: 'none' } };
    expect(errorOf(await owner.post(path, wicked))).toBe('InvalidPattern trigger.text');
    expect(errorOf(await owner.post(path, { ...wicked, name: '' }))).toMatch(/name$/);
    expect(errorOf(await owner.post(path, { ...wicked, trigger: { kind: 'wish' } }))).toBe('InvalidField trigger.kind');
  });
});
