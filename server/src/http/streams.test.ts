import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStreams } from './streams.ts';

describe('a stream', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('looks at its listener with every beat, until it is left', async () => {
    const app = Fastify();
    const streams = createStreams(app);
    const [check, stop] = [vi.fn(), vi.fn()];
    app.get('/live', async (request, reply) => {
      streams.open(request, reply, ({ send }) => {
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
});
