import type { FastifyInstance } from 'fastify';
import { registerPushRoutes } from '../ingest/push/push-routes.ts';
import { createRecorder } from './recorder.ts';
import type { Services } from './services.ts';

/** Traffic in: the public bot API. */
export function startIngest(app: FastifyInstance, services: Services): void {
  const record = createRecorder(services);
  registerPushRoutes(app, {
    authenticate: (apiKey) => services.bots.authenticate(apiKey),
    record,
    maxBodyBytes: services.config.pushMaxBytes,
  });
}
