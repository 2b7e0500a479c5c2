import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';

export interface Health {
  /** True if requests can be served: a spool that stands in for a slow event store still counts as ready. */
  ready: boolean;
  [detail: string]: unknown;
}

/**
 * `/healthz` (the process lives), `/readyz` (it can serve, and how its stores are), `/metrics` (Prometheus text). Details
 * and metrics need a secret, from wherever the request comes: a reverse proxy on this machine makes every visitor a local
 * one, and not every proxy says so in a header.
 */
export function registerOperations(
  app: FastifyInstance,
  deps: { health: () => Promise<Health>; metrics: Registry; mayMonitor: (request: FastifyRequest) => boolean },
): void {
  app.get('/healthz', { config: { access: 'visitor' }, logLevel: 'warn' }, async () => ({ ok: true }));
  app.get('/readyz', { config: { access: 'visitor' }, logLevel: 'warn' }, async (request, reply) => {
    const health = await deps.health();
    return reply.code(health.ready ? 200 : 503).send(deps.mayMonitor(request) ? health : { ready: health.ready });
  });
  app.get('/metrics', { config: { access: 'operator' }, logLevel: 'warn' }, async (request, reply) => {
    if (!deps.mayMonitor(request)) return reply.code(403).send('forbidden\n');
    return reply.type(deps.metrics.contentType).send(await deps.metrics.metrics());
  });
}
