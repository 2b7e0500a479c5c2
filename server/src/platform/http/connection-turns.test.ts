import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { GracefulServer } from './graceful-server.ts';

let server: GracefulServer;
const clients: Socket[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  server.close();
});

async function start(listener: RequestListener): Promise<void> {
  server = new GracefulServer({ keepAliveTimeout: 75_000 }, listener);
  server.setTimeout(500_000).listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** A client that reads nothing until it is resumed. */
async function open(text: string): Promise<{ client: Socket; accepted: Socket }> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  clients.push(client.pause());
  const [accepted] = (await once(server, 'connection')) as [Socket];
  client.write(text);
  return { client, accepted };
}

async function read(client: Socket, end: string): Promise<string> {
  let text = '';
  client.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  client.resume();
  await vi.waitUntil(() => text.includes(end), { timeout: 20_000 });
  return text;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
const largePiece = 65_536;
async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await nextTurn();
}

it('one request of a connection is under way, and the rest of what its client sends is not read', async () => {
  const responses: ServerResponse[] = [];
  await start((_request, response) => void responses.push(response));
  const text = get('/').repeat(200_000);
  const { accepted } = await open(text);
  await vi.waitUntil(() => responses.length > 0);
  await manyTurns();
  expect(responses).toHaveLength(1);
  expect(accepted.bytesRead).toBeLessThanOrEqual(2 * largePiece);
  expect(accepted.listenerCount('close')).toBeLessThan(10);
  responses[0]?.end('done');
  await vi.waitUntil(() => responses.length === 2);
  await manyTurns();
  expect(responses).toHaveLength(2);
  expect(accepted.bytesRead).toBeLessThanOrEqual(2 * largePiece);
});

it('another connection is answered between the requests of one that asks without end', async () => {
  let requestCount = 0;
  await start((_request, response) => {
    requestCount += 1;
    response.end('x');
  });
  await open(get('/crowd').repeat(20_000));
  const { client } = await open(get('/').replace('x\r\n', 'x\r\nconnection: close\r\n'));
  await read(client, '\r\n\r\nx');
  expect(requestCount).toBeLessThan(20_000);
});

it('an answer that is not read keeps the next request from beginning, and its connection has a minute from then on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let requestCount = 0;
  const body = 'x'.repeat(32 * 1_048_576);
  await start((_request, response) => {
    requestCount += 1;
    response.end(requestCount === 1 ? body : 'short');
  });
  const { client, accepted } = await open(get('/').repeat(2_000));
  await vi.waitUntil(() => requestCount === 1);
  await manyTurns();
  expect(requestCount).toBe(1);
  vi.advanceTimersByTime(30_000);
  expect(accepted.timeout).toBe(500_000);
  vi.advanceTimersByTime(30_000);
  expect(accepted.timeout).toBe(60_000);
  client.resume();
  await vi.waitUntil(() => requestCount > 1, { timeout: 20_000 });
  expect(accepted.timeout).toBe(500_000);
});

it('pipelined requests are answered in order and whole, with bodies, whichever answer is ready first', async () => {
  await start((request, response) => {
    const name = request.url ?? '';
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const answer = (): void => void response.end(`<${name} ${body.length}>`);
      if (name === '/0') setImmediate(() => setImmediate(answer));
      else answer();
    });
  });
  const largeBody = 'b'.repeat(300_000);
  const requests = Array.from({ length: 500 }, (_, index) => {
    const body = index % 100 === 7 || index === 499 ? largeBody : index % 2 === 0 ? 'small' : '';
    return {
      text: `POST /${index} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      answer: `</${index} ${body.length}>`,
    };
  });
  const { client } = await open(requests.map(({ text }) => text).join(''));
  const responseText = await read(client, '</499 300000>');
  expect(responseText.match(/<\/\d+ \d+>/g)).toEqual(requests.map(({ answer }) => answer));
});

it('waiting requests of all connections together are bounded; one that sends a few keeps its place', async () => {
  const urls: string[] = [];
  const responses: ServerResponse[] = [];
  await start((request, response) => {
    urls.push(request.url ?? '');
    responses.push(response);
  });
  const crowd: Socket[] = [];
  for (let index = 0; index < 8; index += 1) crowd.push((await open(get('/').repeat(5_000))).accepted);
  await vi.waitUntil(() => crowd.some(({ destroyed }) => destroyed), { timeout: 20_000 });
  expect(crowd.filter(({ destroyed }) => !destroyed).length).toBeGreaterThan(0);
  const { client } = await open(get('/few/1') + get('/few/2'));
  for (const url of ['/few/1', '/few/2']) {
    await vi.waitUntil(() => urls.includes(url), { timeout: 20_000 });
    responses[urls.indexOf(url)]?.end(url);
  }
  expect(await read(client, '\r\n\r\n/few/2')).toMatch(/\/few\/1[\s\S]*\/few\/2$/);
});

it('requests that wait are dropped with their client', async () => {
  const urls: string[] = [];
  await start((request, response) => {
    urls.push(request.url ?? '');
    setImmediate(() => response.destroy());
  });
  const { accepted } = await open(get('/1') + get('/2') + get('/3'));
  await once(accepted, 'close');
  await manyTurns();
  expect(urls).toEqual(['/1']);
});
