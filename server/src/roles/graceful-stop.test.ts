import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, expect, it, vi } from 'vitest';
import { startTestServer } from './test-server.ts';

/** Telegram, which lets every caller wait. */
const telegram = createServer();
afterAll(() => {
  vi.useRealTimers();
  telegram.close();
});

it('a stop waits for answers, and for nobody who asks for nothing', async () => {
  await once(telegram.listen(0, '127.0.0.1'), 'listening');
  const server = await startTestServer({
    TELEGRAM_API_ROOT: `http://127.0.0.1:${(telegram.address() as AddressInfo).port}`,
    PROXY_UNKNOWN_BOTS: '1',
  });
  const closedNames: string[] = [];
  const open = async (name: string, text: string) => {
    const client = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('latin1');
    const chunks: string[] = [];
    client
      .on('error', () => undefined)
      .on('data', (chunk: string) => chunks.push(chunk))
      .once('close', () => closedNames.push(name));
    const closed = once(client, 'close');
    const [accepted] = (await once(server.app.server, 'connection')) as [Socket];
    client.write(text);
    await vi.waitUntil(() => accepted.bytesRead === text.length);
    return { client, closed, received: () => chunks.join('') };
  };
  const nextCall = () => once(telegram, 'request') as Promise<[IncomingMessage, ServerResponse]>;

  const unusedConnections = [await open('unused', ''), await open('unused', '')];
  const keptConnection = await open('kept', 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  await vi.waitUntil(() => keptConnection.received().includes('"ok":true'));
  const halfHead = await open('half head', 'GET /healthz HTTP/1.1\r\nho');
  const post = 'POST /bot1:a/sendMessage HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n';
  const halfBody = await open('half body', `${post}text=`);
  let call = nextCall();
  const slow = await open('slow', 'GET /bot1:a/getMe HTTP/1.1\r\nhost: x\r\n\r\n');
  const [, slowAnswer] = await call;

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const serverClose = server.close();
  await Promise.all([...unusedConnections, keptConnection].map(({ closed }) => closed));
  expect(closedNames.toSorted()).toEqual(['kept', 'unused', 'unused']);

  call = nextCall();
  halfBody.client.write('late');
  const [, answer] = await call;
  answer.end('taken');
  await halfBody.closed;
  expect(halfBody.received()).toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*taken/);

  vi.advanceTimersByTime(5_000);
  await halfHead.closed;
  vi.useRealTimers();
  expect(closedNames).not.toContain('slow');

  const body = 'x'.repeat(8 * 1_048_576);
  slowAnswer.writeHead(200, { 'content-length': body.length }).end(body);
  await serverClose;
  await slow.closed;
  expect(slow.received().split('\r\n\r\n')[1]?.length).toBe(body.length);
});
