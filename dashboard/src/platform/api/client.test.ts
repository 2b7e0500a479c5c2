/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@botscope/contract';
import { afterEach, expect, test } from 'vitest';
import { ApiError, isWorthRepeating } from './api-error.ts';
import { type ClientOptions, createClient } from './client.ts';

interface Seen {
  line: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const open: { close(): void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** A real server on a free port that answers as instructed and remembers what it was asked. */
async function serve(answer: (response: ServerResponse, count: number) => void, options: Partial<ClientOptions> = {}) {
  const requests: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      answer(response, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { seen: requests, origin, call: createClient({ origin, csrf: () => 'token-1', ...options }) };
}

const json = (response: ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: unknown) => (error instanceof ApiError ? error : Promise.reject(error)),
  );

test('sends JSON with the token and gives the data of the envelope', async () => {
  const { call, seen } = await serve((response) =>
    json(response, 200, { status: 'success', data: { user: { key: 'u' } } }),
  );
  const data = await call(api.login, { body: { identity: 'ann@example.com', password: 'secret' } });
  expect(data).toEqual({ user: { key: 'u' } });
  expect(seen[0]?.line).toBe('POST /api/user/sign-in/login');
  expect(seen[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'x-csrf-token': 'token-1' });
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ identity: 'ann@example.com', password: 'secret' });
});

test('a form endpoint is form-encoded, with an empty body', async () => {
  const { call, seen } = await serve((response) => json(response, 200, { status: 'success', data: null }));
  expect(await call(api.logout, {})).toBeNull();
  expect(seen[0]?.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
  expect(seen[0]?.body).toBe('');
});

test('fills the path and the query, and leaves out what is not given', async () => {
  const { call, seen } = await serve((response) => json(response, 200, { status: 'success', data: {} }));
  await call(api.report, {
    params: { key: '0123456789abc', type_report: 'new users/x' },
    query: { period: '7d', detail: undefined },
  });
  expect(seen[0]?.line).toBe('GET /api/reports/0123456789abc/new%20users%2Fx?period=7d');
  expect(seen[0]?.headers['x-csrf-token']).toBeUndefined();
});

test('success: true counts as success too', async () => {
  const { call } = await serve((response) => json(response, 200, { success: true, data: [] }));
  expect(await call(api.listBots, {})).toEqual([]);
});

test('an error envelope becomes its code, status and fields', async () => {
  const errors = [{ code: 'MustEndBot', field: 'bot_name' }, { code: 'NobodyKnowsThis' }];
  const { call } = await serve((response) => json(response, 400, { status: 'error', errors }));
  const error = await failure(call(api.addBot, { body: { bot_name: 'shop' } }));
  expect(error).toMatchObject({ code: 'MustEndBot', status: 400, items: [{ code: 'MustEndBot', field: 'bot_name' }] });
});

test('a busy server says when to come again', async () => {
  const { call } = await serve((response) => {
    response.setHeader('retry-after', '7');
    json(response, 503, { status: 'error', errors: [{ code: 'Overloaded' }] });
  });
  expect(await failure(call(api.listBots, {}))).toMatchObject({ code: 'Overloaded', status: 503, retryAfterS: 7 });
});

test.each([
  [401, 'NotSignedIn'],
  [403, 'AccessDenied'],
  [404, 'NotFound'],
  [429, 'TooManyRequests'],
  [500, 'UnknownError'],
  [502, 'StoreUnavailable'],
])('an answer %i without an envelope is %s', async (status, code) => {
  const { call } = await serve((response) => response.writeHead(status).end('<html>Bad gateway</html>'));
  expect(await failure(call(api.listBots, {}))).toMatchObject({ code, status });
});

test('a 200 that is not our envelope is an error', async () => {
  const { call } = await serve((response) => response.writeHead(200).end('<html>hotel login</html>'));
  expect(await failure(call(api.listBots, {}))).toMatchObject({ code: 'UnknownError', status: 200 });
});

test('no server: InternetUnavailable', async () => {
  const call = createClient({ origin: 'http://127.0.0.1:9', csrf: () => '' });
  expect(await failure(call(api.listBots, {}))).toMatchObject({ code: 'InternetUnavailable', status: 0 });
});

test('no answer in time: InternetUnavailable, and not asked again by itself', async () => {
  const { call } = await serve(() => undefined, { timeoutMs: 50 });
  const timeoutError = await failure(call(api.listBots, {}));
  expect(timeoutError).toMatchObject({ code: 'InternetUnavailable', status: 0 });
  expect(isWorthRepeating(0, timeoutError)).toBe(false);
});

test('a read is repeated once after a broken connection or a failure of the server, never after a clear no', async () => {
  const broken = await failure(createClient({ origin: 'http://127.0.0.1:9', csrf: () => '' })(api.listBots, {}));
  expect([0, 1].map((failures) => isWorthRepeating(failures, broken))).toEqual([true, false]);
  const isRepeatable = (status: number) => isWorthRepeating(0, new ApiError('UnknownError', status));
  expect([503, 500, 404, 403].map(isRepeatable)).toEqual([true, true, false, false]);
});

test('a caller that gives up gets its own reason, not a broken connection', async () => {
  const leave = new AbortController();
  const { call } = await serve(() => leave.abort(new Error('page left')));
  await expect(call(api.listBots, { signal: leave.signal })).rejects.toThrow('page left');
});

test('repeats once where the reaction asks for it, with the token of that moment', async () => {
  let token = 'old';
  const { call, seen } = await serve(
    (response, count) =>
      count === 1
        ? json(response, 403, { status: 'error', errors: [{ code: 'CsrfFailed' }] })
        : json(response, 200, { status: 'success', data: null }),
    {
      csrf: () => token,
      onError: () => {
        token = 'new';
        return Promise.resolve('retry');
      },
    },
  );
  expect(await call(api.logout, {})).toBeNull();
  expect(seen.map(({ headers }) => headers['x-csrf-token'])).toEqual(['old', 'new']);
});

test('repeats only once', async () => {
  const { call, seen } = await serve(
    (response) => json(response, 403, { status: 'error', errors: [{ code: 'CsrfFailed' }] }),
    { onError: () => Promise.resolve('retry') },
  );
  expect(await failure(call(api.logout, {}))).toMatchObject({ code: 'CsrfFailed' });
  expect(seen).toHaveLength(2);
});
