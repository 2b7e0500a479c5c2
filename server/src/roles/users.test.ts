import type { Bot, BotUser, Segment } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf, startWorld, type World } from '../features/connections/test-world.ts';

let world: World;
let key: string;

const day = new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.parse(`${day}T12:00:00Z`) - days * 86_400_000).toISOString();
const says = (id: number, user: number, date: string, text: string) => ({
  date,
  update: {
    update_id: id,
    message: {
      message_id: id,
      date: Math.floor(Date.parse(date) / 1_000),
      from: { id: user, is_bot: false, first_name: user === 101 ? '=1+1' : `User ${user}`, username: `name${user}` },
      chat: { id: user, type: 'private' },
      text,
    },
  },
});
const get = async <Data>(path: string) => dataOf<Data>(await world.owner.get(`/api/bots/${key}${path}`));
const post = async <Data>(path: string, body: unknown = {}) =>
  dataOf<Data>(await world.owner.post(`/api/bots/${key}${path}`, body));
const rulesText = (rules: object) => encodeURIComponent(JSON.stringify(rules));

/*
 * | user | 90 days ago | 40 days ago | yesterday |
 * |------|-------------|-------------|-----------|
 * | 101  | /start      | /buy        | /buy      |
 * | 102  | /start      | /buy        |           |
 * | 103  |             |             | /start    |
 */
beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api' });
  const creation = dataOf<{ bot: Bot; api_key: string }>(
    await world.owner.post('/api/bots', { bot_name: 'shop_bot', connection_type: 'api' }),
  );
  key = creation.bot.key;
  const updates = [
    says(1, 101, daysAgo(90), '/start ads'),
    says(2, 102, daysAgo(90), '/start'),
    says(3, 101, daysAgo(40), '/buy'),
    says(4, 102, daysAgo(40), '/buy'),
    says(5, 101, daysAgo(1), '/buy'),
    says(6, 103, daysAgo(1), '/start'),
  ];
  const response = await fetch(`${world.server.url}/v1/send-batch-update`, {
    method: 'POST',
    headers: { 'api-key': creation.api_key },
    body: JSON.stringify(updates),
  });
  expect(response.status).toBe(200);
});
afterAll(() => world.close());

const bought = (days: number) => ({
  kind: 'event',
  did: true,
  event: { kind: 'command', name: '/buy' },
  times: { of: 'count', is: 'at_least', number: 1 },
  when: { kind: 'last', days },
});
const buyers = { match: 'all', rules: [bought(60)] };
const lately = { match: 'all', rules: [bought(7)] };

describe('the list of users', () => {
  it('is selected by rules, counted, and paged', async () => {
    const page = await get<{ users: BotUser[]; next: string | null }>('/users?sort=user_id&limit=2');
    expect(page.users.map(({ user_id, source, status, actions }) => [user_id, source, status, actions])).toEqual([
      [101, 'ads', 'live', 3],
      [102, '', 'live', 2],
    ]);
    const next = await get<{ users: BotUser[]; next: string | null }>(`/users?sort=user_id&limit=2&after=${page.next}`);
    expect([next.users.map(({ user_id }) => user_id), next.next]).toEqual([[103], null]);
    expect(await get('/users/count')).toEqual({ count: 3, total: 3 });
    expect(await get(`/users/count?rules=${rulesText(buyers)}&search=name101`)).toEqual({ count: 1, total: 3 });
  });

  it('opens with the users of a report', async () => {
    const number = encodeURIComponent('visitors?period=7d');
    const page = await get<{ users: BotUser[] }>(`/users?sort=user_id&number=${number}`);
    expect(page.users.map(({ user_id }) => user_id)).toEqual([101, 103]);
  });

  it('names the field that is wrong', async () => {
    const ofList = async (query: string) => errorOf(await world.owner.get(`/api/bots/${key}/users?${query}`));
    expect(await ofList('rules=no')).toBe('InvalidField rules');
    expect(
      await ofList(`rules=${rulesText({ match: 'all', rules: [{ kind: 'segment', segment_id: 9, not: false }] })}`),
    ).toBe('InvalidField rules');
    const broken = { ...bought(7), event: { kind: 'text', text: '(', match: 'pattern' } };
    const pattern = { match: 'all', rules: [broken] };
    expect(await ofList(`rules=${rulesText(pattern)}`)).toBe('InvalidPattern rules');
    const response = await world.owner.post(`/api/bots/${key}/segments`, {
      name: 'x',
      kind: 'dynamic',
      rules: pattern,
    });
    expect(errorOf(response)).toBe('InvalidPattern rules');
    expect(await ofList('sort=geo')).toBe('InvalidField sort');
    expect(await ofList('number=nothing')).toBe('UnknownReport type_report');
  });

  it('is exported with formulas made harmless, and continues after a user', async () => {
    const text = async (path: string): Promise<string> => {
      const cookie = [...world.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const file = await fetch(`${world.server.url}/api/bots/${key}${path}`, { headers: { cookie } });
      return Buffer.from(await file.arrayBuffer()).toString('utf8');
    };
    expect((await text('/users.csv?columns=first_name,actions')).split('\r\n')).toEqual([
      '\ufeffuser_id,first_name,actions',
      "101,'=1+1,3",
      '102,User 102,2',
      '103,User 103,1',
      '',
    ]);
    expect((await text('/users.csv?columns=actions&ids=103,999,101,103')).split('\r\n').slice(1)).toEqual([
      '101,3',
      '103,1',
      '',
    ]);
    expect((await text('/users.csv?columns=actions&ids=103,101&after=101')).split('\r\n').slice(1)).toEqual([
      '103,1',
      '',
    ]);
    const tooMany = Array.from({ length: 501 }, (_, index) => index + 1).join(',');
    expect(errorOf(await world.owner.get(`/api/bots/${key}/users.csv?ids=${tooMany}`))).toBe('InvalidField ids');
    const lines = (await text('/users.ndjson?columns=status&after=101')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as BotUser).user_id)).toEqual([102, 103]);
  });
});

describe('segments', () => {
  it('are made, counted, changed, removed and restored', async () => {
    const segment = await post<Segment>('/segments', { name: 'Buyers', kind: 'dynamic', rules: buyers });
    expect(segment).toMatchObject({ name: 'Buyers', kind: 'dynamic', rules: buyers, count: 2, used_in: [] });
    const id = segment.segment_id;
    const inner = { match: 'all', rules: [{ kind: 'segment', segment_id: id, not: true }] };
    const rest = await post<Segment>('/segments', { name: 'Others', kind: 'dynamic', rules: inner });
    expect(rest.count).toBe(1);
    expect((await get<Segment[]>('/segments')).map(({ used_in }) => used_in)).toEqual([
      [{ segment_id: rest.segment_id, name: 'Others' }],
      [],
    ]);

    const cycle = {
      name: 'Buyers',
      rules: { match: 'any', rules: [{ kind: 'segment', segment_id: rest.segment_id, not: false }] },
    };
    expect(errorOf(await world.owner.post(`/api/bots/${key}/segments/${id}`, cycle))).toBe('SegmentCycle rules');
    expect(errorOf(await world.owner.delete(`/api/bots/${key}/segments/${id}`))).toBe('SegmentInUse segment_id');
    const changedSegment = await post<Segment>(`/segments/${id}`, { name: 'Lately', rules: lately });
    expect(changedSegment).toMatchObject({ name: 'Lately', count: 1 });
    expect(await post<Segment>(`/segments/${rest.segment_id}/count`)).toMatchObject({ count: 2 });

    expect(dataOf(await world.owner.delete(`/api/bots/${key}/segments/${rest.segment_id}`))).toEqual({ removed: true });
    expect((await get<Segment[]>('/segments')).map(({ name }) => name)).toEqual(['Lately']);
    await post(`/segments/${rest.segment_id}/restore`);
    expect((await get<Segment[]>('/segments')).map(({ name }) => name)).toEqual(['Lately', 'Others']);
  });

  it('have a past, and something in common', async () => {
    const buyerSegment = await post<Segment>('/segments', {
      name: 'Ever bought',
      kind: 'dynamic',
      rules: { match: 'all', rules: [{ ...bought(1), when: { kind: 'ever' } }] },
    });
    const { points } = await get<{ points: { day: string; count: number }[] }>(
      `/segments/${buyerSegment.segment_id}/history`,
    );
    expect(points.at(-1)).toEqual({ day, count: 2 });
    const before = new Date(Date.parse(day) - 41 * 86_400_000).toISOString().slice(0, 10);
    for (const point of points) expect([point.day, point.count]).toEqual([point.day, point.day <= before ? 0 : 2]);
    const recent = await post<Segment>('/segments', { name: 'This week', kind: 'dynamic', rules: lately });
    expect(await get(`/segments/${buyerSegment.segment_id}/overlap?with=${recent.segment_id}`)).toEqual({
      one: 2,
      other: 1,
      both: 1,
    });
  });

  it('may be lists, which change by hand, and snapshots, which do not', async () => {
    const list = await post<Segment>('/segments', { name: 'Friends', kind: 'list', members: { user_ids: [102, 999] } });
    expect(list).toMatchObject({ kind: 'list', count: 1 });
    const membersSql = 'SELECT user_id FROM segment_members WHERE bot = {bot:String}';
    expect(await world.server.services.store.query({ sql: membersSql, params: { bot: key } })).toEqual([
      { user_id: 102 },
    ]);
    const members = (action: string, memberList: object) =>
      post<{ count: number }>(`/segments/${list.segment_id}/members`, { action, members: memberList });
    expect(await members('add', { selection: { rules: JSON.stringify(lately) } })).toEqual({ count: 2 });
    expect(await members('remove', { user_ids: [102] })).toEqual({ count: 1 });
    const snapshot = await post<Segment>('/segments', {
      name: 'Then',
      kind: 'snapshot',
      rules: buyers,
      members: { selection: { rules: JSON.stringify(buyers) } },
    });
    expect(snapshot).toMatchObject({ kind: 'snapshot', count: 2, rules: buyers });
    const body = { action: 'add', members: { user_ids: [103] } };
    expect(errorOf(await world.owner.post(`/api/bots/${key}/segments/${snapshot.segment_id}/members`, body))).toBe(
      'NotFound segment_id',
    );
  });
});
