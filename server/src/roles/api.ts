import type { FastifyInstance } from 'fastify';
import type { Composed } from '../features/compose.ts';
import type { Services } from '../features/features.ts';
import { createHttp } from '../platform/http/http.ts';
import { serveDashboard } from '../platform/http/static.ts';
import { createTurns } from '../platform/http/turns.ts';

/** Role `api`: the calls of the dashboard, and the dashboard itself. */
export async function startApi(app: FastifyInstance, { services, features }: Composed<Services>): Promise<void> {
  const http = createHttp(app, services.gate, createTurns(services.metrics));
  for (const { routes } of features) routes?.(http);
  await serveDashboard(app);
}
