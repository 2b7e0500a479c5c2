import {
  api,
  type EventMatch,
  keysOfEvent,
  keysOfTrigger,
  keysOfUsersFile,
  type PermissionKey,
  permissionKeys,
  type SegmentCondition,
} from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startTestServer, type TestServer } from '../../roles/test-server.ts';
import { grantColumns } from './given.ts';

/**
 * A condition shows what it selects by: every kind that reveals something is sent to every route that takes rules, by a
 * colleague who has all permissions but one. A route that takes rules and is not written down here fails the test.
 */

const all = 'all';
let server: TestServer;
let key: string;
const cookies = new Map<string, string>();

const event = (match: EventMatch, sum = false): SegmentCondition => ({
  kind: 'event',
  did: true,
  event: match,
  times: sum ? { of: 'sum', is: 'at_least', amount: 1, currency: 'EUR' } : { of: 'count', is: 'at_least', number: 1 },
  when: { kind: 'ever' },
});
const events: Partial<Record<EventMatch['kind'], EventMatch>> = {
  text: { kind: 'text', text: '^a', match: 'pattern' },
  payment: { kind: 'payment' },
  target: { kind: 'target', target_id: 2 },
  campaign: { kind: 'campaign', campaign_id: 0 },
  campaign_button: { kind: 'campaign_button', campaign_id: 0 },
  campaign_link: { kind: 'campaign_link', campaign_id: 0 },
};
const conditions: [name: string, condition: SegmentCondition, keys: readonly PermissionKey[]][] = [
  ...Object.values(events).map((match): [string, SegmentCondition, readonly PermissionKey[]] => [
    match.kind,
    event(match),
    keysOfEvent[match.kind],
  ]),
  ['sum', event({ kind: 'payment' }, true), ['report.sum_income']],
  ['field', { kind: 'field', key: 'vip', is: 'is_set', values: [] }, ['custom_fields.view']],
];

type Send = (rules: object) => { url: string; body?: object };
const query = (path: string) => (rules: object) => ({
  url: `${path}?${new URLSearchParams({ rules: JSON.stringify(rules) })}`,
});
const selection = (rules: object) => ({ members: { selection: { rules: JSON.stringify(rules) } }, expected: 1 });
const audience = (rules: object) => ({ kind: 'rules', rules });
const routes: Record<string, Send> = {
  'GET /bots/{key}/users': query('/users'),
  'GET /bots/{key}/users/count': query('/users/count'),
  'POST /bots/{key}/segments': (rules) => ({ url: '/segments', body: { name: 'x', kind: 'dynamic', rules } }),
  'POST /bots/{key}/segments/{segment_id}': (rules) => ({ url: '/segments/1', body: { name: 'x', rules } }),
  'POST /bots/{key}/segments/{segment_id}/members': (rules) => ({
    url: '/segments/1/members',
    body: { action: 'add', ...selection(rules) },
  }),
  'POST /bots/{key}/user-jobs/fields': (rules) => ({
    url: '/user-jobs/fields',
    body: { ...selection(rules), field: 'vip', value: 'a' },
  }),
  'POST /bots/{key}/user-jobs/erasures': (rules) => ({
    url: '/user-jobs/erasures',
    body: { ...selection(rules), mode: 'erase' },
  }),
  'POST /bots/{key}/campaigns': (rules) => ({ url: '/campaigns', body: { name: 'x', audience: audience(rules) } }),
  'POST /bots/{key}/campaigns/{campaign_id}': (rules) => ({
    url: '/campaigns/1',
    body: { revision: 1, audience: audience(rules) },
  }),
  'POST /bots/{key}/campaign-audiences/count': (rules) => ({ url: '/campaign-audiences/count', body: audience(rules) }),
  'POST /bots/{key}/campaign-audiences/time-zones': (rules) => ({
    url: '/campaign-audiences/time-zones',
    body: audience(rules),
  }),
};
/** Views store rules that the list of users checks when they are opened; start rules are settings of launch links. */
const storedOnly = [
  'POST /bots/{key}/people-views',
  'POST /bots/{key}/people-views/{view_id}',
  'POST /bots/{key}/start-rules/preview',
];

beforeAll(async () => {
  server = await startTestServer({ ROLES: 'ingest,api' });
  const { accounts, bots, metadata } = server.services;
  const signIn = async (id: string): Promise<void> => {
    await metadata.db
      .insertInto('accounts')
      .values({ id, email: `${id}@example.com`, email_verified: true })
      .execute();
    const caller = { headers: { 'user-agent': 'revealed' }, address: '203.0.113.9', device: null };
    const { cookies: set } = await accounts.openSession(id, caller, { remember: true, how: 'password' });
    cookies.set(id, set.map((cookie) => cookie.split(';', 1)[0]).join('; '));
  };
  await signIn('owner');
  ({
    bot: { key },
  } = await bots.add('owner', 'revealed_bot'));
  const needed = [
    ...conditions.flatMap(([, , keys]) => keys),
    ...Object.values(keysOfTrigger).flat(),
    ...Object.values(keysOfUsersFile).flat(),
  ];
  for (const without of new Set<string>([all, ...needed])) {
    await signIn(without);
    const keys = permissionKeys.filter((one) => one !== without);
    await metadata.db
      .insertInto('grants')
      .values({ bot_key: key, account_key: without, ...grantColumns({ role: null, keys, reports: [] }) })
      .execute();
  }
});
afterAll(() => server.close());

async function ask(persona: string, name: string, { url, body }: ReturnType<Send>) {
  const method = name.startsWith('GET') ? 'GET' : 'POST';
  const answer = await server.app.inject({
    method,
    url: `/api/bots/${key}${url}`,
    remoteAddress: '203.0.113.9',
    headers: { cookie: cookies.get(persona) ?? '', 'user-agent': 'revealed' },
    ...(body && { payload: body }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, error: isJson ? JSON.parse(answer.body).errors?.[0] : undefined };
}

it('writes down every route that takes rules', () => {
  const takesRules = Object.values(api).filter((one) => {
    const { body, query: words } = one as { body?: z.core.$ZodType; query?: z.core.$ZodType };
    return [body, words].some(
      (schema) =>
        schema && /"rules":|"selection":/.test(JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))),
    );
  });
  const names = takesRules.map(({ method, path }) => `${method} ${path}`);
  expect(names.toSorted()).toEqual([...Object.keys(routes), ...storedOnly].toSorted());
});

it('has a sample of every event that reveals something', () => {
  const revealing = Object.entries(keysOfEvent).filter(([, keys]) => keys.length > 0);
  expect(revealing.map(([kind]) => kind).toSorted()).toEqual(Object.keys(events).toSorted());
});

describe.each(Object.entries(routes))('%s', (name, send) => {
  it.each(conditions)('takes %s from those alone who may see it', async (_, condition, keys) => {
    const rules = { match: 'all', rules: [condition] };
    for (const without of keys) {
      const { status, error } = await ask(without, name, send(rules));
      expect([without, status, error?.code]).toEqual([without, 403, 'AccessDenied']);
    }
    expect((await ask(all, name, send(rules))).error?.code).not.toBe('AccessDenied');
  });
});

it('names the missing permission', async () => {
  const rules = { match: 'all', rules: [event({ kind: 'text', text: '^a', match: 'pattern' })] };
  const { error } = await ask('section.users.chat.view', 'GET', query('/users/count')(rules));
  expect(error).toMatchObject({ field: 'rules', message: expect.stringContaining('section.users.chat.view') });
});

it('sorts by a column for those alone who may see it', async () => {
  for (const [sort, without] of [
    ['income', 'report.sum_income'],
    ['field.vip', 'custom_fields.view'],
  ] as const)
    expect((await ask(without, 'GET', { url: `/users?sort=-${sort}` })).error).toMatchObject({ field: 'sort' });
  expect((await ask(all, 'GET', { url: '/users?sort=-income' })).status).toBe(200);
});

it('counts texts by a target for those alone who may read them', async () => {
  const trigger = { kind: 'text', text: '^a', match: 'pattern' };
  const body = { name: 'x', trigger, value: { kind: 'none' } };
  for (const url of ['/target-test', '/targets', '/targets/7']) {
    expect((await ask('section.users.chat.view', 'POST', { url, body })).error).toMatchObject({ field: 'trigger' });
    expect((await ask(all, 'POST', { url, body })).error?.code).not.toBe('AccessDenied');
  }
});

it.each(['conversions.csv', 'campaigns/1/recipients.csv'])('gives %s to those alone who may export', async (file) => {
  expect((await ask('section.users.export', 'GET', { url: `/${file}` })).status).toBe(403);
  expect((await ask(all, 'GET', { url: `/${file}` })).status).not.toBe(403);
});
