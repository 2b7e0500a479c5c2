import type { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { TrafficPort } from '../features/traffic/traffic.ts';

/** How requests reach the app of this process. */
export interface Entrance {
  /** The way to the process that stands before this one; null = this one has the port itself. */
  trafficPort: TrafficPort | null;
  /** Lets requests in. Resolves with the port under which the world reaches them. */
  open(app: FastifyInstance): Promise<number>;
}

/** A port of its own. */
export const ownPort = ({ port, host }: { port: number; host: string }): Entrance => ({
  trafficPort: null,
  async open(app) {
    await app.listen({ port, host });
    return portOf(app.server, port);
  },
});

/** Resolves with the port; rejects if it is taken. */
export async function listen(server: Server, { port, host }: { port: number; host: string }): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return portOf(server, port);
}

function portOf(server: Server, port: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
