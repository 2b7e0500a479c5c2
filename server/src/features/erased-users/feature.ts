import type { Platform } from '../../platform/platform.ts';
import { defineFeature } from '../feature.ts';
import { createErasedUsers } from './erased-users.ts';

/** List of users about whom nothing is stored. Created before the event store, which checks each event against it. */
export const erasedUsers = defineFeature({
  name: 'erased-users',
  tables: ['erased_users'],
  async create({ bus, logger, metadata, sealer }: Platform) {
    const users = await createErasedUsers({ db: metadata.db, bus, sealer, logger });
    return { offers: { erasedUsers: users }, close: users.close };
  },
});
