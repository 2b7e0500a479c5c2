import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { openApiDocument } from './openapi.ts';
import { registerPushRoutes } from './push-routes.ts';
import type { PushedItem } from './read-pushed.ts';
import type { PushedCall } from './read-pushed-calls.ts';

const apiKey = `0123456789abc:${'5e'.repeat(32)}`;
const update = { update_id: 7, message: { message_id: 1, date: 1_763_632_800, text: 'Привет' } };
const item = { date: '2025-11-20T10:00:00.123+00:00', update };
const maxBodyBytes = 100_000;

let app: FastifyInstance;
let recordedUpdates: { key: string; items: PushedItem[] }[];
let recordedCalls: (PushedCall & { key: string })[];
let recordFails: unknown;

beforeEach(() => {
  recordedUpdates = [];
  recordedCalls = [];
  recordFails = null;
  app = Fastify();
  registerPushRoutes(app, {
    authenticate: async (key) => (key === apiKey ? { key: '0123456789abc' } : null),
    record: async (bot, items) => {
      if (recordFails !== null) throw recordFails;
      recordedUpdates.push({ key: bot.key, items: [...items] });
    },
    recordCalls: async (bot, calls) => {
      if (recordFails !== null) throw recordFails;
      recordedCalls.push(...[...calls].map((call) => ({ key: bot.key, ...call })));
    },
    recordConversions: async () => undefined,
    recordFieldValues: async () => undefined,
    listUsers: async () => ({ count: 0, rows: [] }),
    visitorLink: async () => null,
    maxBodyBytes,
  });
});
afterEach(() => app.close());

function post(
  body: unknown,
  { url = '/v1/send-batch-update', headers = {} }: { url?: string; headers?: Record<string, string> } = {},
) {
  const payload = Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
  const options: InjectOptions = { method: 'POST', url, payload, headers: { 'api-key': apiKey, ...headers } };
  return app.inject(options);
}

async function expectOk(response: Awaited<ReturnType<typeof post>>, items: PushedItem[]) {
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/json');
  expect(response.body).toBe('{"ok":true}');
  expect(recordedUpdates).toEqual([{ key: '0123456789abc', items }]);
}

function expectError(response: Awaited<ReturnType<typeof post>>, status: number, description: string | RegExp) {
  expect(response.statusCode).toBe(status);
  expect(response.headers['content-type']).toBe('application/json');
  const body: unknown = response.json();
  expect(body).toEqual({ ok: false, error_code: status, description: expect.stringMatching(description) });
}

describe('the push calls', () => {
  it.each(['/v1/send-batch-update', '/api/send-batch-update', '/v1/send-update', '/api/send-update'])(
    'record a batch sent to %s',
    async (url) => {
      await expectOk(await post([item, { ...item, date: null }], { url }), [item, { update, date: null }]);
    },
  );

  it.each([
    ['a single item', item, [item]],
    ['a bare update', update, [{ update }]],
    ['a list of bare updates', [update, update], [{ update }, { update }]],
    ['the answer of getUpdates', { ok: true, result: [update] }, [{ update }]],
    ['an update without its id', { message: update.message }, [{ update: { message: update.message } }]],
    ['an item without a date', [{ update }], [{ update }]],
  ])('take %s', async (_name, body, items) => {
    await expectOk(await post(body, { url: '/v1/send-update' }), items);
  });

  it('record nothing for an empty list, which is no fault', async () => {
    const response = await post([]);
    expect([response.statusCode, response.body]).toEqual([200, '{"ok":true}']);
    expect((await post({ ok: true, result: [] })).statusCode).toBe(200);
    expect(recordedUpdates).toEqual([]);
  });

  it('pass bad items on with what is wrong, and fail none of the rest', async () => {
    const bareMessage = update.message;
    const notAnItem = 'NotAnItem';
    await expectOk(
      await post([item, 5, null, {}, { date: item.date, update: null }, bareMessage, { update: 'text' }, item]),
      [
        item,
        { update: 5, problem: notAnItem },
        { update: null, problem: notAnItem },
        { update: {}, problem: notAnItem },
        { update: { date: item.date, update: null }, problem: notAnItem },
        { update: bareMessage, problem: 'AMessage' },
        { update: 'text' },
        item,
      ],
    );
  });

  it('take more than the thousand that is promised', async () => {
    const items = Array.from({ length: 2_500 }, (_, id) => ({ update: { update_id: id } }));
    await expectOk(await post(items), items);
  });

  it.each([
    'application/json',
    'application/json;',
    'application/json; charset=utf-8',
    'Application/JSON; charset="UTF-8"',
    'application/json;charset=windows-1251',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'json',
    '',
  ])('read JSON that calls itself %j', async (type) => {
    await expectOk(await post([item], { headers: { 'content-type': type } }), [item]);
  });

  it('read JSON that calls itself nothing, under any writing of the header’s name', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/send-batch-update',
      payload: JSON.stringify([item]),
      headers: { 'API-KEY': ` ${apiKey} ` },
    });
    await expectOk(response, [item]);
  });

  it.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (body: Buffer) => body],
  ])('inflate %s', async (encoding, pack) => {
    const body = pack(Buffer.from(JSON.stringify([item])));
    await expectOk(await post(body, { headers: { 'content-encoding': encoding } }), [item]);
  });

  it('keep a "__proto__" as data', async () => {
    const text =
      '[{"update":{"update_id":1,"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}]';
    expect((await post(text)).statusCode).toBe(200);
    expect(JSON.stringify(recordedUpdates[0]?.items)).toBe(text);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('pass over a byte order mark', async () => {
    await expectOk(await post(`\ufeff${JSON.stringify([item])}`), [item]);
  });

  it('refuse a missing or wrong key before they read the body', async () => {
    for (const headers of [{ 'api-key': '' }, { 'api-key': `${apiKey}0` }]) {
      expectError(await post('{ no json', { headers }), 401, /^Unauthorized$/);
    }
    expectError(await app.inject({ method: 'POST', url: '/v1/send-update', payload: '[]' }), 401, /^Unauthorized$/);
  });

  it('refuse what is no JSON', async () => {
    for (const body of ['', '{', '[{"update":]', 'update_id=7']) expectError(await post(body), 400, /^Wrong json$/);
  });

  it('refuse JSON that holds no updates, and tell what is expected', async () => {
    for (const body of ['5', 'null', '"text"']) expectError(await post(body), 400, /^Bad Request: Expected a list/);
    expectError(await post({}), 400, /^Bad Request: An item must be/);
    expectError(
      await post(update.message, { url: '/api/send-update' }),
      400,
      /^Bad Request: This is a Message; send the whole/,
    );
    expectError(
      await post({ ok: false, error_code: 401 }),
      400,
      /^Bad Request: This is an error that Telegram answered/,
    );
  });

  it('refuse too much, packed or not', async () => {
    const largeBody = JSON.stringify([{ update: { update_id: 1, text: 'x'.repeat(maxBodyBytes) } }]);
    const tooLarge = /^Request Entity Too Large: at most 100000 bytes$/;
    expectError(await post(largeBody), 413, tooLarge);
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const) {
      expectError(await post(pack(largeBody), { headers: { 'content-encoding': encoding } }), 413, tooLarge);
    }
    expect(recordedUpdates).toEqual([]);
  });

  it('refuse packings that they do not know, or that are none', async () => {
    expectError(await post([item], { headers: { 'content-encoding': 'zip' } }), 415, /"zip" is not supported/);
    expectError(await post([item], { headers: { 'content-encoding': 'constructor' } }), 415, /not supported/);
    expectError(await post([item], { headers: { 'content-encoding': 'gzip' } }), 400, /not valid gzip/);
  });

  it('ask to come again where nothing could take the updates', async () => {
    recordFails = new AppError('StoreUnavailable', { message: 'disk /dev/sda1 is full' });
    const response = await post([item]);
    expectError(response, 503, /^The data store does not respond/);
    expect(response.headers['retry-after']).toBe('5');
    recordFails = new AppError('TooManyRequests');
    const slower = await post([item]);
    expectError(slower, 429, /^Too many/);
    expect(slower.headers['retry-after']).toBe('5');
  });

  it('tell nothing of our insides', async () => {
    recordFails = new Error('password=secret');
    expectError(await post([item]), 500, /^Internal Server Error$/);
  });
});

describe('the push calls for outgoing traffic', () => {
  const call = {
    method: 'sendMessage',
    params: { chat_id: 42, text: 'Hello' },
    response: { ok: true, result: { message_id: 7, date: 1_772_359_201 } },
    date: '2026-03-01T10:00:01.250Z',
  };
  const { method, params, response, date } = call;
  const expectedCall = { key: '0123456789abc', method, params, response, date };

  it.each(['/v1/send-call', '/v1/send-batch-call', '/api/send-call', '/api/send-batch-call'])(
    'take one call or a list at %s',
    async (url) => {
      for (const body of [call, [call, call]]) {
        const answer = await post(body, { url });
        expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
          200,
          'application/json',
          '{"ok":true}',
        ]);
      }
      expect(recordedCalls).toEqual([1, 2, 3].map(() => ({ ...expectedCall, item: call })));
      expect(recordedUpdates).toEqual([]);
    },
  );

  it.each([
    ['the incumbent’s words', { method, parameters: params, answer: response, timestamp: date }],
    ['the words of middlewares', { method, payload: params, result: response, time: date }],
    ['a reply’s form', { method, ...params, response, date }],
    ['Telegram’s answer beside it', { method, params, ...response, date }],
    ['nulls of a serialiser', { ...call, parameters: null, answer: null }],
  ])('understand %s', async (_name, item) => {
    expect((await post(item, { url: '/v1/send-call' })).statusCode).toBe(200);
    expect(recordedCalls).toEqual([{ ...expectedCall, item }]);
  });

  it('keep the reported files', async () => {
    const files = [{ field: 'photo', name: 'a.jpg', type: 'image/jpeg', size: 5 }];
    expect((await post({ ...call, files }, { url: '/v1/send-call' })).statusCode).toBe(200);
    expect(recordedCalls).toEqual([{ ...expectedCall, files, item: { ...call, files } }]);
  });

  it('do not take an invoice’s payload for the parameters', async () => {
    const invoice = { method: 'sendInvoice', chat_id: 42, title: 'Tea', payload: 'order-7', params: null, date };
    expect((await post(invoice, { url: '/v1/send-call' })).statusCode).toBe(200);
    expect(recordedCalls[0]?.params).toEqual({ chat_id: 42, title: 'Tea', payload: 'order-7' });
  });

  it('take more than the thousand that is promised, packed, under any content type', async () => {
    const items = Array.from({ length: 1_200 }, () => ({ method }));
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json;' };
    const answer = await post(gzipSync(JSON.stringify(items)), { url: '/v1/send-batch-call', headers });
    expect([answer.statusCode, recordedCalls.length]).toEqual([200, 1_200]);
  });

  it('pass on bad items of a list, and refuse a body that is none', async () => {
    expect((await post([call, 5, { update_id: 1 }], { url: '/v1/send-batch-call' })).statusCode).toBe(200);
    expect(recordedCalls.map(({ problem, item }) => [problem, item])).toEqual([
      [undefined, call],
      ['NotACall', 5],
      ['NotACall', { update_id: 1 }],
    ]);
    for (const body of [5, {}, update]) {
      expectError(await post(body, { url: '/v1/send-call' }), 400, /^Bad Request: Expected \{"method"/);
    }
    expectError(await post('{', { url: '/v1/send-call' }), 400, /^Wrong json$/);
    expectError(await post(call, { url: '/v1/send-call', headers: { 'api-key': 'x' } }), 401, /^Unauthorized$/);
    recordFails = new AppError('StoreUnavailable');
    expectError(await post(call, { url: '/v1/send-call' }), 503, /^The data store does not respond/);
  });
});

describe('GET /v1/openapi.json', () => {
  it('is the document in docs/, public', async () => {
    const answer = await app.inject({ method: 'GET', url: '/v1/openapi.json' });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json']);
    await expect(`${JSON.stringify(answer.json(), null, 2)}\n`).toMatchFileSnapshot('../../../../docs/openapi.json');
  });

  it('names every path that is served, and only schemas that it holds', async () => {
    const document = openApiDocument() as { paths: object; components: { schemas: object } };
    // Takeovers, campaigns and lists are served by their own features, and tested there.
    const isOurs = (path: string): boolean =>
      !/^\/hit$|^\/v1\/(ad-costs|takeover|subscription|campaigns|lists|webhooks)/.test(path);
    for (const url of Object.keys(document.paths).filter(isOurs)) {
      expect((await app.inject({ method: 'POST', url, payload: '[]' })).statusCode).toBe(401);
    }
    const references = JSON.stringify(document).match(/#\/components\/schemas\/(\w+)/g) ?? [];
    const names = new Set(references.map((ref) => ref.split('/').at(-1)));
    expect([...names].sort()).toEqual(Object.keys(document.components.schemas).sort());
  });
});
