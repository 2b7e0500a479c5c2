import type { Platform } from '../../platform/platform.ts';
import type { Bots } from '../bots/bots.ts';
import type { ErasedPeople } from '../erased-people/erased-people.ts';
import { defineFeature } from '../feature.ts';
import { createSiteUsers } from './site-users.ts';

type Needs = Platform & { bots: Bots; erasedPeople: ErasedPeople };

/** Users of bots who are recognised on websites. */
export const siteUsers = defineFeature({
  name: 'site-users',
  tables: ['known_site_visits'],
  create({ bots, bus, erasedPeople, metadata, sealer }: Needs) {
    const siteUsers = createSiteUsers({
      ...{ db: metadata.db, bus, sealer, isErased: erasedPeople.isErased },
      async tokenOf(key) {
        const bot = await bots.cached(key);
        return bot && bots.tokenOf(bot);
      },
    });
    return {
      offers: { siteUsers },
      personData: [{ name: 'known_site_visits', erase: siteUsers.erase }],
      jobs: [
        {
          name: 'forget-known-site-visits',
          schedule: '20 * * * *',
          run: async (now) => ({ visits: await siteUsers.forgetOld(now) }),
        },
      ],
      close: siteUsers.close,
    };
  },
});
