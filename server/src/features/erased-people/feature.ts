import type { Platform } from '../../platform/platform.ts';
import { defineFeature } from '../feature.ts';
import { createErasedPeople } from './erased-people.ts';

/** Whom nothing is stored about. Before the event store, which asks it of each event. */
export const erasedPeople = defineFeature({
  name: 'erased-people',
  tables: ['erased_people'],
  async create({ bus, logger, metadata, sealer }: Platform) {
    const people = await createErasedPeople({ db: metadata.db, bus, sealer, logger });
    return { offers: { erasedPeople: people }, close: people.close };
  },
});
