import { Agent, type Dispatcher } from 'undici';

/**
 * Connections to Telegram, kept alive: a TLS handshake costs three round trips, up to half a second from some regions.
 * Telegram's address is the operator's, so it may lie anywhere.
 */
export function createTelegramDispatcher(): Dispatcher {
  return new Agent({
    allowH2: false,
    keepAliveTimeout: 60_000,
    keepAliveMaxTimeout: 300_000,
    connections: 256,
    connect: { timeout: 10_000, keepAlive: true, allowH2: false },
  });
}
