import { hostname } from 'node:os';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import { defineFeature } from '../feature.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createInstances } from './instances.ts';

/** The processes of the installation. */
export const instances = defineFeature({
  name: 'instances',
  tables: ['instances'],
  create({ config, instanceId, logger, metadata, store }: Platform & { store: EventStore }) {
    const heartbeat = startHeartbeat({
      db: metadata.db,
      own: { id: instanceId, roles: config.roles, host: hostname() },
      spoolPosition: store.spoolPosition,
      logger,
    });
    return { offers: { instances: createInstances(metadata.db) }, close: heartbeat.close };
  },
});
