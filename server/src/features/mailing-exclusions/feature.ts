import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { createAccountNames } from '../../platform/metadata/account-names.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import { defineFeature } from '../feature.ts';
import { registerMailingExclusions } from './mailing-exclusion-routes.ts';
import { createMailingExclusions } from './mailing-exclusions.ts';

/** Which bot users get no mailings. */
export const mailingExclusions = defineFeature({
  name: 'mailing-exclusions',
  tables: ['mailing_exclusions'],
  create({ metadata, recordAudit, store }: Platform & { recordAudit: RecordAudit; store: EventStore }) {
    const exclusions = createMailingExclusions({ metadata });
    return {
      offers: { mailingExclusions: exclusions },
      personData: [{ name: 'mailing_exclusions', erase: exclusions.erase }],
      routes: (http) =>
        registerMailingExclusions(http, {
          exclusions,
          knows: async (bot, userId) => (await loadKnownUsers(store, bot, [userId])).has(userId),
          namesOf: createAccountNames(metadata.db),
          record: recordAudit,
        }),
    };
  },
});
