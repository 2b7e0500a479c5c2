import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerPushRoutes } from './push-routes.ts';
import type { PushedItem } from './read-pushed.ts';

const apiKey = 'the key';
const item = { date: '2025-11-20T10:00:00.123+00:00', update: { update_id: 7 } };
const maxBodyBytes = 200_000;

let app: FastifyInstance;
let port: number;
let recordedItems: PushedItem[];
let agent: Agent;

beforeEach(async () => {
  recordedItems = [];
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  app = Fastify();
  registerPushRoutes(app, {
    authenticate: async (key) => (key === apiKey ? { key: 'bot' } : null),
    record: async (_bot, items) => {
      recordedItems.push(...items);
    },
    recordCalls: async () => undefined,
    recordConversions: async () => undefined,
    recordFieldValues: async () => undefined,
    listUsers: async () => ({ count: 0, rows: [] }),
    visitorLink: async () => null,
    maxBodyBytes,
  });
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterEach(async () => {
  agent.destroy();
  await app.close();
});

interface Answer {
  status: number | undefined;
  type: string | undefined;
  body: string;
  /** Local port: shows whether the connection was reused. */
  from: number | undefined;
}

async function send(method: string, path: string, body = Buffer.alloc(0), headers = {}): Promise<Answer> {
  const call = request({ agent, port, host: '127.0.0.1', method, path, headers: { 'Api-Key': apiKey, ...headers } });
  call.end(body);
  const [response] = await once(call, 'response');
  const from = response.socket.localPort;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const type = response.headers['content-type'];
  return { status: response.statusCode, type, body: Buffer.concat(chunks).toString(), from };
}

describe('the push calls over a socket', () => {
  it('serve HEAD, plain and packed bodies and errors on one connection', async () => {
    const head = await send('HEAD', '/v1/send-batch-update');
    expect(head).toMatchObject({ status: 200, body: '' });
    const ok = { status: 200, type: 'application/json', body: '{"ok":true}', from: head.from };
    const body = Buffer.from(JSON.stringify([item]));
    expect(await send('POST', '/v1/send-batch-update', body)).toEqual(ok);
    expect(await send('POST', '/api/send-batch-update', gzipSync(body), { 'Content-Encoding': 'gzip' })).toEqual(ok);
    expect(await send('POST', '/v1/send-update', Buffer.from('{'))).toMatchObject({ status: 400, from: head.from });
    expect(await send('POST', '/v1/send-update', body, { 'Api-Key': 'wrong' })).toMatchObject({
      status: 401,
      from: head.from,
    });
    expect(await send('POST', '/v1/send-update', body, { 'Content-Type': 'application/json;' })).toEqual(ok);
    expect(recordedItems).toEqual([item, item, item]);
  });

  it('answer a body that is too large, rather than only hang up', async () => {
    const largeBody = Buffer.alloc(maxBodyBytes + 1, 'x');
    expect(await send('POST', '/v1/send-batch-update', largeBody)).toMatchObject({ status: 413 });
    // Without a length it shows only while it is read.
    const chunked = { 'Transfer-Encoding': 'chunked' };
    expect(await send('POST', '/v1/send-batch-update', largeBody, chunked)).toMatchObject({ status: 413 });
    const wholeBody = Buffer.from(JSON.stringify([item]).padEnd(maxBodyBytes));
    expect(await send('POST', '/v1/send-batch-update', wholeBody, chunked)).toMatchObject({ status: 200 });
  });

  it('read a body in pieces that cut through its letters', async () => {
    const body = Buffer.from(JSON.stringify([{ update: { update_id: 8, text: 'Ж' } }]));
    const cut = body.indexOf(0xd0) + 1;
    const socket = connect(port, '127.0.0.1');
    const piece = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
    socket.write(
      `POST /v1/send-batch-update HTTP/1.1\r\nHost: h\r\napi-KEY: ${apiKey}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
    );
    socket.write(piece(body.subarray(0, cut)));
    socket.write(piece(body.subarray(cut)));
    socket.write('0\r\n\r\n');
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\{"ok":true\}$/);
    expect(recordedItems).toEqual([{ update: { update_id: 8, text: 'Ж' } }]);
  });
});
