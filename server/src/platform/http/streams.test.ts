import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '../errors.ts';
import { createStreams } from './streams.ts';

describe('a stream', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('looks at its listener with every beat, until it is left', async () => {
    const app = Fastify();
    const streams = createStreams(app);
    const [check, stop] = [vi.fn(), vi.fn()];
    app.get('/live', async (request, reply) => {
      streams.open(request, reply, null, ({ send }) => {
        send('hello', { to: 'you' });
        return { check, stop };
      });
      return reply;
    });
    const request = get(`${await app.listen({ port: 0 })}/live`, { agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const text: string[] = [];
    response.on('error', () => undefined).on('data', (chunk: Buffer) => text.push(chunk.toString()));
    vi.advanceTimersByTime(24_999);
    expect(check).not.toHaveBeenCalled();
    vi.advanceTimersByTime(25_001);
    expect(check).toHaveBeenCalledTimes(2);
    await vi.waitFor(() => expect(text.join('')).toBe('event: hello\ndata: {"to":"you"}\n\n: beat\n\n: beat\n\n'));
    request.destroy();
    await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(1));
    vi.advanceTimersByTime(60_000);
    expect(check).toHaveBeenCalledTimes(2);
    await app.close();
  });

  it.each([
    ['an address', { ofAccount: 9, ofAddress: 1, inAll: 9 }, 'TooManyRequests'],
    ['an account', { ofAccount: 1, ofAddress: 9, inAll: 9 }, 'TooManyRequests'],
    ['any caller where all together', { ofAccount: 9, ofAddress: 9, inAll: 1 }, 'Overloaded'],
  ])('is refused to %s that has too many open, until one of them is left', async (_, limits, code) => {
    const app = Fastify();
    const streams = createStreams(app, limits);
    const stop = vi.fn();
    app.get('/live', async (request, reply) => {
      streams.open(request, reply, 'ann', ({ send }) => {
        send('hello', {});
        return { check: () => undefined, stop };
      });
      return reply;
    });
    app.setErrorHandler((error: AppError, _request, reply) => reply.code(error.code === code ? 429 : 500).send());
    const url = `${await app.listen({ port: 0 })}/live`;
    const open = async () => {
      const request = get(url, { agent: false });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      response.on('error', () => undefined);
      return { request, status: response.statusCode };
    };
    const first = await open();
    expect([first.status, (await open()).status]).toEqual([200, 429]);
    first.request.destroy();
    await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(1));
    const next = await open();
    expect(next.status).toBe(200);
    next.request.destroy();
    await app.close();
  });

  it('is ended for a listener that does not read it', async () => {
    const app = Fastify();
    const streams = createStreams(app);
    const stop = vi.fn();
    let send: (event: string, data: unknown) => void = () => undefined;
    app.get('/live', async (request, reply) => {
      streams.open(request, reply, null, (stream) => {
        ({ send } = stream);
        send('hello', {});
        return { check: () => undefined, stop };
      });
      return reply;
    });
    const request = get(`${await app.listen({ port: 0 })}/live`, { agent: false }).on('error', () => undefined);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => undefined).pause();
    // The buffers of both systems take some megabytes before anything is left unread.
    for (let count = 0; count < 64; count += 1) send('event', 'x'.repeat(1_048_576));
    await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(1));
    request.destroy();
    await app.close();
  });
});
