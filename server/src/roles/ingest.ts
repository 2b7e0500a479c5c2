import type { FastifyInstance } from 'fastify';
import { loadKnownUsers } from '../analytics/query/known-users.ts';
import { registerPushRoutes } from '../ingest/push/push-routes.ts';
import { createConversionRecorder } from '../ingest/recording/conversion-recorder.ts';
import { createPendingConversions } from '../ingest/recording/pending-conversions.ts';
import { createCallRecorder, createUpdateRecorder } from '../ingest/recording/recorder.ts';
import type { Services } from './services.ts';
import type { Traffic } from './traffic.ts';

/** Traffic in: the public bot API, and Telegram's webhooks. (The proxy stands before the app: see server.ts.) */
export function startIngest(app: FastifyInstance, services: Services, traffic: Traffic): void {
  traffic.registerRoutes(app);
  const record = createUpdateRecorder(services);
  const pending = createPendingConversions({
    ...services,
    knownUsers: (bot, users) => loadKnownUsers(services.store, bot, users),
  });
  app.addHook('onClose', () => pending.close());
  registerPushRoutes(app, {
    authenticate: (apiKey) => services.bots.authenticate(apiKey),
    record,
    recordCalls: createCallRecorder(services),
    recordConversions: createConversionRecorder({ ...services, unknownTargets: services.targets.unknown, pending }),
    maxBodyBytes: services.config.pushMaxBytes,
  });
}
