import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A comment now and then keeps proxies from closing an idle stream; nginx does so after 60 seconds. */
const BEAT_MS = 25_000;

/** One listener's connection. */
export interface Stream {
  send(event: string, data: unknown): void;
  end(): void;
}

/** Server-sent events. Open streams are ended before the server closes: they would hold up a graceful stop. */
export function createStreams(app: FastifyInstance) {
  const open = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
  return {
    /** `check` is called with every beat: whoever listens may have lost the right to. */
    open(
      request: FastifyRequest,
      reply: FastifyReply,
      start: (stream: Stream) => { stop: () => void; check: () => void },
    ): void {
      reply.hijack();
      const { raw: response } = reply;
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-transform',
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
      const stop = (): void => {
        // Both ends tell that it is over.
        if (!open.delete(end)) return;
        listening.stop();
        clearInterval(beat);
      };
      request.raw.once('close', stop);
      response.once('close', stop);
    },
  };
}
