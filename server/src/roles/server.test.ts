import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '@botscope/contract';
import { startJourney } from '@botscope/testkit/journey.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertDeclared } from '../platform/http/app.ts';
import { askAsMonitor, monitorHeaders, startTestServer, type TestServer, type TestVisitor } from './test-server.ts';

/** The six digits of the newest mail to an address, from the outbox folder. */
function mailedCode(dataDir: string, email: string): string {
  const directory = join(dataDir, 'outbox');
  const mails = readdirSync(directory)
    .sort()
    .map((name) => readFileSync(join(directory, name), 'utf8'));
  const code = /\b(\d{6})\b/.exec(
    mails
      .findLast((mail) => mail.includes(email))
      ?.split(/\r?\n\r?\n/)
      .slice(1)
      .join('\n') ?? '',
  )?.[1];
  if (code === undefined) throw new Error(`no code was mailed to ${email}`);
  return code;
}

async function signUp(server: TestServer, email: string, timeZone = 'Europe/Moscow'): Promise<TestVisitor> {
  const visitor = server.visitor();
  const password = 'correct horse battery';
  await visitor.post('/api/user/sign-in/signup', { email, password, lang: 'en', time_zone: timeZone });
  await server.services.accounts.settled();
  await visitor.post('/api/user/sign-in/activation', { code: mailedCode(server.dataDir, email), email });
  return visitor;
}

describe('the whole product', () => {
  let server: TestServer;
  let owner: TestVisitor;
  let stranger: TestVisitor;
  let apiKey: string;
  let botKey: string;

  beforeAll(async () => {
    server = await startTestServer();
    owner = await signUp(server, 'owner@example.com');
    stranger = await signUp(server, 'stranger@example.com');
  });
  afterAll(() => server.close());

  it('takes nobody in before the code from the mail is entered', async () => {
    const visitor = server.visitor();
    const credentials = { identity: 'late@example.com', password: 'correct horse battery' };
    await visitor.post('/api/user/sign-in/signup', { email: credentials.identity, password: credentials.password });
    expect(await visitor.post('/api/user/sign-in/login', credentials)).toMatchObject({
      status: 403,
      body: { status: 'error', errors: [{ code: 'need_activate' }] },
    });
    await server.services.accounts.settled();
    const code = mailedCode(server.dataDir, credentials.identity);
    await visitor.post('/api/user/sign-in/activation', { code, email: credentials.identity });
    expect(await server.visitor().post('/api/user/sign-in/login', credentials)).toMatchObject({
      status: 200,
      body: { status: 'success', data: { user: { email: 'late@example.com' } } },
    });
  });

  it('connects a bot and shows its key once', async () => {
    const { body } = await owner.post('/api/bots', { bot_name: '@shop_bot' });
    const data = body.data as unknown as { bot: { key: string; status: boolean }; api_key: string };
    ({ api_key: apiKey } = data);
    botKey = data.bot.key;
    expect(apiKey).toMatch(/^[0-9a-f]{13}:[0-9a-f]{64}$/);
    expect(data.bot).toMatchObject({
      bot_name: 'shop_bot',
      status: false,
      permissions: expect.arrayContaining(['secure.manage']),
    });
    expect(JSON.stringify((await owner.get(`/api/bots/${botKey}`)).body)).not.toContain(apiKey.slice(14));
  });

  it.each([
    [{ bot_name: 'shop' }, 400, 'MustEndBot', 'bot_name'],
    [{}, 400, 'RequiredFields', 'bot_name'],
    [{ bot_name: 'Shop_BOT' }, 400, 'botExist', 'bot_name'],
    ['{"bot_name":', 400, 'BadRequest', undefined],
  ])('refuses %j with a named error', async (body, status, code, field) => {
    const answer = await owner.post('/api/bots', body);
    expect(answer).toMatchObject({ status, body: { status: 'error', errors: [{ code, ...(field && { field }) }] } });
  });

  it('counts what a bot pushes, once, and sends it live to its owner', async () => {
    const journey = startJourney({ from: '2026-03-02T09:00:00Z', bot: 'shop_bot' });
    const [anna, boris, clara] = [journey.user('Anna'), journey.user('Boris'), journey.user('Clara')];
    anna.sends('/start promo');
    journey.after('5m');
    anna.presses('buy');
    boris.sends('/start');
    journey.at('2026-03-03T10:00:00Z');
    clara.sends('hello');
    boris.blocks();
    const push = () =>
      fetch(`${server.url}/v1/send-batch-update`, {
        method: 'POST',
        headers: { 'Api-Key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(journey.updates),
      });
    for (const attempt of [await push(), await push()]) {
      expect(attempt.status).toBe(200);
      expect(await attempt.text()).toBe('{"ok":true}');
    }
    // On a busy machine rows are spooled first; they are written a moment later.
    await expect.poll(async () => (await askAsMonitor(server, '/readyz')).json()).toMatchObject({ spooledRows: 0 });
    const ask = async (type: string): Promise<Report> => {
      const { body } = await owner.get(`/api/reports/${botKey}/${type}?period=2026-03-02..2026-03-03&detail=day`);
      return body.data as unknown as Report;
    };
    const newUsers = await ask('new_users');
    expect(newUsers.buckets).toEqual(['2026-03-02T00:00:00+03:00', '2026-03-03T00:00:00+03:00']);
    expect(newUsers.lines[0]).toMatchObject({ values: [2, 1], total: 3 });
    expect((await ask('visitors')).lines[0]).toMatchObject({ values: [2, 1], total: 3 });
    expect((await ask('left_users')).lines[0]).toMatchObject({ values: [0, 1], total: 1 });
    expect((await owner.get(`/api/bots/${botKey}`)).body).toMatchObject({ data: { status: true } });
  });

  it('shows the owner what could not be taken', async () => {
    const response = await fetch(`${server.url}/v1/send-batch-update`, {
      method: 'POST',
      headers: { 'Api-Key': apiKey },
      body: JSON.stringify([
        { date: null, update: 'not an update' },
        { update: { update_id: 1, brand_new_kind: { a: 1 } } },
      ]),
    });
    expect(response.status).toBe(200);
    await expect
      .poll(async () => (await owner.get(`/api/bots/${botKey}/errors`)).body.data)
      .toMatchObject({
        total: 1,
        lines: [{ kind: 'update', code: 400, reason: 'NotAnObject', count: 1, text: '"not an update"' }],
      });
  });

  it('takes the bot’s own calls, and shows which of them Telegram refused', async () => {
    const call = { method: 'sendMessage', params: { chat_id: 42, text: 'Hi' }, date: '2026-03-03T10:00:00.000Z' };
    const answer = { ok: false, error_code: 400, description: 'Bad Request: chat not found' };
    const response = await fetch(`${server.url}/v1/send-batch-call`, {
      method: 'POST',
      headers: { 'Api-Key': apiKey },
      body: JSON.stringify([call, { ...call, response: answer }]),
    });
    expect([response.status, await response.text()]).toEqual([200, '{"ok":true}']);
    await expect
      .poll(async () => (await owner.get(`/api/bots/${botKey}/errors?kind=call`)).body.data)
      .toMatchObject({ total: 1, lines: [{ code: 400, method: 'sendMessage', reason: 'Refused', count: 1 }] });
    await expect
      .poll(async () => (await owner.get(`/api/bots/${botKey}`)).body.data, { timeout: 10_000 })
      .toMatchObject({ status_send: true, last_call_at: expect.any(String) });
  });

  it.each([
    ['GET', (key: string) => `/api/bots/${key}`],
    ['GET', (key: string) => `/api/reports/${key}/new_users`],
    ['GET', (key: string) => `/api/bots/${key}/errors`],
    ['GET', (key: string) => `/api/bots/${key}/live`],
    ['POST', (key: string) => `/api/bots/${key}/rename`],
    ['POST', (key: string) => `/api/bots/${key}/rotate-api-key`],
    ['DELETE', (key: string) => `/api/bots/${key}`],
  ])('%s of another account’s bot is the 404 of no bot', async (method, path) => {
    const call = (visitor: TestVisitor, key: string) =>
      method === 'GET'
        ? visitor.get(path(key))
        : method === 'POST'
          ? visitor.post(path(key), { bot_name: 'x_bot' })
          : visitor.delete(path(key), { bot_name: 'x_bot' });
    const theirs = await call(stranger, botKey);
    expect(theirs).toMatchObject({ status: 404, body: { errors: [{ code: 'NotFound' }] } });
    expect((await call(stranger, '0000000000000')).body).toEqual(theirs.body);
    expect((await call(server.visitor(), botKey)).status).toBe(401);
  });

  it.each([
    ['nonsense', '', 404, 'UnknownReport'],
    ['new_users', '?period=soon', 400, 'InvalidPeriod'],
    ['new_users', '?detail=minute', 400, 'InvalidDetail'],
    ['new_users', '?compare=mars', 400, 'InvalidCompare'],
    ['new_users', '?period=2016-01-01..2026-01-01&detail=hour', 400, 'PeriodTooLong'],
  ])('refuses report %s%s', async (type, query, status, code) => {
    expect(await owner.get(`/api/reports/${botKey}/${type}${query}`)).toMatchObject({
      status,
      body: { errors: [{ code }] },
    });
  });

  it('stops taking an old key when it is rotated, and any key when the bot is removed', async () => {
    const push = async (key: string) =>
      (
        await fetch(`${server.url}/v1/send-update`, {
          method: 'POST',
          headers: { 'Api-Key': key },
          body: '{"update_id":7}',
        })
      ).status;
    const { body } = await owner.post(`/api/bots/${botKey}/rotate-api-key`);
    const newApiKey = (body.data as unknown as { api_key: string }).api_key;
    expect([await push(apiKey), await push(newApiKey)]).toEqual([401, 200]);
    expect(await owner.delete(`/api/bots/${botKey}`, { bot_name: 'shop' })).toMatchObject({ status: 400 });
    expect(await owner.delete(`/api/bots/${botKey}`, { bot_name: 'shop_bot' })).toMatchObject({ status: 200 });
    expect(await push(newApiKey)).toBe(401);
    expect((await owner.get('/api/bots')).body.data).toEqual([]);
  });

  it('refuses a request that another site makes a browser send', async () => {
    expect(await owner.post('/api/bots', { bot_name: 'evil_bot' }, { 'sec-fetch-site': 'cross-site' })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'CsrfFailed' }] },
    });
    expect(await owner.post('/api/bots', { bot_name: 'evil_bot' }, { 'x-csrf-token': 'made up' })).toMatchObject({
      status: 403,
    });
  });

  it('reports its health', async () => {
    const visitor = server.visitor();
    expect(await visitor.get('/healthz')).toMatchObject({ status: 200, body: { ok: true } });
    // From 127.0.0.1 without any header of a proxy, as from a visitor through a reverse proxy that sets none.
    expect(await visitor.get('/readyz')).toMatchObject({ status: 200, body: { ready: true } });
    expect(Object.keys((await visitor.get('/readyz')).body)).toEqual(['ready']);
    const strangers: Record<string, string>[] = [
      {},
      { 'x-forwarded-for': '127.0.0.1' },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${'0'.repeat(64)}` },
      { authorization: `Basic ${server.services.config.metricsToken}` },
    ];
    for (const headers of strangers) {
      const answer = await fetch(`${server.url}/metrics`, { headers });
      expect([answer.status, await answer.text()]).toEqual([403, 'forbidden\n']);
      const health = await fetch(`${server.url}/readyz`, { headers });
      expect(await health.json()).toEqual({ ready: true });
    }
  });

  it('shows its metrics and details to those who have the token, behind a proxy too', async () => {
    expect(await (await askAsMonitor(server, '/metrics')).text()).toMatch(/nodejs_eventloop_lag/);
    const forwarded = await askAsMonitor(server, '/readyz', { 'x-forwarded-for': '203.0.113.9' });
    expect(await forwarded.json()).toMatchObject({ ready: true, metadata: true, clockAheadS: null });
    // It is no operator's secret.
    const { authorization } = monitorHeaders(server);
    expect((await server.visitor().post('/operator/list', {}, { authorization })).status).toBe(403);
  });

  it('does not start with a route that is silent about who may call it', () => {
    const silent = { method: 'GET', url: '/x', access: undefined, turn: undefined, schemas: undefined };
    expect(() => assertDeclared([silent])).toThrow(/\/x/);
  });
});
