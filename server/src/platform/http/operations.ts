import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';

export interface Health {
  /** True if requests can be served: a spool that stands in for a slow event store still counts as ready. */
  ready: boolean;
  [detail: string]: unknown;
}

/** `/healthz` (the process lives), `/readyz` (it can serve, and how its stores are), `/metrics` (Prometheus text). */
export function registerOperations(
  app: FastifyInstance,
  deps: { health: () => Promise<Health>; metrics: Registry; isOperator: (request: FastifyRequest) => boolean },
): void {
  app.get('/healthz', { config: { access: 'visitor' }, logLevel: 'warn' }, async () => ({ ok: true }));
  app.get('/readyz', { config: { access: 'visitor' }, logLevel: 'warn' }, async (_request, reply) => {
    const health = await deps.health();
    return reply.code(health.ready ? 200 : 503).send(health);
  });
  // Numbers of the machine, not of its visitors: for callers on the same machine or with the operator's secret.
  app.get('/metrics', { config: { access: 'operator' }, logLevel: 'warn' }, async (request, reply) => {
    if (!isLocal(request) && !deps.isOperator(request)) return reply.code(403).send('forbidden\n');
    return reply.type(deps.metrics.contentType).send(await deps.metrics.metrics());
  });
}

function isLocal(request: FastifyRequest): boolean {
  const forwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !forwarded && /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(request.peer);
}
