import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitPlace } from '../client-address.ts';
import { AppError } from '../errors.ts';

/** A comment now and then keeps proxies from closing an idle stream; nginx does so after 60 seconds. */
const beatMs = 25_000;
/**
 * Open streams: each costs a connection and a look at the store with every beat; 2,000 are 80 looks a second. A page has
 * two. An office behind one address, or a reverse proxy that does not say who comes, has fewer than 1,000.
 */
const defaultLimits = { ofAccount: 60, ofAddress: 1_000, inAll: 2_000 };
/** Unread bytes at which a listener is disconnected: a page reads at once, and reconnects when it can. */
const maxUnreadBytes = 1_048_576;

/** One listener's connection. */
export interface Stream {
  send(event: string, data: unknown): void;
  end(): void;
}

/** Server-sent events. Open streams are ended before the server closes: they would hold up a graceful stop. */
export function createStreams(app: FastifyInstance, limits = defaultLimits) {
  const open = new Set<() => void>();
  const perPlace = new Map<string, number>();
  const count = (place: string, delta: 1 | -1): void => {
    const now = (perPlace.get(place) ?? 0) + delta;
    if (now > 0) perPlace.set(place, now);
    else perPlace.delete(place);
  };
  const isFull = (place: string, limit: number): boolean => (perPlace.get(place) ?? 0) >= limit;
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
  return {
    /** `check` runs with every beat: the listener may have lost access. @throws AppError TooManyRequests, Overloaded */
    open(
      request: FastifyRequest,
      reply: FastifyReply,
      accountKey: string | null,
      start: (stream: Stream) => { stop: () => void; check: () => void },
    ): void {
      const [address, account] = [
        `address:${limitPlace(request.ip)}`,
        accountKey === null ? null : `account:${accountKey}`,
      ];
      if (isFull(address, limits.ofAddress)) throw new AppError('TooManyRequests');
      if (account !== null && isFull(account, limits.ofAccount)) throw new AppError('TooManyRequests');
      if (open.size >= limits.inAll) throw new AppError('Overloaded', { retryAfterS: 30 });
      const places = account === null ? [address] : [address, account];
      reply.hijack();
      const { raw: response } = reply;
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      const end = (): void => void response.end();
      // An event may have been on its way while the listener left: writing after the end would end the process.
      const write = (text: string): void => {
        if (response.writableEnded || response.destroyed) return;
        if (response.writableLength > maxUnreadBytes) response.destroy();
        else response.write(text);
      };
      const listening = start({
        send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
        end,
      });
      const beat = setInterval(() => {
        write(': beat\n\n');
        listening.check();
      }, beatMs);
      open.add(end);
      for (const place of places) count(place, 1);
      const stop = (): void => {
        // Both ends report the end.
        if (!open.delete(end)) return;
        for (const place of places) count(place, -1);
        listening.stop();
        clearInterval(beat);
      };
      request.raw.once('close', stop);
      response.once('close', stop);
    },
  };
}
