/// <reference types="node" />
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { samplesFor } from './samples.ts';

const apiKey = `0123456789abc:${'ab'.repeat(32)}`;

/** Runs something against a server that waits for one push, and gives what arrived. */
async function pushed(run: (origin: string) => Promise<unknown>) {
  const server = createServer();
  const arrived = new Promise<{ path: string; key: unknown; items: unknown }>((resolve) => {
    server.on('request', (request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
        resolve({ path: request.url ?? '', key: request.headers['api-key'], items: JSON.parse(body) });
      });
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const result = await arrived;
  server.close();
  return result;
}

const codeFor = (framework: string, origin: string) =>
  samplesFor(origin, apiKey).find((sample) => sample.framework === framework)?.code ?? '';

test.each(['grammY', 'Telegraf'])('the lines for %s push a copy and go on', async (framework) => {
  let went = false;
  const update = { update_id: 7, message: { text: 'hi' } };
  const { path, key, items } = await pushed(async (origin) => {
    type Middleware = (ctx: { update: object }, next: () => Promise<void>) => Promise<void>;
    const bot = {
      use: (middleware: Middleware) =>
        middleware({ update }, async () => {
          went = true;
        }),
    };
    await new Function('bot', codeFor(framework, origin))(bot);
  });
  expect(went).toBe(true);
  expect({ path, key }).toEqual({ path: '/v1/send-batch-update', key: apiKey });
  expect(items).toEqual([{ date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), update }]);
});

test('the curl line is a shell command with a valid update', async () => {
  // A stand-in prints the body, so that the test needs no curl on the machine.
  const standIn = 'curl() { for part; do last=$part; done; printf %s "$last"; }\n';
  const { stdout } = await promisify(execFile)('sh', ['-c', standIn + codeFor('curl', 'https://stats.example')]);
  expect(JSON.parse(stdout)).toMatchObject([
    {
      date: expect.stringMatching(/^\d{4}-.*Z$/),
      update: { update_id: 1, message: { text: '/start', from: { id: 1000001 } } },
    },
  ]);
});
