import type { ApiUsers, Bot, CountedField, FieldChange, FieldImport, Report, UserField } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf, startWorld, type World } from '../features/connections/test-world.ts';

let world: World;
let key: string;
let apiKey: string;

const push = async (path: string, body: unknown) => {
  const response = await fetch(`${world.server.url}${path}`, {
    method: 'POST',
    headers: { 'api-key': apiKey },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer = await response.json();
  await world.server.services.store.flush();
  return [response.status, answer] as const;
};
const usersPage = async (query = '', init: RequestInit = {}): Promise<ApiUsers> => {
  const response = await fetch(`${world.server.url}/v1/get-users${query}`, { ...init, headers: { 'api-key': apiKey } });
  const answer = (await response.json()) as { ok: boolean; data: ApiUsers };
  expect([response.status, answer.ok]).toEqual([200, true]);
  return answer.data;
};
let updates = 0;
const from = (id: number, overrides: object = {}) => ({ id, is_bot: false, first_name: `User ${id}`, ...overrides });
const says = (id: number, text: string, overrides: object = {}) => {
  updates += 1;
  const date = Math.floor(Date.now() / 1_000) - 600 + updates;
  const chat = { id, type: 'private' };
  return {
    date: new Date(date * 1_000).toISOString(),
    update: { update_id: updates, message: { message_id: updates, date, from: from(id, overrides), chat, text } },
  };
};
const blocks = (id: number) => {
  updates += 1;
  const date = Math.floor(Date.now() / 1_000) - 600 + updates;
  const member = (status: string) => ({ user: { id: 1, is_bot: true, first_name: 'Bot' }, status });
  const my_chat_member = {
    ...{ chat: { id, type: 'private' }, from: from(id), date },
    ...{ old_chat_member: member('member'), new_chat_member: member('kicked') },
  };
  return { date: new Date(date * 1_000).toISOString(), update: { update_id: updates, my_chat_member } };
};
const fields = async () => dataOf<CountedField[]>(await world.owner.get(`/api/bots/${key}/custom-fields`));
const loadFields = async (user: number) =>
  Object.fromEntries(
    dataOf<UserField[]>(await world.owner.get(`/api/bots/${key}/users/${user}/fields`)).map((field) => [
      field.key,
      field.value,
    ]),
  );
const errorLog = async () =>
  dataOf<{ lines: { reason: string; count: number }[] }>(await world.owner.get(`/api/bots/${key}/errors`))
    .lines.map(({ reason, count }) => [reason, count])
    .sort();
const create = async (draft: object) => world.owner.post(`/api/bots/${key}/custom-fields`, draft);

beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api' });
  const creation = dataOf<{ bot: Bot; api_key: string }>(
    await world.owner.post('/api/bots', { bot_name: 'shop_bot', connection_type: 'api' }),
  );
  key = creation.bot.key;
  apiKey = creation.api_key;
  await push('/v1/send-batch-update', [
    says(101, '/start ads', { username: 'ann', language_code: 'pt-br', is_premium: true, first_name: 'Anna' }),
    says(102, 'hello'),
    says(103, '/start'),
    blocks(103),
    says(101, '/start site', { username: 'ann', language_code: 'pt-br', is_premium: true, first_name: 'Anna' }),
  ]);
});
afterAll(() => world.close());

describe('custom fields of the whole product', () => {
  it('are created by those who may, each key once', async () => {
    const balance = { key: 'balance', name: 'Balance', type: 'number', settings: { min: 0, unit: '€' } };
    expect(dataOf(await create(balance))).toEqual({
      ...balance,
      status: 'enabled',
      created_at: expect.any(String),
    });
    expect(errorOf(await create(balance))).toBe('KeyTaken key');
    expect(errorOf(await create({ ...balance, key: 'a b' }))).toBe('InvalidKey key');
    expect(errorOf(await create({ ...balance, key: '' }))).toBe('RequiredFields key');
    expect(errorOf(await create({ ...balance, key: 'x', settings: '[1]' }))).toBe('InvalidJson settings');
    expect(errorOf(await create({ ...balance, key: 'x', settings: '{"min":' }))).toBe('InvalidJson settings');
    expect(errorOf(await create({ ...balance, key: 'x', settings: { least: 1 } }))).toBe('InvalidField settings.least');
    expect(errorOf(await create({ ...balance, key: 'x', settings: { min: 2, max: 1 } }))).toBe(
      'InvalidField settings.max',
    );
    expect(errorOf(await create({ key: 'x', name: 'X', type: 'choice' }))).toBe('RequiredFields settings.options');
    expect(errorOf(await create({ key: 'x', type: 'text' }))).toBe('RequiredFields name');
    expect(errorOf(await world.stranger.get(`/api/bots/${key}/custom-fields`))).toMatch(/^NotFound/);
    for (const type of ['text', 'boolean', 'date', 'list', 'link']) await create({ key: type, name: type, type });
    await create({
      ...{ key: 'plan', name: 'Plan', type: 'choice' },
      settings: '{"options":[{"value":"free","label":"Free"},{"value":"pro"}]}',
    });
    const renamed = await world.owner.post(`/api/bots/${key}/custom-fields/plan`, { name: 'Plan of today' });
    expect(dataOf(renamed)).toMatchObject({ key: 'plan', name: 'Plan of today', settings: { options: [{}, {}] } });
    expect((await fields()).map((field) => field.key)).toEqual([
      ...['balance', 'text', 'boolean', 'date', 'list', 'link', 'plan'],
    ]);
  });

  it('take values by API; of one request the last one wins', async () => {
    const before = dataOf<Report>(await world.owner.get(`/api/reports/${key}/event_stat?period=7d`));
    const values = [
      { key: 'balance', user_id: 101, value: 1 },
      { key: 'balance', user_id: '101', value: '12.5' },
      { key: 'text', user_id: 101, value: 'a\tb\\n"' },
      { key: 'boolean', user_id: 101, value: true },
      { key: 'date', user_id: 101, value: '1950-04-23 10:11:12' },
      { key: 'list', user_id: 101, value: ['vip', 'beta', 'vip'] },
      { key: 'link', user_id: 101, value: 'https://example.com/a?b=c' },
      { key: 'plan', user_id: 101, value: 'pro' },
      { key: 'balance', user_id: 102, value: 7 },
      { key: 'balance', user_id: 999, value: 7 },
    ];
    expect(await push('/v1/send-user-field', values)).toEqual([200, { ok: true }]);
    expect(await loadFields(101)).toEqual({
      ...{ balance: 12.5, text: 'a\tb\\n"', boolean: true, date: '1950-04-23T00:00:00.000Z' },
      ...{ list: ['vip', 'beta'], link: 'https://example.com/a?b=c', plan: 'pro' },
    });
    // 999 is no user of the bot, and no value makes them one.
    expect((await fields()).map((field) => [field.key, field.users])).toEqual([
      ...[
        ['balance', 2],
        ['text', 1],
        ['boolean', 1],
        ['date', 1],
        ['list', 1],
        ['link', 1],
        ['plan', 1],
      ],
    ]);
    expect(errorOf(await world.owner.get(`/api/bots/${key}/users/999/fields`))).toBe('NotFound user_id');
    const after = dataOf<Report>(await world.owner.get(`/api/reports/${key}/event_stat?period=7d`));
    expect(after.lines).toEqual(before.lines);
  });

  it('check types after the answer, and clear by null', async () => {
    expect(await push('/v1/send-user-field', '[{')).toEqual([
      400,
      { ok: false, error_code: 400, description: 'Wrong json' },
    ]);
    expect(await push('/v1/send-user-field', [])).toEqual([200, { ok: true }]);
    await world.owner.post(`/api/bots/${key}/custom-fields/link/status`, { status: 'disabled' });
    const answer = await push('/api/send-user-field', [
      { key: 'balance', user_id: 102, value: 'much' },
      { key: 'balance', user_id: 102, value: -1 },
      { key: 'boolean', user_id: 102, value: 2 },
      { key: 'nothing', user_id: 102, value: 2 },
      { key: 'link', user_id: 102, value: 'https://example.com' },
      { key: 'plan', user_id: 102, value: 'golden' },
      { key: 'plan', user_id: 0, value: 'pro' },
      { key: 'plan', user_id: 102 },
      'nonsense',
      { key: 'text', user_id: 101, value: null },
      { key: 'text', user_id: 102, value: 'kept' },
    ]);
    expect(answer).toEqual([200, { ok: true }]);
    expect(await loadFields(101)).toMatchObject({ text: null, balance: 12.5 });
    expect(await loadFields(102)).toMatchObject({ text: 'kept', balance: 7, plan: null, link: null, boolean: null });
    await expect.poll(errorLog).toEqual([
      ['FieldNotEnabled', 1],
      ['FieldOutOfRange', 2],
      ['NotAFieldValue', 3],
      ['UnknownField', 1],
      ['WrongFieldType', 2],
    ]);
  });

  it('are edited by users, with a history', async () => {
    const path = `/api/bots/${key}/users/102`;
    const set = (values: object) => world.owner.post(`${path}/fields`, { values });
    expect(errorOf(await set({ balance: 5, plan: 'golden' }))).toBe('FieldOutOfRange values.plan');
    expect(errorOf(await set({ nothing: 1 }))).toBe('NotFound values.nothing');
    expect(errorOf(await set({ link: 'https://example.com' }))).toBe('FieldNotEnabled values.link');
    expect(dataOf<UserField[]>(await set({ balance: 5, text: null })).map(({ value }) => value)).toEqual([
      ...[5, null, null, null, null, null, null],
    ]);
    await world.server.services.store.flush();
    const history = dataOf<FieldChange[]>(await world.owner.get(`${path}/field-history?field=balance`));
    expect(history.map(({ at, id: _, ...change }) => [Number.isFinite(Date.parse(at)), change])).toEqual([
      [true, { key: 'balance', value: 5, by: 'account', actor: 'owner@example.com' }],
      [true, { key: 'balance', value: 7, by: 'api', actor: '' }],
    ]);
    const all = dataOf<FieldChange[]>(await world.owner.get(`${path}/field-history`));
    expect(all.map((change) => change.key)).toEqual(['text', 'balance', 'text', 'balance']);
  });

  it('are archived without losing values', async () => {
    const status = (to: string) => world.owner.post(`/api/bots/${key}/custom-fields/balance/status`, { status: to });
    await status('archived');
    expect(await loadFields(101)).not.toHaveProperty('balance');
    await status('enabled');
    expect(await loadFields(101)).toMatchObject({ balance: 12.5 });
    expect(errorOf(await world.owner.post(`/api/bots/${key}/custom-fields/no/status`, { status: 'enabled' }))).toBe(
      'NotFound field',
    );
  });

  it('come from a file', async () => {
    const cookie = [...world.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const send = async (csv: string, query = '') => {
      const response = await fetch(`${world.server.url}/api/bots/${key}/custom-field-import${query}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'text/csv' },
        body: csv,
      });
      const answer = await response.json();
      await world.server.services.store.flush();
      return answer as { data?: FieldImport; errors?: { code: string; field?: string }[] };
    };
    const csv =
      '\uFEFFuser_id;balance;list;text\r\n101;20;a|b;"x;\ny"\r\n102;;;\r\n999;1;;\r\nten;1;;\r\n101;much;;\r\n';
    const expected = {
      ...{ rows: 5, known: 2, unknown: 1, duplicates: 1, invalid: 2, values: 3 },
      problems: [
        { line: 6, key: '', problem: 'InvalidUser', text: 'ten' },
        { line: 5, key: '', problem: 'UnknownUser', text: '999' },
        { line: 7, key: 'balance', problem: 'WrongFieldType', text: 'much' },
      ],
    };
    expect((await send(csv, '?dry_run=1')).data).toEqual(expected);
    expect(await loadFields(101)).toMatchObject({ balance: 12.5, list: ['vip', 'beta'], text: null });
    expect((await send(csv)).data).toEqual(expected);
    expect(await loadFields(101)).toMatchObject({ balance: 20, list: ['a', 'b'], text: 'x;\ny' });
    expect((await send('user_id,nothing\n101,1\n')).errors).toMatchObject([{ code: 'InvalidField', field: 'header' }]);
    expect((await send('')).errors).toMatchObject([{ code: 'UploadUnreadable' }]);
    expect((await send(`user_id,text\n101,${'x'.repeat(11_000_000)}`)).errors).toMatchObject([
      { code: expect.stringMatching(/^Upload/) },
    ]);
  });
});

describe('the list of users', () => {
  const listBalances = async (query: Record<string, string>) =>
    dataOf<{ users: { user_id: number; fields?: Record<string, string> }[] }>(
      await world.owner.get(`/api/bots/${key}/users?${new URLSearchParams(query)}`),
    ).users.map(({ user_id, fields }) => [user_id, fields?.balance]);

  it('is ordered and selected by custom fields', async () => {
    const columns = 'field.balance';
    expect(await listBalances({ columns, sort: '-field.balance' })).toEqual([
      ...[
        [101, '20'],
        [102, '5'],
        [103, undefined],
      ],
    ]);
    const rules = { match: 'all', rules: [{ kind: 'field', key: 'balance', is: 'is_set', values: [] }] };
    expect(await listBalances({ columns, sort: 'field.balance', rules: JSON.stringify(rules) })).toEqual([
      ...[
        [102, '5'],
        [101, '20'],
      ],
    ]);
  });
});

describe('get-users', () => {
  it('lists everyone, page by page', async () => {
    const page = await usersPage();
    const nothing = {
      ...{ verified: null, scam: null, fake: null, stargifts_count: null, personal_channel_id: null },
      ...{ birth_day: null, birth_month: null, birth_year: null, bio: null },
    };
    const emptyUtm = { first: {}, last: {}, weight: {}, referral_id: null };
    const blankUser = {
      ...{ is_bot: false, last_name: null, username: null, language_code: null, is_premium: 0, gender: null },
      ...{ country: null, geo: {}, ...nothing, utm: emptyUtm },
    };
    expect(page).toEqual({
      count: 3,
      rows: [
        {
          ...blankUser,
          ...{ user_id: 101, first_name: 'Anna', username: 'ann', language_code: 'pt-br', is_premium: 1, gender: 2 },
          ...{ user_status: 1, country: 'BR', geo: { countryCode: 'BR' } },
          utm: { first: { none: 'ads' }, last: { none: 'site' }, weight: { none: 'ads' }, referral_id: null },
          fields: {
            ...{ balance: 20, text: 'x;\ny', boolean: true, date: '1950-04-23T00:00:00.000Z', list: ['a', 'b'] },
            ...{ link: 'https://example.com/a?b=c', plan: 'pro' },
          },
        },
        { ...blankUser, user_id: 102, first_name: 'User 102', user_status: 1, fields: { balance: 5 } },
        { ...blankUser, user_id: 103, first_name: 'User 103', user_status: 0, fields: {} },
      ],
    });
    const ids = async (query: string, init?: RequestInit) =>
      (await usersPage(query, init)).rows.map(({ user_id }) => user_id);
    expect(await ids('?limit=2&offset=0')).toEqual([101, 102]);
    expect(await ids('?limit=2&offset=1')).toEqual([103]);
    expect(await ids('?limit=2&offset=2')).toEqual([]);
    expect(await ids('', { method: 'POST', body: '{"limit":1,"offset":1}' })).toEqual([102]);
    expect(await ids('?limit=1', { method: 'POST' })).toEqual([101]);
  });

  it('says what is wrong with a page', async () => {
    const response = await fetch(`${world.server.url}/api/get-users?limit=0`, { headers: { 'api-key': apiKey } });
    expect([response.status, await response.json()]).toEqual([
      400,
      { ok: false, error_code: 400, description: 'Bad Request: limit must be an integer from 1 to 1000' },
    ]);
  });
});
