import {
  type EventMatch,
  integrationEventTypes,
  keysOfEvent,
  keysOfIntegrationEvent,
  keysOfTrigger,
  type PermissionKey,
  permissionKeys,
  type SegmentCondition,
} from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RevealingPart, revealingParts } from '../../platform/revealed-parts.ts';
import { startTestServer, type TestServer } from '../../roles/test-server.ts';
import { createRevealedWorld, everything, type RevealedWorld } from './test-revealed.ts';

/**
 * A condition shows what it selects by. The routes of the running server say by their schemas what they can reveal
 * (platform/revealed-parts.ts); a route that reveals something and has no row here fails the test, as does a row
 * that names other parts. Each kind goes to each route from colleagues with all permissions but one, and from one who
 * has the route's own permission alone.
 */

const event = (match: EventMatch, sum = false): SegmentCondition => ({
  kind: 'event',
  did: true,
  event: match,
  times: sum ? { of: 'sum', is: 'at_least', amount: 1, currency: 'EUR' } : { of: 'count', is: 'at_least', number: 1 },
  when: { kind: 'ever' },
});
const text = { kind: 'text', text: '^a', match: 'pattern' } as const;
const events: Partial<Record<EventMatch['kind'], EventMatch>> = {
  text,
  payment: { kind: 'payment' },
  target: { kind: 'target', target_id: 2 },
  campaign: { kind: 'campaign', campaign_id: 0 },
  campaign_button: { kind: 'campaign_button', campaign_id: 0 },
  campaign_link: { kind: 'campaign_link', campaign_id: 0 },
};

/** A value that reveals something, and the permissions that it needs. */
type Sample = [name: string, value: unknown, keys: readonly PermissionKey[]];
const conditions: [name: string, condition: SegmentCondition, keys: readonly PermissionKey[]][] = [
  ...Object.values(events).map((match): (typeof conditions)[number] => [
    match.kind,
    event(match),
    keysOfEvent[match.kind],
  ]),
  ['sum', event({ kind: 'payment' }, true), ['report.sum_income']],
  ['field', { kind: 'field', key: 'vip', is: 'is_set', values: [] }, ['custom_fields.view']],
];
const rules = conditions.map(([name, condition, keys]): Sample => [name, { match: 'all', rules: [condition] }, keys]);
const samples: Record<RevealingPart, readonly Sample[]> = {
  rules,
  rules_text: rules.map(([name, value, keys]): Sample => [name, JSON.stringify(value), keys]),
  event: (['text', 'payment', 'target'] as const).map((kind): Sample => [kind, events[kind], keysOfEvent[kind]]),
  trigger: [['text', text, keysOfTrigger.text]],
  target: [['target', 2, ['convers.view']]],
  search: [['name', 'ann', ['section.users.list']]],
  sort: [
    ['income', '-income', ['report.sum_income']],
    ['field', 'field.vip', ['custom_fields.view']],
  ],
  filter: [['segment', 'segment:1', ['section.users.list']]],
  by: [['segment', 'segment', ['section.users.list']]],
  measure: [['conversions', 'conversions', ['report.conversions_summary']]],
  number: [
    ['income', 'sum_income?period=7d', ['report.sum_income']],
    ['income of a source', 'utm_summary?period=7d&column=XTR', ['report.sum_income']],
    ['segment', 'visitors?period=7d&filter=segment:1', ['section.users.list']],
  ],
  integration_event: integrationEventTypes.flatMap((type): Sample[] => {
    const keys = keysOfIntegrationEvent[type];
    return keys.length === 0 ? [] : [[type, type, keys]];
  }),
  integration_privacy: [
    ['names', { user_ids: 'hashed', names: true, texts: false }, ['section.users.list']],
    ['texts', { user_ids: 'hashed', names: false, texts: true }, ['section.users.chat.view']],
    ['IDs', { user_ids: 'plain', names: false, texts: false }, ['section.users.list']],
  ],
};

type Send = (value: never) => { url: string; body?: object };
type Row = Partial<Record<RevealingPart, Send>>;
const inQuery =
  (path: string, name: string, extraParams: Record<string, string> = {}): Send =>
  (value: string) => ({ url: `${path}?${new URLSearchParams({ ...extraParams, [name]: value })}` });
const listRow = (path: string): Row => ({
  rules_text: inQuery(path, 'rules'),
  search: inQuery(path, 'search'),
  number: inQuery(path, 'number'),
});
const selected = (url: string, extraFields: object): Row => {
  const sendWith =
    (name: string): Send =>
    (value) => ({
      url,
      body: { ...extraFields, members: { selection: { [name]: value } }, expected: 1 },
    });
  return { rules_text: sendWith('rules'), search: sendWith('search'), number: sendWith('number') };
};
const view = (url: string): Row => {
  const sendWith =
    (name: string): Send =>
    (value) => {
      const state = { rules: '', search: '', sort: '', columns: '', [name]: value };
      return { url, body: { name: 'x', is_shared: false, state } };
    };
  return { rules_text: sendWith('rules'), search: sendWith('search'), sort: sendWith('sort') };
};
const campaign = (url: string, extraFields: object): Row => {
  const automation = (trigger: object, unless_target: number | null = null) => ({
    url,
    body: { ...extraFields, automation: { trigger, unless_target } },
  });
  return {
    rules: (value) => ({ url, body: { ...extraFields, audience: { kind: 'rules', rules: value } } }),
    event: (value) => automation({ kind: 'event', event: value }),
    target: (value) => automation({ kind: 'first_contact' }, value),
  };
};
const audience = (url: string): Row => ({ rules: (value) => ({ url, body: { kind: 'rules', rules: value } }) });
const trigger = (url: string): Row => ({
  trigger: (value) => ({ url, body: { name: 'x', trigger: value, value: { kind: 'none' } } }),
});
const report = (suffix = ''): Row => ({
  filter: inQuery(`/reports/visitors${suffix}`, 'filter'),
  by: inQuery(`/reports/visitors${suffix}`, 'by'),
  measure: inQuery(`/reports/utm_charts${suffix}`, 'measure'),
});
const share =
  (type_report: string, name: string): Send =>
  (value) => ({
    url: '/shares',
    body: { type_report, query: { [name]: value } },
  });

const integration = (url: string, wrap = (draft: object): object => draft): Row => {
  const sendWith = (selection: object, privacy: object = { user_ids: 'hashed' }) => {
    const empty = { provider: 'request_bin', name: 'x', settings: {}, secrets: {} };
    return { url, body: wrap({ ...empty, privacy, selection: { types: ['user.left'], ...selection } }) };
  };
  return {
    rules_text: (value) => sendWith({ rules: value }),
    integration_event: (value) => sendWith({ types: [value] }),
    integration_privacy: (value) => sendWith({}, value),
  };
};
const inDraft = (draft: object): object => ({ draft });
const anIntegration = '/integrations/0123456789abcdef';

const routes: Record<string, Row> = {
  'POST /api/bots/:key/integrations': integration('/integrations'),
  'POST /api/bots/:key/integrations/:integration_key': integration(anIntegration),
  'POST /api/bots/:key/integrations/test': integration('/integrations/test', inDraft),
  'POST /api/bots/:key/integrations/preview': integration('/integrations/preview', inDraft),
  'GET /api/bots/:key/integrations/:integration_key/deliveries': {
    integration_event: inQuery(`${anIntegration}/deliveries`, 'type'),
  },
  'GET /api/bots/:key/users': { ...listRow('/users'), sort: inQuery('/users', 'sort') },
  'GET /api/bots/:key/users/count': listRow('/users/count'),
  'GET /api/bots/:key/users.csv': listRow('/users.csv'),
  'GET /api/bots/:key/users.ndjson': listRow('/users.ndjson'),
  'POST /api/bots/:key/segments': {
    ...selected('/segments', { name: 'x', kind: 'list' }),
    rules: (value) => ({ url: '/segments', body: { name: 'x', kind: 'dynamic', rules: value } }),
  },
  'POST /api/bots/:key/segments/:segment_id': {
    rules: (value) => ({ url: '/segments/1', body: { name: 'x', rules: value } }),
  },
  'POST /api/bots/:key/segments/:segment_id/members': selected('/segments/1/members', { action: 'add' }),
  'POST /api/bots/:key/user-jobs/fields': selected('/user-jobs/fields', { field: 'vip', value: 'a' }),
  'POST /api/bots/:key/user-jobs/erasures': selected('/user-jobs/erasures', { mode: 'erase' }),
  'POST /api/bots/:key/users-views': view('/users-views'),
  'POST /api/bots/:key/users-views/:view_id': view('/users-views/1'),
  'POST /api/bots/:key/campaigns': campaign('/campaigns', { name: 'x' }),
  'POST /api/bots/:key/campaigns/:campaign_id': campaign('/campaigns/1', { revision: 1 }),
  'POST /api/bots/:key/campaign-audiences/count': audience('/campaign-audiences/count'),
  'POST /api/bots/:key/campaign-audiences/time-zones': audience('/campaign-audiences/time-zones'),
  'POST /api/bots/:key/targets': trigger('/targets'),
  'POST /api/bots/:key/targets/:target_id': trigger('/targets/7'),
  'POST /api/bots/:key/target-test': trigger('/target-test'),
  'GET /api/bots/:key/conversions': { filter: inQuery('/conversions', 'filter') },
  'GET /api/bots/:key/conversions.csv': { filter: inQuery('/conversions.csv', 'filter') },
  'GET /api/reports/:key/:type_report': report(),
  'GET /api/reports/:key/:type_report/users': report('/users'),
  'GET /api/reports/:key/:type_report/users.csv': report('/users.csv'),
  'POST /api/bots/:key/shares': {
    filter: share('visitors', 'filter'),
    by: share('visitors', 'by'),
    measure: share('utm_charts', 'measure'),
  },
};
/** A bot's API key acts for its owner, who may see everything; the edge asks all the same. */
const byApiKey: Record<string, RevealingPart[]> = {
  'POST /v1/campaigns': ['rules'],
  'POST /v1/campaigns/:campaign_id': ['rules'],
};

let server: TestServer;
let world: RevealedWorld;
beforeAll(async () => {
  server = await startTestServer({ ROLES: 'ingest,api' });
  const requiredKeys = new Set(Object.values(samples).flatMap((all) => all.flatMap(([, , keys]) => keys)));
  world = await createRevealedWorld(server, {
    without: [...requiredKeys, 'section.users.export'],
    only: permissionKeys.filter((key) =>
      server.app.routeList.some(({ method, url, access }) => access === key && `${method} ${url}` in routes),
    ),
  });
});
afterAll(() => server.close());

it('has a row for every route that can reveal something, with what it can reveal', () => {
  const revealingRoutes = server.app.routeList.flatMap(({ method, url, schemas = [] }) => {
    const parts = method === 'HEAD' ? [] : revealingParts(...schemas);
    return parts.length === 0 ? [] : [[`${method} ${url}`, parts.toSorted()]];
  });
  const rows = Object.entries(routes).map(([name, row]): [string, string[]] => [name, Object.keys(row)]);
  const all = Object.fromEntries(
    [...rows, ...Object.entries(byApiKey)].map(([name, parts]) => [name, parts.toSorted()]),
  );
  expect(Object.fromEntries(revealingRoutes)).toEqual(all);
});

it('has a sample of every event that reveals something', () => {
  const revealing = Object.entries(keysOfEvent).filter(([, keys]) => keys.length > 0);
  expect(revealing.map(([kind]) => kind).toSorted()).toEqual(Object.keys(events).toSorted());
});

const cases = Object.entries(routes).flatMap(([name, row]) =>
  (Object.entries(row) as [RevealingPart, Send][]).flatMap(([part, send]) =>
    samples[part].map(([sample, value, keys], index) => {
      const request = send(value as never);
      return { name, part, sample, keys, sent: request, isFirst: index === 0 };
    }),
  ),
);

it.each(cases)('$name with $part: $sample is for those alone who may see it', async ({ name, keys, sent, isFirst }) => {
  for (const missingKey of keys) {
    const { status, error } = await world.ask(`without ${missingKey}`, name, sent);
    expect([missingKey, status, error?.code]).toEqual([missingKey, 403, 'AccessDenied']);
  }
  const access = server.app.routeList.find(({ method, url }) => `${method} ${url}` === name)?.access as PermissionKey;
  if (keys.some((key) => key !== access)) {
    const { status, error } = await world.ask(`only ${access}`, name, sent);
    expect([access, status, error?.code]).toEqual([access, 403, 'AccessDenied']);
  }
  // One of each kind: these are the calls that compute something.
  if (isFirst) expect((await world.ask(everything, name, sent)).error?.code).not.toBe('AccessDenied');
});

it('names the field and the missing permission', async () => {
  const [, value] = rules[0]!;
  const request = inQuery('/users/count', 'rules')(JSON.stringify(value) as never);
  const { error } = await world.ask('without section.users.chat.view', 'GET', request);
  expect(error).toMatchObject({ field: 'rules', message: expect.stringContaining('section.users.chat.view') });
});

it.each(['conversions.csv', 'campaigns/1/recipients.csv'])('gives %s to those alone who may export', async (file) => {
  expect((await world.ask('without section.users.export', 'GET', { url: `/${file}` })).status).toBe(403);
  expect((await world.ask(everything, 'GET', { url: `/${file}` })).status).not.toBe(403);
});
