import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestProxy, type TestProxy, testBot } from './test-proxy.ts';
import { type RawUpstream, startRawUpstream } from './test-upstream.ts';

const token = '123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
const ok = '{"ok":true,"result":true}';
const answer = (body = ok, extraHeaders = '') =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n${extraHeaders}\r\n${body}`;

let upstream: RawUpstream;
let testProxy: TestProxy;
async function start(onData: Parameters<typeof startRawUpstream>[0], overrides = {}) {
  upstream = await startRawUpstream(onData);
  testProxy = await startTestProxy(upstream.url, overrides);
  testProxy.bots.set(token, testBot({ apiRoot: upstream.url }));
}
afterEach(async () => {
  await testProxy.stop();
  await upstream.stop();
});

/** Sends bytes and gives what comes back until it is quiet for good or `isEnough`. */
async function exchange(bytes: string, isEnough: (text: string) => boolean): Promise<string> {
  const socket = connect(testProxy.port, '127.0.0.1').setEncoding('latin1');
  socket.write(bytes, 'latin1');
  let text = '';
  for await (const piece of socket) {
    text += piece;
    if (isEnough(text)) break;
  }
  socket.destroy();
  return text;
}
const post = (path: string, headers: string, body: string) =>
  `POST /bot${token}/${path} HTTP/1.1\r\nHost: proxy.example\r\n${headers}\r\n${body}`;

describe('bytes through the proxy', () => {
  it('stay what they are, but for the headers of the connection and Host', async () => {
    const packed = '\x1f\x8b\x00\xff body';
    await start((socket) =>
      socket.write(
        `HTTP/1.1 200 Very OK\r\nserver: x\r\nX-Odd:  ä \r\nKeep-Alive: timeout=5\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\n\x1f\x8b\x00\xff bod\n`,
        'latin1',
      ),
    );
    const sentHeaders =
      'content-type: application/json; charset="x"\r\nX-Mine: a\r\nx-mine: B\r\nConnection: keep-alive, X-Hop\r\nX-Hop: 1\r\nContent-Length: 9\r\n';
    const responseText = await exchange(post('sendMessage?a=%20b+c', sentHeaders, packed), (text) =>
      text.endsWith('bod\n'),
    );
    expect(upstream.received()).toBe(
      `POST /bot${token}/sendMessage?a=%20b+c HTTP/1.1\r\nHost: ${new URL(upstream.url).host}\r\ncontent-type: application/json; charset="x"\r\nX-Mine: a\r\nx-mine: B\r\nContent-Length: 9\r\n\r\n${packed}`,
    );
    expect(responseText).toMatch(
      /^HTTP\/1\.1 200 Very OK\r\nserver: x\r\nX-Odd: ä\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n/,
    );
    expect(responseText).not.toMatch(/date:/i);
    expect(responseText.endsWith('\r\n\r\n\x1f\x8b\x00\xff bod\n')).toBe(true);
  });

  it('use one connection again and again, and a new one if Telegram has closed it', async () => {
    await start((socket) => socket.write(answer()));
    for (let call = 0; call < 3; call++) {
      await exchange(post('sendMessage', 'Content-Length: 2\r\n', '{}'), (text) => text.endsWith(ok));
    }
    expect(upstream.sockets).toHaveLength(1);
    const closed = once(upstream.sockets[0] as Socket, 'close');
    upstream.sockets[0]?.end();
    await closed;
    expect(await exchange(post('sendMessage', 'Content-Length: 2\r\n', '{}'), (text) => text.endsWith(ok))).toContain(
      ok,
    );
    expect(upstream.sockets).toHaveLength(2);
  });

  it('come in chunks without a length both ways', async () => {
    let isFirst = true;
    await start((socket, text) => {
      if (isFirst) socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      isFirst = false;
      if (text.endsWith('0\r\n\r\n')) socket.write(`19\r\n${ok}\r\n0\r\n\r\n`);
    });
    const part = 'y'.repeat(50_000);
    const chunk = `${part.length.toString(16)}\r\n${part}\r\n`;
    const responseText = await exchange(
      post('sendDocument', 'Transfer-Encoding: chunked\r\n', `${chunk}${chunk}0\r\n\r\n`),
      (text) => text.endsWith('0\r\n\r\n'),
    );
    expect(responseText).toContain(ok);
    const requestText = upstream.received();
    expect(requestText).toContain('\r\nTransfer-Encoding: chunked\r\n\r\n');
    expect(requestText.replace(/[^y]/g, '').length).toBe(100_000);
  });
});

describe('a large upload', () => {
  const size = 52_428_800;
  const head =
    '--B\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n42\r\n--B\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\nContent-Type: video/mp4\r\n\r\n';
  const tail = '\r\n--B--\r\n';
  const headers = `Content-Type: multipart/form-data; boundary=B\r\nContent-Length: ${head.length + size + tail.length}\r\n`;

  it('arrives byte for byte and is recorded without its bytes', async () => {
    const receivedHash = createHash('sha256');
    let remainingBytes = Number.POSITIVE_INFINITY;
    await start((socket, text, chunk) => {
      let body = chunk;
      if (remainingBytes === Number.POSITIVE_INFINITY) {
        const end = text.indexOf('\r\n\r\n') + 4;
        remainingBytes = head.length + size + tail.length;
        body = chunk.subarray(end);
      }
      receivedHash.update(body);
      remainingBytes -= body.length;
      if (remainingBytes === 0) socket.write(answer());
    });
    const expected = createHash('sha256').update(head);
    const socket = connect(testProxy.port, '127.0.0.1');
    const firstData = once(socket, 'data');
    socket.write(post('sendVideo', headers, head));
    const piece = randomBytes(1_048_576);
    for (let sentBytes = 0; sentBytes < size; sentBytes += piece.length) {
      piece[0] = sentBytes % 251;
      expected.update(piece);
      if (!socket.write(Buffer.from(piece))) await once(socket, 'drain');
    }
    expected.update(tail);
    socket.write(tail);
    expect(String((await firstData)[0])).toContain(ok);
    socket.destroy();
    expect(receivedHash.digest('hex')).toBe(expected.digest('hex'));
    expect(await testProxy.nextRecordedCall()).toMatchObject({
      params: { chat_id: '42' },
      files: [{ field: 'video', name: 'a.mp4', type: 'video/mp4', size }],
      status: 200,
    });
  });

  it('is not taken faster than Telegram takes it', async () => {
    await start((socket) => socket.pause());
    const socket = connect(testProxy.port, '127.0.0.1');
    socket.write(post('sendVideo', headers, head));
    const piece = Buffer.alloc(1_048_576, 'x');
    let sentBytes = 0;
    const fillSocket = (): void => {
      while (sentBytes < size && socket.write(piece)) sentBytes += piece.length;
    };
    socket.on('drain', fillSocket);
    fillSocket();
    await expect.poll(() => upstream.sockets.length).toBe(1);
    // The kernels' buffers hold some megabytes each; without a limit of ours all fifty would be gone.
    const isStalled = async (): Promise<boolean> => {
      const before = sentBytes;
      await new Promise((resolve) => setTimeout(resolve, 200));
      return sentBytes === before;
    };
    await expect.poll(isStalled).toBe(true);
    expect(sentBytes).toBeLessThan(size / 2);
    socket.destroy();
    await expect.poll(() => upstream.sockets[0]?.resume().destroyed).toBe(true);
  });

  it('that Telegram rejects early gets the rejection', async () => {
    let isAnswered = false;
    await start((socket) => {
      if (!isAnswered) socket.write('HTTP/1.1 413 Request Entity Too Large\r\nContent-Length: 3\r\n\r\nbig');
      isAnswered = true;
    });
    const socket = connect(testProxy.port, '127.0.0.1').setEncoding('latin1');
    let responseText = '';
    socket.on('data', (text) => {
      responseText += text;
    });
    socket.write(post('sendVideo', headers, head));
    await expect.poll(() => responseText).toMatch(/^HTTP\/1\.1 413 .*\r\n\r\nbig$/s);
    // The rest may still be sent; then the connection serves the next call.
    socket.write(`${'x'.repeat(size)}${tail}`);
    isAnswered = false;
    socket.write(post('getMe', 'Content-Length: 0\r\n', ''));
    await expect.poll(() => responseText.split('413').length).toBe(3);
    socket.destroy();
  });
});

describe('a Telegram that fails', () => {
  it('cuts the bot’s connection too if it fails in the middle of an answer', async () => {
    await start((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf', () => socket.destroy());
    });
    const responseText = await exchange(post('sendMessage', 'Content-Length: 2\r\n', '{}'), () => false).catch(
      (error) => error,
    );
    expect(String(responseText instanceof Error ? responseText.message : responseText)).toMatch(
      /half$|ECONNRESET|aborted/,
    );
    expect(await testProxy.nextRecordedCall()).toMatchObject({ status: 200, response: null });
  });

  it.each([
    ['is silent', () => undefined, '504 Gateway Timeout'],
    ['talks nonsense', (socket: Socket) => socket.write('hello\r\n\r\n'), '502 Bad Gateway'],
    ['hangs up', (socket: Socket) => socket.destroy(), '502 Bad Gateway'],
  ])('because it %s is answered in Telegram’s error shape', async (_name, onData, line) => {
    await start(onData, { timeouts: { answerMs: 50 } });
    const responseText = await exchange(post('getMe', 'Content-Length: 2\r\n', '{}'), (text) => text.endsWith('}'));
    expect(responseText).toContain(`HTTP/1.1 ${line}\r\nContent-Type: application/json`);
    const [code = '', ...words] = line.split(' ');
    expect(responseText.endsWith(`{"ok":false,"error_code":${code},"description":"${words.join(' ')}"}`)).toBe(true);
  });
});
