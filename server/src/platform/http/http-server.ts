import type { RequestListener, Server } from 'node:http';
import { GracefulServer } from './graceful-server.ts';

/** Telegram's own limit: clients send parameters in addresses. */
const largestHeaders = 262_144;
const headersMs = 60_000;
/** Idle limit of a connection, ms, as at Telegram: a client lost in an upload would keep two connections forever. */
const silenceMs = 500_000;

/** The server of a port: uploads to Telegram may take as long as they take, a request's head may not. */
export function createHttpServer(listener: RequestListener): Server {
  const server = new GracefulServer(
    {
      maxHeaderSize: largestHeaders,
      headersTimeout: headersMs,
      requestTimeout: 0,
      // A little above what load balancers keep idle, so that they never reuse a connection that we are closing.
      keepAliveTimeout: 75_000,
      noDelay: true,
    },
    listener,
  );
  return server.setTimeout(silenceMs);
}
