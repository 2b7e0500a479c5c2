import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { createApp } from './app.ts';

const logger = pino({ level: 'silent' });
let close = async (): Promise<void> => undefined;
afterEach(() => close());

async function start() {
  const app = await createApp({
    logger,
    https: false,
    proxy: {
      handles: ({ url }) => url?.startsWith('/bot1:') === true,
      handle: (request, response) => {
        response.end(`passed ${request.method} ${request.url?.length}`);
      },
    },
  });
  app.post('/own', { config: { access: 'visitor' } }, async ({ body }) => ({ got: body }));
  app.post('/large', { config: { access: 'visitor' }, bodyLimit: 1_000_000 }, async () => null);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  close = () => app.close();
  return { app, url };
}

it('requests for Telegram never reach the routes, the others never reach the proxy', async () => {
  const { app, url } = await start();
  const ownResponse = await fetch(`${url}/own`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '[1]',
  });
  expect(await ownResponse.json()).toEqual({ got: [1] });
  expect(ownResponse.headers.get('content-security-policy')).toContain("default-src 'self'");
  const passed = await fetch(`${url}/bot1:a/getMe`, { method: 'POST', body: 'no JSON' });
  expect([await passed.text(), passed.headers.get('content-security-policy')]).toEqual(['passed POST 13', null]);
  expect((await fetch(`${url}/bots`)).status).toBe(404);
  const proxied = app.routeList.filter(({ method }) => method === 'ALL');
  expect(proxied.map(({ url: path, access }) => `${path} ${access}`)).toEqual([
    '/bot{token}/{method} bot',
    '/bot{token}/test/{method} bot',
    '/file/bot{token}/{path} bot',
    '/hook/{key}/{secret} bot',
    '/hook/{key} bot',
  ]);
});

it('addresses may be as long as Telegram allows', async () => {
  const { url } = await start();
  const longPath = `/bot1:a/sendMessage?text=${'x'.repeat(200_000)}`;
  expect(await (await fetch(url + longPath)).text()).toBe(`passed GET ${longPath.length}`);
  expect((await fetch(`${url + longPath}${'x'.repeat(100_000)}`)).status).toBe(431);
});

it('addresses of our own routes are short, and so are cookies and bodies', async () => {
  const { url } = await start();
  const fetchStatus = async (path: string, init: RequestInit = {}) => (await fetch(url + path, init)).status;
  expect(await fetchStatus(`/own?${'a&'.repeat(10_000)}`, { method: 'POST' })).toBe(414);
  expect(await fetchStatus('/own', { method: 'POST', headers: { cookie: 'a=b; '.repeat(4_000) } })).toBe(431);
  const headers = { 'content-type': 'application/json' };
  const body = `[${'[],'.repeat(30_000)}0]`;
  expect(await fetchStatus('/own', { method: 'POST', headers, body })).toBe(413);
  expect(await fetchStatus('/own', { method: 'POST', headers, body: '[1]' })).toBe(200);
});

it('closes although a connection stays open', async () => {
  const { url } = await start();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /bot1:a/getMe HTTP/1.1\r\nhost: x\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await close();
  close = async () => undefined;
  await closed;
});

it('answers who was in the middle of a request when it began to close, in its own words', async () => {
  const { app, url } = await start();
  const client = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1');
  let answer = '';
  client.on('data', (text: string) => {
    answer += text;
  });
  const clientClose = once(client, 'close');
  const [accepted] = (await once(app.server, 'connection')) as [Socket];
  const head = 'POST /own HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 3\r\n';
  client.write(head);
  await vi.waitUntil(() => accepted.bytesRead === head.length);
  const closed = app.close();
  // As long as the routes are closed and the server is not.
  await new Promise((resolve) => setImmediate(resolve));
  client.write('\r\n[1]');
  await Promise.all([clientClose, closed]);
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*\r\n\r\n\{"got":\[1\]\}$/);
});

it('a request may take its time to come in, as long as it comes', async () => {
  const { app, url } = await start();
  // A client that vanished in the middle of an upload to Telegram is noticed by the silence.
  expect(app.server.timeout).toBe(500_000);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  try {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let isClosed = false;
    socket
      .on('error', () => undefined)
      .once('close', () => {
        isClosed = true;
      });
    let sentLength = 0;
    const send = async (text: string): Promise<void> => {
      sentLength += text.length;
      await new Promise((resolve) => socket.write(text, resolve));
      await vi.waitUntil(() => arrived() === sentLength, { timeout: 5_000 });
    };
    const arrived = (): number => accepted[0]?.bytesRead ?? 0;
    const accepted: { bytesRead: number }[] = [];
    app.server.once('connection', (one) => accepted.push(one));
    await send('POST /large HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n');
    for (let time = 0; time < 2; time += 1) {
      await send(' '.repeat(400_000));
      vi.advanceTimersByTime(300_000);
    }
    await send('[');
    expect(isClosed).toBe(false);
    vi.advanceTimersByTime(300_000);
    await vi.waitUntil(() => isClosed, { timeout: 5_000 });
  } finally {
    vi.useRealTimers();
  }
});

it('a start may take as long as its stores do', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const app = await createApp({ logger, https: false });
    close = () => app.close();
    app.addHook('onReady', () => new Promise<void>((resolve) => setTimeout(resolve, 600_000)));
    const startup = app.ready().then(() => 'ready');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await startup).toBe('ready');
  } finally {
    vi.useRealTimers();
  }
});
