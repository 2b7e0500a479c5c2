import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { endpoint } from '@botscope/contract';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createApp } from './app.ts';
import { createHttp } from './http.ts';

const list = Array.from({ length: 400 }, (_, index) => `row ${index}`);

async function serve() {
  const app = await createApp({ logger: pino({ level: 'silent' }), https: false });
  const http = createHttp(app, {
    account: async () => null,
    permit: () => Promise.reject(new Error('no bots here')),
    isOperator: () => false,
    csrfToken: () => '',
  });
  const addRoute = (method: 'GET' | 'POST', path: string, data: unknown) =>
    http.on(endpoint({ method, path, access: 'visitor', data: undefined as never }), () => data as never);
  addRoute('GET', '/list', list);
  addRoute('GET', '/short', 'yes');
  addRoute('GET', '/site/init', list);
  addRoute('POST', '/change', list);
  http.app.get('/api/stream', { config: { access: 'visitor' } }, (_request, reply) =>
    reply.type('text/event-stream').send(`data: ${list.join(' ')}\n\n`),
  );
  app.post('/v1/send-update', { config: { access: 'bot' } }, () => list);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = (path: string, accept: string, method = 'GET') =>
    new Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }>((resolve, reject) => {
      const clientRequest = request(origin + path, { method, headers: { 'accept-encoding': accept } }, (answer) => {
        const parts: Buffer[] = [];
        answer
          .on('data', (part) => parts.push(part))
          .on('end', () => {
            const { 'content-encoding': encoding, vary } = answer.headers;
            resolve({ encoding, vary, body: Buffer.concat(parts) });
          });
      });
      clientRequest.on('error', reject).end();
    });
  return { ask, close: () => app.close() };
}

test('answers to reads are compressed, in the encoding that the browser prefers', async () => {
  const { ask, close } = await serve();
  try {
    const brotli = await ask('/api/list', 'gzip, deflate, br');
    expect([brotli.encoding, brotli.vary?.toLowerCase()]).toEqual(['br', 'accept-encoding']);
    expect(JSON.parse(String(brotliDecompressSync(brotli.body)))).toEqual({ status: 'success', data: list });
    const gzip = await ask('/api/list', 'gzip');
    expect(JSON.parse(String(gunzipSync(gzip.body)))).toEqual({ status: 'success', data: list });
    const plainAnswer = await ask('/api/list', 'identity');
    expect([plainAnswer.encoding, plainAnswer.body.length]).toEqual([
      undefined,
      JSON.stringify({ status: 'success', data: list }).length,
    ]);
  } finally {
    await close();
  }
});

test('never compressed: small answers, those that hold a key, what a change answers, streams, the traffic of bots', async () => {
  const { ask, close } = await serve();
  try {
    const paths = ['/api/short', '/api/site/init', '/api/stream'];
    const answers = await Promise.all(paths.map((path) => ask(path, 'gzip, br')));
    const posted = await Promise.all(['/api/change', '/v1/send-update'].map((path) => ask(path, 'gzip, br', 'POST')));
    expect([...answers, ...posted].map(({ encoding }) => encoding)).toEqual(Array(5).fill(undefined));
  } finally {
    await close();
  }
});
