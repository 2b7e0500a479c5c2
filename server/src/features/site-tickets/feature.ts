import type { Platform } from '../../platform/platform.ts';
import { defineFeature } from '../feature.ts';
import { createSiteTickets } from './site-tickets.ts';

/** Visits to websites behind links to the bot. Before the event store, whose launches are resolved by them. */
export const siteTickets = defineFeature({
  name: 'site-tickets',
  tables: ['site_tickets'],
  create({ bus, metadata }: Platform) {
    const siteTickets = createSiteTickets({ db: metadata.db, bus });
    return {
      offers: { siteTickets },
      userData: [{ name: 'site_tickets', erase: siteTickets.erase }],
      jobs: [
        {
          name: 'forget-site-tickets',
          schedule: '50 * * * *',
          run: async (now) => ({ tickets: await siteTickets.forgetOld(now) }),
        },
      ],
      close: siteTickets.close,
    };
  },
});
