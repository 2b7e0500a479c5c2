import { randomUUID } from 'node:crypto';
import { createWaitingUpdates } from '../../ingest/relay/waiting-updates.ts';
import type { Platform } from '../../platform/platform.ts';
import { grantsReader } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotErrors } from '../bot-errors/bot-errors.ts';
import type { Bots } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import type { PublishIntegrationEvent } from '../integration-events/integration-events.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { createBotOfToken } from './claim.ts';
import { registerConnections } from './connection-routes.ts';
import { createConnections, createProblemTracker } from './connections.ts';
import { createHealth } from './health-check.ts';
import { startHealthRounds } from './health-rounds.ts';
import { createIntercepts } from './intercepts.ts';
import { ownCounts, shareCounts } from './waiting-counts.ts';

type Needs = Platform & {
  botErrors: BotErrors;
  bots: Bots;
  notifications: Notifications;
  recordAudit: RecordAudit;
  publishIntegrationEvent: PublishIntegrationEvent;
};

/** Connections of bots: webhooks, tokens, their problems and repairs. */
export const connections = defineFeature({
  name: 'connections',
  tables: ['waiting_updates'],
  create({
    attempts,
    botErrors,
    bots,
    bus,
    config,
    guardedDispatcher,
    instanceId,
    notifications,
    logger,
    metadata,
    recordAudit,
    telegram,
    publishIntegrationEvent,
  }: Needs) {
    const counts = createWaitingUpdates(bus);
    const waitingUpdates =
      metadata.engine === 'server' ? shareCounts(counts, { db: metadata.db, instanceId, logger }) : ownCounts(counts);
    const problems = createProblemTracker({
      ...{ bots, notifications, botErrors, logger },
      publish: (bot, type, data) =>
        publishIntegrationEvent(metadata.db, { bot, type, data, onceKey: randomUUID(), userId: null }),
    });
    const connections = createConnections({
      ...config,
      bots,
      telegram,
      dispatcher: guardedDispatcher,
      problems,
      notifications,
      withLock: metadata.withLock,
      waitingUpdates,
      logger,
    });
    const { context } = connections;
    const health = createHealth({ context, waitingUpdates });
    const loadGrants = grantsReader(metadata.db);
    return {
      offers: {
        connections,
        health,
        waitingUpdates,
        botOfToken: createBotOfToken(context),
        intercepts: createIntercepts(context, { waitingUpdates }),
      },
      routes: (http) =>
        registerConnections(http, { bots, connections, health, grantsOf: loadGrants, attempts, record: recordAudit }),
      jobs: [
        // The deletion of an account removes its bots at once; the job removes those that Telegram did not answer for.
        {
          name: 'remove-leaving-bots',
          schedule: '*/10 * * * *',
          async run() {
            const leaving = await bots.leaving();
            const waitingBots = await connections.removeLeaving(leaving);
            return { bots: leaving.length, waiting: waitingBots.length };
          },
        },
      ],
      start: () => startHealthRounds({ health, bots, logger }),
      async close() {
        await waitingUpdates.close();
        await problems.settled();
      },
    };
  },
});
