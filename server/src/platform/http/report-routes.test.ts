import {
  type Account,
  opens,
  type PermissionKey,
  permissionKeys,
  type Report,
  type ReportType,
  reportUsersCsvPath,
} from '@botscope/contract';
import { startJourney } from '@botscope/testkit/journey.ts';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { noSegments } from '../../analytics/query/segments/segment-context.ts';
import { registerReports } from '../../analytics/report-routes.ts';
import { defaultStartRules, normalizeUpdate } from '../../events/normalize/normalize-update.ts';
import type { Statement } from '../../events/store/event-store.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { AppError } from '../errors.ts';
import { createApp } from './app.ts';
import { createHttp } from './http.ts';

const logger = pino({ level: 'silent' });
const startRules = { ...defaultStartRules, type: 'all' } as const;
let bot: ReturnType<typeof aBot>;
let store: ThrowawayStore;
let app: FastifyInstance;
let url: string;
let permissions: readonly PermissionKey[];
/** Reports that were given by themselves. */
let singleReports: readonly ReportType[];
/** Statement that replaces the store's, if any: a question without end. */
let instead: Partial<Statement>;
/** Until when the store is complete, Unix ms; null: it is not behind. */
let behindSince: number | null = null;
/** Statements that have not ended. */
let runningStatements = 0;
const auditEntries: unknown[] = [];

const aBot = (key: string) => ({
  key,
  session_gap_minutes: 30,
  callback_max_length: 64,
  source_determination: 'last',
  start_rules: startRules as unknown,
});

/*
 * | who  | username | source by the first, the last launch | 1 March   | 2 March |
 * |------|----------|--------------------------------------|-----------|---------|
 * | Ann  | ann      | ads, site                            | starts    | starts  |
 * | =Ben, "B" |     | (direct)                             |           | writes  |
 */
beforeAll(async () => {
  store = await openThrowawayStore();
  bot = aBot(store.freshBot());
  const journey = startJourney({ from: '2024-03-01T10:00:00Z' });
  const ann = journey.user('Ann', { id: 1, username: 'ann', language_code: 'ru' });
  const ben = journey.user('=Ben, "B"', { id: 2, is_premium: true });
  ann.sends('/start source-ads_medium-mail');
  journey.after('1d');
  ann.sends('/start source-site');
  ben.sends('hello');
  const events = journey.updates.map(({ date, update }) => {
    const result = normalizeUpdate({ bot: bot.key, date, receivedAt: Date.parse(date ?? ''), update }, startRules);
    if ('rejected' in result) throw new Error(result.rejected);
    return result.event;
  });
  await store.write(events);

  app = await createApp({ logger, https: false });
  const http = createHttp<typeof bot>(app, {
    account: async () => ({ time_zone: 'Asia/Kolkata' }) as Account,
    permit: async (_account, key, permission) => {
      if (key !== bot.key) throw new AppError('NotFound');
      const holds = { keys: new Set(permissions), reports: new Set(singleReports), role: null };
      if (permission === 'member' || !opens(holds, permission)) throw new AppError('AccessDenied');
      return { bot, permissions: holds };
    },
    isOperator: () => false,
    csrfToken: () => 'token',
  });
  registerReports(http, {
    demoBotKey: null,
    store: {
      completeUntil: async () => behindSince,
      rollup: async () => undefined,
      async query(statement) {
        runningStatements += 1;
        return (await store.query({ ...statement, ...instead }).finally(() => {
          runningStatements -= 1;
        })) as never;
      },
    },
    now: () => Date.parse('2024-03-02T12:00:00Z'),
    hiddenCommandsOf: async () => ['hello'],
    targetsOf: async () => [],
    segmentsOf: async () => noSegments,
    record: async (_call, action, detail) => void auditEntries.push([action, detail]),
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  // The client connects again after it has broken off, and asks nothing more there.
  app.server.closeAllConnections();
  await app.close();
  await store.close();
});
beforeEach(() => {
  permissions = permissionKeys;
  singleReports = [];
  instead = {};
});

const period = 'period=2024-03-01..2024-03-02&detail=day';
/** The data, or `status code field` of a failure. */
async function ask(path: string) {
  const response = await fetch(`${url}/api/reports/${bot.key}/${path}`);
  const answer = (await response.json()) as { status: string; data: never; errors: { code: string; field?: string }[] };
  if (answer.status === 'success') return answer.data;
  const [failure] = answer.errors;
  return [response.status, failure?.code, failure?.field].filter(Boolean).join(' ');
}

test('all time begins with the first event, and every answer says when that was', async () => {
  const read = async (query: string) => {
    const answer = await fetch(`${url}/api/reports/${bot.key}/visitors${query}`);
    return ((await answer.json()) as { data: Report }).data;
  };
  const all = await read('?period=all&compare=custom&compare_period=last_month');
  expect(all).toMatchObject({
    data_since: '2024-03-01',
    period: { from: '2024-03-01', to: '2024-03-02' },
    compare: { period: { from: '2024-02-01', to: '2024-02-29' } },
  });
  expect(all.lines[0]?.total).toBe(2);
  const rejection = await fetch(`${url}/api/reports/${bot.key}/visitors?compare=custom`);
  expect(rejection.status).toBe(400);
  expect(await rejection.text()).toContain('compare_period');
});

test('filter, breakdown, model, statements; the bot says which model and parameter where the page does not', async () => {
  expect(await ask(`visitors?${period}&filter=source:site&explain=1`)).toMatchObject({
    period: { time_zone: 'Asia/Kolkata' },
    lines: [{ values: [1, 1], total: 1 }],
    model: 'last',
    statements: [{ params: { bot: bot.key, filter_1: ['site'] } }],
  });
  expect(await ask(`visitors?${period}&filter=source:site&model=first`)).toMatchObject({ lines: [{ total: 0 }] });
  expect(await ask(`visitors?${period}&by=param.source`)).toMatchObject({
    by: 'param.source',
    lines: [
      { name: '', values: [0, 1] },
      { name: 'site', values: [1, 1] },
    ],
  });
  expect(await ask(`utm_summary?${period}`)).toMatchObject({ model: 'last', parameter: 'source' });
  expect(await ask(`visitors?${period}&filter=source`)).toBe('400 InvalidFilter filter');
  expect(await ask(`profit?${period}`)).toBe('404 UnknownReport type_report');
});

test('the users behind a number, a page at a time', async () => {
  const ann = {
    user_id: 1,
    first_name: 'Ann',
    last_name: '',
    username: 'ann',
    language: 'ru',
    is_premium: false,
    source: 'ads',
    first_time: '2024-03-01T10:00:00.000Z',
    last_time: '2024-03-02T10:00:00.000Z',
  };
  expect(await ask(`visitors/users?${period}&bucket=0`)).toEqual({ total: 1, users: [ann] });
  expect(await ask(`visitors/users?${period}`)).toMatchObject({ total: 2, users: [{ user_id: 2 }, { user_id: 1 }] });
  expect(await ask(`visitors/users?${period}&limit=1&offset=1`)).toEqual({ total: 2, users: [ann] });
  expect(await ask(`visitors/users?${period}&offset=9`)).toEqual({ total: 2, users: [] });
  expect(await ask(`visitors/users?${period}&limit=0`)).toEqual({ total: 2, users: [] });
  expect(await ask(`visitors/users?${period}&limit=all`)).toBe('400 InvalidField limit');
  expect(await ask(`visitors/users?${period}&bucket=7`)).toBe('400 InvalidPlace bucket');
  expect(await ask(`user_commands_stat/users?${period}&line=hello`)).toMatchObject({ users: [{ user_id: 2 }] });
});

test('the users behind a number are exported as a file that no spreadsheet takes for a formula', async () => {
  const path = reportUsersCsvPath(bot.key, 'visitors');
  const response = await fetch(`${url}${path}?${period}&filter=premium:yes|language:ru`);

  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="visitors-users.csv"');
  expect(auditEntries).toEqual([['exported', { what: 'report_users', report: 'visitors' }]]);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  expect(text.split('\r\n')).toEqual([
    '\ufeffuser_id,first_name,last_name,username,language,is_premium,source,first_time,last_time',
    '2,"\'=Ben, ""B""",,,,true,,2024-03-02T10:00:00.001Z,2024-03-02T10:00:00.001Z',
    '1,Ann,,ann,ru,false,ads,2024-03-01T10:00:00.000Z,2024-03-02T10:00:00.000Z',
    '',
  ]);
});

test('values to make a filter of', async () => {
  const values = (dimension: string) => ask(`filter-values?dimension=${dimension}&period=7d`);
  const parameters = ['source', 'medium'];
  expect(await values('language')).toEqual({
    values: [
      { value: '', users: 1 },
      { value: 'ru', users: 1 },
    ],
    parameters,
  });
  expect(await values('source')).toMatchObject({ values: [{ value: '' }, { value: 'site' }] });
  // The last launches have none.
  expect(await values('param.medium')).toEqual({ values: [{ value: '', users: 2 }], parameters });
  expect(await values('command')).toEqual({
    values: [
      { value: '/start', users: 1 },
      { value: 'hello', users: 1 },
    ],
    parameters,
  });
  expect(await values('chat_type&search=RIV')).toMatchObject({ values: [{ value: 'private', users: 2 }] });
  expect(await values('gender&search=zzz')).toMatchObject({ values: [] });
  expect(await values('colour')).toBe('400 InvalidDimension dimension');
  expect(await ask('filter-values?dimension=source&period=always')).toBe('400 InvalidPeriod period');
});

test('permissions: the report, its own right, and the right to see users or take them away', async () => {
  const csv = async () => {
    const response = await fetch(`${url}${reportUsersCsvPath(bot.key, 'gender')}?${period}`);
    // A body that nobody reads keeps its connection open.
    await response.text();
    return response.status;
  };
  const revokePermissions = (...keys: PermissionKey[]) => {
    permissions = permissionKeys.filter((key) => !keys.includes(key));
  };
  revokePermissions('report.gender');
  expect(await ask(`gender?${period}`)).toBe('403 AccessDenied');
  expect(await ask(`gender/users?${period}`)).toBe('403 AccessDenied');
  expect(await csv()).toBe(403);
  expect(await ask(`visitors?${period}`)).toMatchObject({ type_report: 'visitors' });
  revokePermissions('section.users.list');
  expect(await ask(`gender/users?${period}`)).toBe('403 AccessDenied');
  expect(await csv()).toBe(403);
  revokePermissions('section.users.export');
  expect(await ask(`gender/users?${period}`)).toMatchObject({ total: 2 });
  expect(await csv()).toBe(403);
  revokePermissions('report.view');
  expect(await ask(`gender/users?${period}`)).toBe('403 AccessDenied');
  expect(await csv()).toBe(403);
});

test('an answer says until when it is complete while the store is behind', async () => {
  behindSince = Date.parse('2026-03-01T12:00:00.500Z');
  expect(await ask(`visitors?${period}`)).toMatchObject({ complete_until: '2026-03-01T12:00:00.500Z' });
  behindSince = null;
  expect(await ask(`visitors?${period}`)).not.toHaveProperty('complete_until');
});

/** Many threads: on a machine that other tests keep busy it has a processor all the same. */
const endless = 'SELECT count() FROM numbers_mt(1e12) WHERE number % 7 = 1 SETTINGS max_threads = 8';
test('a question that takes too long, or too much memory, is refused in words', async () => {
  instead = { sql: endless, timeoutSeconds: 3 };
  expect(await ask(`visitors?${period}`)).toBe('422 QueryTooHeavy');
  instead = { sql: 'SELECT sleepEachRow(0.2) FROM numbers(1000) SETTINGS max_block_size = 1', timeoutSeconds: 2 };
  expect(await ask(`visitors?${period}`)).toBe('503 Overloaded');
  instead = { sql: 'SELECT groupArray(repeat(toString(number), 500)) FROM numbers(1e9)' };
  expect(await ask(`visitors?${period}`)).toBe('422 QueryTooHeavy');
  expect(await ask(`visitors/users?${period}`)).toBe('422 QueryTooHeavy');
});

test.each([
  'visitors',
  'visitors?by=language',
  'visitors/users',
  'visitors/users.csv',
  'filter-values?dimension=source',
])('leaving %s stops its query in the engine', async (path) => {
  instead = { sql: endless };
  const leaving = new AbortController();
  const answer = fetch(`${url}/api/reports/${bot.key}/${path}`, { signal: leaving.signal });
  await expect.poll(() => runningStatements).toBeGreaterThan(0);
  leaving.abort();
  await expect(answer).rejects.toThrow();
  // The store lets go of a question when the engine has ended it, not before.
  await expect.poll(() => runningStatements, { timeout: 5_000 }).toBe(0);
});

test('a report given by itself opens the words of filters, and no numbers of others', async () => {
  const values = `filter-values?dimension=source&${period.replace('&detail=day', '')}`;
  const numbered = { values: expect.arrayContaining([{ value: 'site', users: 1 }]) };
  expect(await ask(values)).toMatchObject(numbered);
  permissions = [];
  singleReports = ['visitors'];
  expect(await ask(values)).toMatchObject(numbered);
  singleReports = ['retention'];
  expect(await ask(values)).toMatchObject({
    values: [
      { value: '', users: null },
      { value: 'site', users: null },
    ],
    parameters: ['source', 'medium'],
  });
});
