import type { FastifyInstance } from 'fastify';
import { registerPushRoutes } from '../ingest/push/push-routes.ts';
import { createLatePeople } from './late-people.ts';
import { createCallRecorder, createConversionRecorder, createRecorder } from './recorder.ts';
import type { Services } from './services.ts';
import type { Traffic } from './traffic.ts';

/** Traffic in: the public bot API, and Telegram's webhooks. (The proxy stands before the app: see server.ts.) */
export function startIngest(app: FastifyInstance, services: Services, traffic: Traffic): void {
  traffic.registerRoutes(app);
  const record = createRecorder(services);
  const latePeople = createLatePeople(services);
  app.addHook('onClose', () => latePeople.close());
  registerPushRoutes(app, {
    authenticate: (apiKey) => services.bots.authenticate(apiKey),
    record,
    recordCalls: createCallRecorder(services),
    recordConversions: createConversionRecorder({ ...services, latePeople }),
    maxBodyBytes: services.config.pushMaxBytes,
  });
}
