import {
  breakdownDimensions,
  dimensions,
  type PermissionKey,
  permissionKeys,
  reportTypes,
  uploadPath,
} from '@botscope/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../roles/test-server.ts';
import { grantColumns } from './given.ts';
import { nameOf } from './test-matrix.ts';

/**
 * Names of a bot's users belong to its list of users and to their conversations. A colleague who has every other
 * permission reads everything that the running server answers: no byte of it may be a name of the only user.
 */

const names = ['Zyxandra', 'Qvistgaard', 'zyx_qvist_1987'];
const userId = 77_001;
const withNames: readonly PermissionKey[] = ['section.users.list', 'section.users.chat.view'];

let server: TestServer;
let key: string;
let uploadId: string;
let cookies: { owner: string; colleague: string };
beforeAll(async () => {
  server = await startTestServer({ ROLES: 'ingest,api' });
  const { accounts, bots, metadata } = server.services;
  const signIn = async (id: string): Promise<string> => {
    await metadata.db
      .insertInto('accounts')
      .values({ id, email: `${id}@example.com`, email_verified: true })
      .execute();
    const caller = { headers: { 'user-agent': 'names' }, address: '203.0.113.9', device: null };
    const { cookies: set } = await accounts.openSession(id, caller, { remember: true, how: 'password' });
    return set.map((cookie) => cookie.split(';', 1)[0]).join('; ');
  };
  cookies = { owner: await signIn('owner'), colleague: await signIn('colleague') };
  const { bot, apiKey } = await bots.add('owner', 'names_bot');
  key = bot.key;
  const keys = permissionKeys.filter((permission) => !withNames.includes(permission));
  await metadata.db
    .insertInto('grants')
    .values({ bot_key: key, account_key: 'colleague', ...grantColumns({ role: null, keys, reports: [] }) })
    .execute();
  await record(apiKey);
  uploadId = await importRejected();
});
afterAll(() => server.close());

/** Updates of all that is shown somewhere, and what is written to the error log, each with the user's names. */
async function record(apiKey: string): Promise<void> {
  const now = Date.now();
  const from = { id: userId, is_bot: false, first_name: names[0], last_name: names[1], username: names[2] };
  const chat = { ...from, is_bot: undefined, type: 'private' };
  const message = { message_id: 1, date: Math.floor(now / 1_000), from, chat };
  const location = { latitude: 52.52, longitude: 13.4 };
  const paid = { currency: 'XTR', total_amount: 50, invoice_payload: 'order', telegram_payment_charge_id: 'charge' };
  const contents = [
    { text: '/start source-ads_medium-mail' },
    { text: 'hello' },
    { location },
    { contact: { phone_number: '999', first_name: names[0] } },
    { successful_payment: { ...paid, provider_payment_charge_id: 'p' } },
  ];
  const member = { chat, from, date: message.date, old_chat_member: { user: from, status: 'member' } };
  const updates = [
    ...contents.map((content) => ({ message: { ...message, ...content } })),
    { edited_message: { ...message, edit_date: message.date, text: 'hello again' } },
    { callback_query: { id: '1', from, data: 'menu', chat_instance: '1', message: { ...message, text: 'Choose' } } },
    { my_chat_member: { ...member, new_chat_member: { user: from, status: 'kicked' } } },
    { inline_query: { id: '2', from, query: 'cats', offset: '' } },
    // Rejected, or recorded with a problem: the error log shows examples.
    { message: { ...message, from: { ...from, id: 'none' }, text: 'nobody' } },
    { poll_answer: { poll_id: '1', option_ids: [0], voter: from } },
  ].map((update, index) => ({ date: new Date(now).toISOString(), update: { update_id: 1 + index, ...update } }));
  const hour = new Date(now).toISOString();
  const pushes: [path: string, body: unknown][] = [
    ['send-batch-update', [...updates, [from], { date: hour, update: names[0] }]],
    [
      'send-call',
      { method: 'sendMessage', params: { chat_id: userId, text: 'Hi' }, response: { ok: false, error_code: 403 } },
    ],
    ['send-target', { target_start_id: 1, user_id: userId }],
    ['send-user-field', { user_id: userId, key: 'missing', value: names[0] }],
  ];
  for (const [path, body] of pushes) {
    const headers = { 'api-key': apiKey, 'content-type': 'application/json' };
    await server.app.inject({ method: 'POST', url: `/v1/${path}`, headers, payload: JSON.stringify(body) });
  }
}

/** A file with two rows, of which one is rejected. Returns the upload's id. */
async function importRejected(): Promise<string> {
  const call = async (method: 'GET' | 'POST', url: string, payload?: string | object) => {
    const headers = { cookie: cookies.owner, ...(typeof payload === 'string' && { 'content-type': 'text/csv' }) };
    return JSON.parse((await server.app.inject({ method, url, headers, ...(payload && { payload }) })).body).data;
  };
  const path = uploadPath(key);
  const { id, mapping } = await call('POST', path, `id,name\n${userId},${names[0]}\nnone,${names[0]}\n`);
  await call('POST', `${path}/${id}/start`, { content: 'users', mapping });
  await vi.waitFor(async () => expect((await call('GET', `${path}/${id}`)).state).toBe('done'), { timeout: 30_000 });
  return id;
}

/** Addresses of a route, with every report, dimension and number that it has. */
function buildAddresses(url: string): string[] {
  const path = url
    .replace(':key', key)
    .replace(':user_id', String(userId))
    .replace(':target_id', '1')
    .replace('/uploads/:id', `/uploads/${uploadId}`);
  const reports = Object.keys(reportTypes);
  if (path.endsWith('/filter-values')) return dimensions.map((dimension) => `${path}?period=7d&dimension=${dimension}`);
  if (path.endsWith('/:type_report')) {
    const lines = breakdownDimensions.map((dimension) => `visitors?period=7d&explain=1&by=${dimension}`);
    return [...reports.map((type) => `${type}?period=7d`), ...lines].map((words) =>
      path.replace(':type_report', words),
    );
  }
  if (path.includes(':type_report')) return reports.map((type) => `${path.replace(':type_report', type)}?period=7d`);
  const words = `${path.replaceAll(/:\w+|\*/g, '1')}?period=7d&bot=${key}`;
  return [words, `${words}&search=${names[0]}`];
}

/** POST routes that only read. */
const posts: Record<string, object> = {
  'POST /api/bots/:key/target-test': {
    name: 'Any',
    trigger: { kind: 'event', event: 'message' },
    value: { kind: 'none' },
  },
};

async function read(cookie: string, address: string): Promise<string> {
  const request = { url: address, remoteAddress: '203.0.113.9', headers: { cookie, 'user-agent': 'names' } };
  if (!new URL(address, 'http://local').pathname.endsWith('/live')) return (await server.app.inject(request)).body;
  const answer = await server.app.inject({ ...request, payloadAsStream: true });
  const [first] = answer.statusCode === 200 ? await answer.stream().take(1).toArray() : [];
  answer.stream().destroy();
  return String(first ?? '');
}

/** The routes whose answers have a name, of all that can be read with a session. */
async function routesWithNames(cookie: string): Promise<string[]> {
  const routes = server.app.routeList.filter(({ method, url }) => method === 'GET' && url.startsWith('/api/'));
  expect(routes.length).toBeGreaterThan(60);
  const matchingRoutes = new Set<string>();
  for (const route of routes) {
    for (const address of buildAddresses(route.url)) {
      const body = (await read(cookie, address)).toLowerCase();
      if (names.some((name) => body.includes(name.toLowerCase()))) matchingRoutes.add(nameOf(route));
    }
  }
  for (const [name, payload] of Object.entries(posts)) {
    const url = name.replace('POST ', '').replace(':key', key);
    const { statusCode, body } = await server.app.inject({ method: 'POST', url, headers: { cookie }, payload });
    expect(statusCode).toBe(200);
    if (names.some((one) => body.includes(one))) matchingRoutes.add(name);
  }
  return [...matchingRoutes].sort();
}

/** Routes that show names to the owner, which proves that this test finds them; a colleague gets none on purpose. */
const withTheRight = [
  'GET /api/bots/:key/activity',
  'GET /api/bots/:key/conversions',
  'GET /api/bots/:key/conversions.csv',
  'GET /api/bots/:key/errors',
  'GET /api/bots/:key/uploads',
  'GET /api/bots/:key/uploads/:id',
  'GET /api/bots/:key/uploads/:id/rejected-rows.csv',
  'GET /api/bots/:key/users',
  'GET /api/bots/:key/users.csv',
  'GET /api/bots/:key/users.ndjson',
  'GET /api/bots/:key/users/:user_id',
  'GET /api/bots/:key/users/:user_id/export.zip',
  'GET /api/bots/:key/users/:user_id/messages',
  'GET /api/reports/:key/:type_report/users',
  'GET /api/reports/:key/:type_report/users.csv',
  'POST /api/bots/:key/target-test',
];

it('names are in the lists of users and in their conversations alone', async () => {
  expect(await routesWithNames(cookies.owner)).toEqual(withTheRight);
  expect(await routesWithNames(cookies.colleague)).toEqual([]);
  // A search does not reveal either whether the log has a name.
  const search = await read(cookies.colleague, `/api/bots/${key}/errors?search=${names[0]}`);
  expect(JSON.parse(search)).toMatchObject({ status: 'success', data: { lines: [], total: 0 } });
  // Some 300 requests: 10 s, and much longer on a machine that others use too.
}, 240_000);
