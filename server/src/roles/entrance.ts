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
    const address = app.server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  },
});
