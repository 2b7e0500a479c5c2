import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** A comment now and then keeps proxies from closing an idle stream; nginx does so after 60 seconds. */
const BEAT_MS = 25_000;
/**
 * Open streams of one address: each costs a connection and a look at the store with every beat. An office behind one
 * address, or a reverse proxy that does not say who comes, has far fewer.
 */
const MOST_PER_ADDRESS = 1_000;

/** One listener's connection. */
export interface Stream {
  send(event: string, data: unknown): void;
  end(): void;
}

/** Server-sent events. Open streams are ended before the server closes: they would hold up a graceful stop. */
export function createStreams(app: FastifyInstance, mostPerAddress = MOST_PER_ADDRESS) {
  const open = new Set<() => void>();
  const perAddress = new Map<string, number>();
  const count = (address: string, more: 1 | -1): void => {
    const now = (perAddress.get(address) ?? 0) + more;
    if (now > 0) perAddress.set(address, now);
    else perAddress.delete(address);
  };
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
  return {
    /** `check` is called with every beat: whoever listens may have lost the right to. @throws AppError TooManyRequests */
    open(
      request: FastifyRequest,
      reply: FastifyReply,
      start: (stream: Stream) => { stop: () => void; check: () => void },
    ): void {
      const address = request.ip;
      if ((perAddress.get(address) ?? 0) >= mostPerAddress) throw new AppError('TooManyRequests');
      reply.hijack();
      const { raw: response } = reply;
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      const end = (): void => void response.end();
      // What is told may have been on its way while the listener left: writing after the end would end the process.
      const write = (text: string): void => {
        if (!response.writableEnded && !response.destroyed) response.write(text);
      };
      const listening = start({
        send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
        end,
      });
      const beat = setInterval(() => {
        write(': beat\n\n');
        listening.check();
      }, BEAT_MS);
      open.add(end);
      count(address, 1);
      const stop = (): void => {
        // Both ends tell that it is over.
        if (!open.delete(end)) return;
        count(address, -1);
        listening.stop();
        clearInterval(beat);
      };
      request.raw.once('close', stop);
      response.once('close', stop);
    },
  };
}
