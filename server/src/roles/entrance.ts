import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { TrafficPort } from '../features/traffic/traffic.ts';
import type { Config } from '../platform/config.ts';

/** Way in which requests reach the app of this process. */
export interface Entrance {
  /** The way to the process that stands before this one; null = this one has the port itself. */
  trafficPort: TrafficPort | null;
  /** Starts to accept requests. Resolves with the public port. */
  open(app: FastifyInstance): Promise<number>;
}

/** A port of its own. */
export const ownPort = (config: Pick<Config, 'port' | 'host'>): Entrance => ({
  trafficPort: null,
  async open(app) {
    // By the framework: it closes only what it has opened.
    await app.listen({ port: config.port, host: config.host });
    return resolvePort(app.server, config.port);
  },
});

/** Opens the port, or takes the one that the service manager has opened. Resolves with it; rejects if it is taken. */
export async function listen(
  server: Server,
  { port, host, openSocket }: Pick<Config, 'port' | 'host' | 'openSocket'>,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(openSocket ?? { port, host }, resolve);
  });
  return resolvePort(server, port);
}

function resolvePort(server: Server, port: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
