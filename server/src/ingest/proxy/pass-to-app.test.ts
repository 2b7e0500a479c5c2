import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPassToApp } from './pass-to-app.ts';

const directory = mkdtempSync(join(tmpdir(), 'botscope-pass-'));
const socketPath = join(directory, 'app.sock');
let app: Server;
let front: Server;
let pass: ReturnType<typeof createPassToApp>;
let port: number;
let isThere: boolean;
let seenRequests: { request: IncomingMessage; body: string }[];
/** Answers for the app; by default with the body that it was sent. */
let answer: (
  request: IncomingMessage,
  body: string,
) => { status: number; headers?: Record<string, string>; body: string };

beforeEach(async () => {
  seenRequests = [];
  isThere = true;
  answer = (_request, body) => ({ status: 200, body });
  app = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      seenRequests.push({ request, body });
      const { status, headers = {}, body: text } = answer(request, body);
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise<void>((resolve) => app.listen(socketPath, resolve));
  pass = createPassToApp({ socketPath, peerHeader: 'x-botscope-peer', isThere: () => isThere });
  front = createServer((request, response) => pass.handle(request, response));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  port = (front.address() as AddressInfo).port;
});
afterEach(async () => {
  pass.close();
  for (const server of [front, app]) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
  rmSync(socketPath, { force: true });
});

const ask = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`http://127.0.0.1:${port}${path}`, init);

test('a request arrives as it was sent, and so does the answer', async () => {
  answer = () => ({
    status: 418,
    headers: { 'set-cookie': 'session=1', 'content-security-policy': "default-src 'self'", 'x-own': 'yes' },
    body: 'the answer',
  });
  const response = await ask('/api/user?a=%20b', {
    method: 'POST',
    headers: { cookie: 'session=0', 'content-type': 'application/json', origin: 'http://x.example' },
    body: '{"a":"ж"}',
  });
  expect([response.status, await response.text()]).toEqual([418, 'the answer']);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'set-cookie': 'session=1',
    'content-security-policy': "default-src 'self'",
    'x-own': 'yes',
  });
  const [one] = seenRequests;
  expect([one?.request.method, one?.request.url, one?.body]).toEqual(['POST', '/api/user?a=%20b', '{"a":"ж"}']);
  // A browser's cookie and the host that it names are the app's own business.
  expect(one?.request.headers).toMatchObject({
    cookie: 'session=0',
    host: `127.0.0.1:${port}`,
    origin: 'http://x.example',
  });
});

test('the header that names the client address is set by us alone', async () => {
  await ask('/', { headers: { 'X-Botscope-Peer': '10.0.0.1', 'x-forwarded-for': '10.0.0.2' } });
  const text = `GET / HTTP/1.1\r\nHost: a\r\nx-botscope-peer: 10.0.0.3\r\nX-BOTSCOPE-PEER: 10.0.0.4\r\nConnection: close, x-botscope-peer\r\n\r\n`;
  await new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.resume().on('close', resolve);
  });
  expect(seenRequests.map(({ request }) => request.headers['x-botscope-peer'])).toEqual(['127.0.0.1', '127.0.0.1']);
  expect(seenRequests[0]?.request.headers['x-forwarded-for']).toBe('10.0.0.2');
});

test('requests are answered when to come again while the app is away, and no body is waited for', async () => {
  isThere = false;
  const response = await ask('/v1/send-update', { method: 'POST', body: 'x'.repeat(100_000) });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await response.json()).toMatchObject({ ok: false, error_code: 503, status: 'error' });
  expect(seenRequests).toEqual([]);
});

test('an app that has just died is away', async () => {
  app.closeAllConnections();
  await new Promise((closed) => app.close(closed));
  const response = await ask('/api/site');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  app.listen(socketPath);
});

test('an answer without a length is passed on piece by piece', async () => {
  app.removeAllListeners('request');
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  app.on('request', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: one\n\n');
    void mayEnd.then(() => response.end('data: two\n\n'));
  });
  const response = await ask('/api/stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe('data: one\n\n');
  end();
  expect((await reader?.read())?.value).toBe('data: two\n\n');
  expect((await reader?.read())?.done).toBe(true);
});

test('an app that hangs: who waits gets 503, and what has begun goes on', async () => {
  app.removeAllListeners('request');
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  let arrived = 0;
  app.on('request', (request, response) => {
    request.resume();
    arrived += 1;
    if (request.url !== '/export') return;
    response.writeHead(200).write('half ');
    void mayEnd.then(() => response.end('whole'));
  });
  const file = await ask('/export');
  const openRequests = [ask('/page'), ask('/api/change', { method: 'POST', body: 'x' })];
  // An upload of which the app has not read the rest.
  const upload = send({ port, path: '/upload', method: 'POST', headers: { 'content-length': 1_000_000 } });
  const uploadResponse = new Promise<IncomingMessage>((resolve) => upload.on('response', resolve));
  upload.write('x'.repeat(100_000));
  await expect.poll(() => arrived).toBe(4);
  pass.giveUpUnanswered();
  for (const response of await Promise.all(openRequests)) {
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ error_code: 503, errors: [{ code: 'Overloaded' }] });
  }
  expect((await uploadResponse).statusCode).toBe(503);
  upload.destroy();
  end();
  expect(await file.text()).toBe('half whole');
});

test('a client that hangs up takes its request back', async () => {
  app.removeAllListeners('request');
  const closed = new Promise((resolve) => {
    app.on('request', (_request, response) => void response.on('close', () => resolve(response.writableFinished)));
  });
  const request = send({ port, path: '/slow' }).on('error', () => undefined);
  request.end();
  await new Promise((resolve) => setTimeout(resolve, 50));
  request.destroy();
  expect(await closed).toBe(false);
});
