import { hostname } from 'node:os';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EventServers } from '../event-store/event-store.ts';
import { defineFeature } from '../feature.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createInstances } from './instances.ts';

type Needs = Platform & { eventServers: EventServers; store: EventStore };

/** The processes of the installation. */
export const instances = defineFeature({
  name: 'instances',
  tables: ['instances'],
  create({ config, eventServers, instanceId, logger, metadata, store }: Needs) {
    const heartbeat = startHeartbeat({
      db: metadata.db,
      own: { id: instanceId, roles: config.roles, host: hostname() },
      spoolPositions: store.spoolPositions,
      // Others wait until this process writes where it should.
      prepare: eventServers.confirmPlacement,
      logger,
    });
    return { offers: { instances: createInstances(metadata.db) }, close: heartbeat.close };
  },
});
