import type { lookup } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classifyFailure } from './failure.ts';
import { createGuardedDispatcher } from './guarded-dispatcher.ts';

/** A name server of our own: each question gets the next of the answers. */
function names(...answers: string[][]): typeof lookup {
  let lookups = 0;
  return ((_name: string, _options: unknown, callback: (error: null, found: unknown) => void) => {
    const addresses = answers[Math.min(lookups++, answers.length - 1)] ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
}

describe('requests to addresses that users give', () => {
  let server: Server;
  let port: number;
  let visits = 0;
  beforeAll(async () => {
    server = createServer((incoming, response) => {
      visits++;
      if (incoming.url === '/moved') response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end();
      else response.end('inside');
    });
    await new Promise<void>((resolve) => server.listen(0, '::', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close());

  const failure = async (host: string, resolve?: typeof lookup, ms = 3_000): Promise<string> => {
    const dispatcher = createGuardedDispatcher({ allowPrivate: false, ...(resolve && { resolve }) });
    try {
      const { statusCode } = await request(`http://${host}:${port}/`, { dispatcher, signal: AbortSignal.timeout(ms) });
      return String(statusCode);
    } catch (error) {
      return classifyFailure(error);
    } finally {
      await dispatcher.destroy();
    }
  };

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '017700000001',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::]',
    'localhost',
    'LOCALHOST',
  ])('never reach http://%s', async (host) => {
    const before = visits;
    expect(await failure(host)).toBe('private');
    expect(visits).toBe(before);
  });

  it.each([[['127.0.0.1']], [['::1']], [['10.0.0.1', '192.168.0.1', 'fd00::1']], [['::ffff:127.0.0.1']]])(
    'never reach a name that means %j',
    async (addresses) => {
      expect(await failure('bots.example.com', names(addresses))).toBe('private');
    },
  );

  it('are not fooled by a name that means another address the second time', async () => {
    const before = visits;
    const rebinding = names(['8.8.8.8'], ['127.0.0.1']);
    const dispatcher = createGuardedDispatcher({ allowPrivate: false, resolve: rebinding });
    const ask = () =>
      request(`http://rebind.example.com:${port}/`, { dispatcher, signal: AbortSignal.timeout(300) }).then(
        ({ statusCode }) => String(statusCode),
        classifyFailure,
      );
    expect(await ask()).not.toBe('200');
    expect(await ask()).not.toBe('200');
    expect(visits).toBe(before);
    await dispatcher.destroy();
  });

  it('never try the private one of several addresses', async () => {
    const before = visits;
    expect(await failure('mixed.example.com', names(['127.0.0.1', '8.8.8.8', '::1']), 300)).not.toBe('200');
    expect(visits).toBe(before);
  });

  it('go through where the operator allows private networks, without following redirects', async () => {
    const dispatcher = createGuardedDispatcher({ allowPrivate: true });
    const direct = await request(`http://localhost:${port}/`, { dispatcher });
    expect(await direct.body.text()).toBe('inside');
    const moved = await request(`http://127.0.0.1:${port}/moved`, { dispatcher });
    expect(moved.statusCode).toBe(302);
    await moved.body.dump();
    await dispatcher.destroy();
  });

  it('tell why there was no answer', async () => {
    const dispatcher = createGuardedDispatcher({ allowPrivate: true });
    const explainFailure = (url: string) =>
      request(url, { dispatcher, signal: AbortSignal.timeout(3_000) }).then(() => 'answered', classifyFailure);
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port: freePort } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await explainFailure(`http://127.0.0.1:${freePort}/`)).toBe('refused');
    expect(await explainFailure(`https://127.0.0.1:${port}/`)).toBe('tls');
    expect(await explainFailure('http://does-not-exist.invalid/')).toBe('dns');
    await dispatcher.destroy();
  });
});
