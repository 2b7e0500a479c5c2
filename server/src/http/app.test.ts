import { connect } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { createApp } from './app.ts';

const logger = pino({ level: 'silent' });
let close = async (): Promise<void> => undefined;
afterEach(() => close());

async function start() {
  const app = await createApp({
    logger,
    trustProxy: false,
    https: false,
    proxy: {
      handles: ({ url }) => url?.startsWith('/bot1:') === true,
      handle: (request, response) => {
        response.end(`passed ${request.method} ${request.url?.length}`);
      },
    },
  });
  app.post('/own', { config: { access: 'visitor' } }, async ({ body }) => ({ got: body }));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  close = () => app.close();
  return { app, url };
}

it('requests for Telegram never reach the routes, the others never reach the proxy', async () => {
  const { app, url } = await start();
  const own = await fetch(`${url}/own`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '[1]',
  });
  expect(await own.json()).toEqual({ got: [1] });
  expect(own.headers.get('content-security-policy')).toContain("default-src 'self'");
  const passed = await fetch(`${url}/bot1:a/getMe`, { method: 'POST', body: 'no JSON' });
  expect([await passed.text(), passed.headers.get('content-security-policy')]).toEqual(['passed POST 13', null]);
  expect((await fetch(`${url}/bots`)).status).toBe(404);
  const proxied = app.routeList.filter(({ method }) => method === 'ALL');
  expect(proxied.map(({ url: path, access }) => `${path} ${access}`)).toEqual([
    '/bot{token}/{method} bot',
    '/bot{token}/test/{method} bot',
    '/file/bot{token}/{path} bot',
  ]);
});

it('addresses may be as long as Telegram allows', async () => {
  const { url } = await start();
  const long = `/bot1:a/sendMessage?text=${'x'.repeat(200_000)}`;
  expect(await (await fetch(url + long)).text()).toBe(`passed GET ${long.length}`);
  expect((await fetch(`${url + long}${'x'.repeat(100_000)}`)).status).toBe(431);
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
