import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createTelegramDispatcher } from '../platform/outgoing/telegram-dispatcher.ts';
import { createTelegramClient } from './telegram-client.ts';

const token = '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaww';
const dispatcher = createTelegramDispatcher();
const client = createTelegramClient(dispatcher);
let server: Server;

async function telegram(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('calls to Telegram', () => {
  it('send JSON and give the result', async () => {
    const requests: string[] = [];
    const root = await telegram(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      requests.push(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`);
      response.end('{"ok":true,"result":{"id":7},"description":"fine"}');
    });
    expect(await client.call(root, token, 'setMyName', { name: 'Магазин' })).toEqual({
      ok: true,
      result: { id: 7 },
      description: 'fine',
    });
    expect(requests).toEqual([`POST /bot${token}/setMyName application/json {"name":"Магазин"}`]);
  });

  it('say what time it is at Telegram, also with an error', async () => {
    const date = 'Fri, 27 Nov 2026 10:00:00 GMT';
    const dates: unknown[] = [];
    const root = await telegram((_, response) => response.writeHead(429, { date }).end('{"ok":false}'));
    await createTelegramClient(dispatcher, (header) => dates.push(header)).call(root, token, 'getMe');
    expect(dates).toEqual([date]);
  });

  it('return errors as values', async () => {
    const root = await telegram((_, response) => {
      response
        .writeHead(429)
        .end('{"ok":false,"error_code":429,"description":"Too Many","parameters":{"retry_after":3}}');
    });
    expect(await client.call(root, token, 'getMe')).toEqual({
      ok: false,
      error_code: 429,
      description: 'Too Many',
      parameters: { retry_after: 3 },
    });
  });

  it.each<[string, RequestListener]>([
    ['a page of a proxy', (_, response) => response.writeHead(502).end('<html>Bad Gateway</html>')],
    ['JSON of another server', (_, response) => response.end('{"message":"hello"}')],
    ['a broken connection', (request) => request.socket.destroy()],
    ['silence', () => undefined],
  ])('are TelegramUnavailable after %s, and never tell the token', async (_, answer) => {
    const root = await telegram(answer);
    const failure = await client.call(root, token, 'getMe', {}, { timeoutMs: 300 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'TelegramUnavailable' });
    expect(String((failure as Error).message)).not.toContain(token.slice(12));
  });
});
