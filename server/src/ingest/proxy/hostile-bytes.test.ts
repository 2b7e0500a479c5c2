import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startTestProxy, type TestProxy, testBot } from './test-proxy.ts';
import { type RawUpstream, startRawUpstream } from './test-upstream.ts';
import { createUpstream } from './upstream.ts';

const token = '123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const ok = '{"ok":true,"result":true}';
const answer = (body = ok) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

let upstream: RawUpstream;
let testProxy: TestProxy;
async function start(onData: Parameters<typeof startRawUpstream>[0]) {
  upstream = await startRawUpstream(onData);
  testProxy = await startTestProxy(upstream.url);
  testProxy.bots.set(token, testBot({ apiRoot: upstream.url }));
}
afterEach(async () => {
  await testProxy.stop();
  await upstream.stop();
});

function open(): { socket: Socket; text: () => string } {
  const socket = connect(testProxy.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.on('error', () => undefined);
  return { socket, text: () => text };
}
const post = (path: string, headers: string, body: string) =>
  `POST /bot${token}/${path} HTTP/1.1\r\nHost: proxy.example\r\n${headers}\r\n${body}`;
/** The connections by themselves, and a call on them. */
function openConnections() {
  const connections = createUpstream({ answerMs: 2_000 });
  const ask = (isSlow = false) =>
    new Promise<void>((resolve, reject) => {
      const head = `POST /bot${token}/sendMessage HTTP/1.1\r\nHost: x\r\n\r\n`;
      const transfer = connections.send(
        connections.origin(upstream.url),
        { head, body: null, isStreamed: false, isHeadRequest: false, isRepeatable: false },
        { head: () => undefined, data: () => isSlow && transfer.pause(), end: resolve, fail: reject },
      );
    });
  return { ask, connections };
}
const call = () => fetch(`${testProxy.url}/bot${token}/sendMessage`, { method: 'POST', body: '{}' });

describe('a request that is cunningly made', () => {
  it('cannot hide a second one in its body by naming its length a header of the connection', async () => {
    await start((socket) => socket.write(answer()));
    const { socket, text } = open();
    const hiddenRequest = post('logOut', 'Content-Length: 0\r\n', '');
    socket.write(
      post('sendMessage', `Connection: Content-Length\r\nContent-Length: ${hiddenRequest.length}\r\n`, hiddenRequest),
    );
    await expect.poll(text).toContain(ok);
    expect(upstream.received()).toContain(`\r\nContent-Length: ${hiddenRequest.length}\r\n`);
    socket.destroy();
  });

  it.each(['sendMessage/../../admin', '..%2f../admin', 'a/%2E%2e/admin', 'a\\..\\admin'])(
    'cannot leave the path of its bot: %s',
    async (path) => {
      await start((socket) => socket.write(answer()));
      const { socket, text } = open();
      socket.write(post(path, 'Content-Length: 0\r\n', ''));
      await expect.poll(text).toContain('HTTP/1.1 404');
      expect(upstream.received()).toBe('');
      socket.destroy();
    },
  );

  it('that waits behind another one ends with its connection', async () => {
    const largeBody = 'x'.repeat(20_000_000);
    await start((socket, requestText) => {
      if (requestText.includes('/slow')) return;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${largeBody.length}\r\n\r\n${largeBody}`);
    });
    const { socket } = open();
    socket.write(post('slow', 'Content-Length: 0\r\n', '') + post('large', 'Content-Length: 0\r\n', ''));
    await expect.poll(() => upstream.sockets.length).toBe(2);
    socket.destroy();
    await expect.poll(() => upstream.sockets.every(({ destroyed }) => destroyed)).toBe(true);
  });
});

describe('a file that is opened in a browser', () => {
  it('is locked up, for it comes from the dashboard’s own address, and the dashboard’s cookies are kept back', async () => {
    await start((socket) => socket.write(answer('<script>alert(1)</script>')));
    const visit = async (...headers: string[]) => {
      const { socket, text } = open();
      const lines = [`GET /file/bot${token}/documents/a.html HTTP/1.1`, 'Host: x', ...headers, '', ''];
      socket.write(lines.join('\r\n'));
      await expect.poll(text).toContain('alert');
      socket.destroy();
      return text();
    };
    for (const header of ['Sec-Fetch-Dest: document', 'Cookie: session=1'])
      expect(await visit(header)).toMatch(/\r\nContent-Security-Policy: sandbox\r\n/);
    expect(upstream.received()).not.toContain('session=1');
    // A bot is no browser: nothing is added.
    expect(await visit('Sec-Fetch-Mode: cors')).not.toContain('Content-Security-Policy');
  });
});

describe('an answer that is oddly made', () => {
  it('goes by its chunks if it has a length beside them', async () => {
    await start((socket) =>
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n',
      ),
    );
    const response = await call();
    expect([response.headers.get('content-length'), await response.text()]).toEqual([null, 'abcdef']);
  });

  it.each(['5\r\nContent-Length: 6', '+5', '5, 5'])('is refused if it has the length %j', async (length) => {
    await start((socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\nabcde`));
    expect((await call()).status).toBe(502);
  });

  it('does not pass for whole if it has no length and is cut off', async () => {
    await start((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\nhalf of');
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
    await expect(call().then((response) => response.text())).rejects.toThrow();
  });

  it('waits for its slow reader once if it comes in crumbs, not once for each of them', async () => {
    const crumbs = '2\r\nok\r\n'.repeat(10_000);
    await start(async (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      for (let time = 0; time < 200 && !socket.destroyed; time++) {
        if (!socket.write(crumbs)) await new Promise((resolve) => socket.once('drain', resolve));
      }
    });
    const warned: string[] = [];
    const listen = (warning: Error): void => void warned.push(warning.name);
    process.on('warning', listen);
    const { socket } = open();
    socket.pause();
    socket.write(post('getFile', 'Content-Length: 0\r\n', ''));
    // Until nothing moves any more.
    let before = 0;
    const isStill = (): boolean => {
      const bytes = upstream.sockets[0]?.bytesWritten ?? 0;
      const isSame = bytes > 0 && bytes === before;
      before = bytes;
      return isSame;
    };
    await vi.waitUntil(isStill, { timeout: 5_000, interval: 100 });
    process.off('warning', listen);
    expect(warned).toEqual([]);
    socket.destroy();
  });

  it('leaves a connection that works if reading was paused up to its end', async () => {
    await start((socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'));
    const { ask, connections } = openConnections();
    await ask(true);
    await ask();
    expect(upstream.sockets).toHaveLength(1);
    connections.close();
  });

  it('is asked for on another connection in the moment in which an idle one is closed', async () => {
    await start((socket) => socket.write(answer()));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    try {
      const { ask, connections } = openConnections();
      await ask();
      vi.advanceTimersByTime(22_000);
      await ask();
      expect(upstream.sockets).toHaveLength(2);
      connections.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not followed by another bot’s call on its connection if it has more bytes than announced', async () => {
    await start((socket) => socket.write(`${answer()}${answer('{"ok":true,"result":"of another bot"}')}`));
    expect(await (await call()).text()).toBe(ok);
    expect(await (await call()).text()).toBe(ok);
    expect(upstream.sockets).toHaveLength(2);
  });
});
