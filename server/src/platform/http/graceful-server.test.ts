import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { GracefulServer } from './graceful-server.ts';

let server: GracefulServer;
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
});

async function start(listener: RequestListener): Promise<void> {
  server = new GracefulServer({ keepAliveTimeout: 75_000 }, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** A client whose words have come in, and the server's end of its connection. */
async function open(text: string): Promise<{ client: Socket; accepted: Socket }> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  const [accepted] = (await once(server, 'connection')) as [Socket];
  client.write(text);
  await vi.waitUntil(() => accepted.bytesRead === text.length);
  return { client, accepted };
}

async function read(client: Socket): Promise<string> {
  let text = '';
  for await (const chunk of client) text += chunk;
  return text;
}

it('an answer that was written when the server closed leaves whole', async () => {
  const body = 'x'.repeat(32 * 1_048_576);
  await start((_request, response) => {
    response.end(body);
    // The request is over by then; the answer cannot be, as its client has not begun to read.
    setImmediate(() => server.close());
  });
  const { client } = await open('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const [, responseBody] = (await read(client)).split('\r\n\r\n');
  expect(responseBody?.length).toBe(body.length);
});

it('says with an answer under way that the connection ends, and ends one that said otherwise', async () => {
  const responses: ServerResponse[] = [];
  await start((_request, response) => {
    responses.push(response);
    if (responses.length === 2) response.write('begun, ');
  });
  const first = await open('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const second = await open('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const closed = new Promise((resolve) => server.close(resolve));
  for (const response of responses) response.end('done');
  expect(await read(first.client)).toMatch(/connection: close\r\n[\s\S]*\r\ndone$/i);
  expect(await read(second.client)).toMatch(/connection: keep-alive\r\n[\s\S]*begun, [\s\S]*done/i);
  expect(await closed).toBeUndefined();
});

it('waits for a body while it moves, and neither for a silent one nor for half a head', async () => {
  const requests: IncomingMessage[] = [];
  await start((request, response) => {
    requests.push(request);
    request.resume().once('end', () => response.end('got it'));
  });
  const goOn = async (client: Socket, text: string): Promise<void> => {
    client.write(text);
    await once(requests[0]!, 'data');
  };
  const head = 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n';
  const [moving, silent, halfRequest] = [await open(`${head}a`), await open(`${head}a`), await open(head.slice(0, 20))];
  expect(requests).toHaveLength(2);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const closed = new Promise((resolve) => server.close(resolve));
  await goOn(moving.client, 'b');
  vi.advanceTimersByTime(4_999);
  expect([silent.accepted.destroyed, halfRequest.accepted.destroyed]).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  expect([silent.accepted.destroyed, halfRequest.accepted.destroyed]).toEqual([true, true]);
  await goOn(moving.client, 'c');
  vi.advanceTimersByTime(5_000);
  moving.client.write('d');
  expect(await read(moving.client)).toMatch(/got it$/);
  expect(await closed).toBeUndefined();
});
