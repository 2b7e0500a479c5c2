import type { Platform } from '../../platform/platform.ts';
import { defineFeature } from '../feature.ts';
import { createUnsubscribes } from './unsubscribes.ts';

/** Users who have ended the mailings of a bot. Created before the event store, whose events say so. */
export const unsubscribes = defineFeature({
  name: 'unsubscribes',
  tables: ['unsubscribes', 'subscription_changes', 'mailing_settings'],
  async create({ bus, logger, metadata }: Platform) {
    const unsubscribes = await createUnsubscribes({ db: metadata.db, bus, logger });
    return {
      offers: { unsubscribes },
      userData: [
        { name: 'unsubscribes', erase: unsubscribes.erase },
        { name: 'subscription_changes', erase: unsubscribes.eraseHistory },
      ],
      close: unsubscribes.close,
    };
  },
});
