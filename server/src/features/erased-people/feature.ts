import type { Platform } from '../../platform/platform.ts';
import { defineFeature } from '../feature.ts';
import { createErasedPeople } from './erased-people.ts';

/** List of users about whom nothing is stored. Created before the event store, which checks each event against it. */
export const erasedPeople = defineFeature({
  name: 'erased-people',
  tables: ['erased_people'],
  async create({ bus, logger, metadata, sealer }: Platform) {
    const people = await createErasedPeople({ db: metadata.db, bus, sealer, logger });
    return { offers: { erasedPeople: people }, close: people.close };
  },
});
