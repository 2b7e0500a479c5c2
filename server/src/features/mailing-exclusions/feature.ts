import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { createAccountNames } from '../../platform/metadata/account-names.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { Connections } from '../connections/connections.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import { defineFeature } from '../feature.ts';
import type { Unsubscribes } from '../unsubscribes/unsubscribes.ts';
import { answerPresses } from './answer-press.ts';
import { registerBotSubscription } from './bot-subscription-routes.ts';
import { registerMailingExclusions } from './mailing-exclusion-routes.ts';
import { createMailingExclusions } from './mailing-exclusions.ts';
import { createStoreSoon, createStoreSubscriptions } from './store-subscriptions.ts';
import { registerUnsubscribes } from './unsubscribe-routes.ts';

type Needs = Platform & {
  bots: Bots;
  connections: Connections;
  customFields: CustomFields;
  recordAudit: RecordAudit;
  store: EventStore;
  unsubscribes: Unsubscribes;
};

/** Bot users who get no mailings: colleagues have excluded them, or they have unsubscribed. */
export const mailingExclusions = defineFeature({
  name: 'mailing-exclusions',
  tables: ['mailing_exclusions'],
  create({ bots, connections, customFields, logger, metadata, recordAudit, store, telegram, unsubscribes }: Needs) {
    const exclusions = createMailingExclusions({ metadata });
    const knows = async (bot: string, userId: number) => (await loadKnownUsers(store, bot, [userId])).has(userId);
    const { storeBot, storeAll } = createStoreSubscriptions({ unsubscribes, store, logger });
    const storeSoon = createStoreSoon(storeBot, logger);
    unsubscribes.onChange(storeSoon.begin);
    answerPresses({
      unsubscribes,
      logger,
      async callBot(key, method, params) {
        const bot = await bots.cached(key);
        const token = bot === null || bot.is_demo ? null : bots.tokenOf(bot);
        if (bot === null || token === null) return;
        await telegram.call(connections.context.addresses.telegramRoot(bot), token, method, params);
      },
    });
    return {
      offers: { mailingExclusions: exclusions },
      userData: [{ name: 'mailing_exclusions', erase: exclusions.erase }],
      jobs: [
        {
          name: 'store-subscriptions',
          schedule: '* * * * *',
          run: async () => ({ users: await storeAll() }),
        },
      ],
      close: storeSoon.settled,
      ingest: (app) => registerBotSubscription(app, { unsubscribes, authenticate: bots.authenticate, knows }),
      routes(http) {
        const loadAccountNames = createAccountNames(metadata.db);
        registerMailingExclusions(http, { exclusions, knows, namesOf: loadAccountNames, record: recordAudit });
        registerUnsubscribes(http, {
          unsubscribes,
          knows,
          namesOf: loadAccountNames,
          record: recordAudit,
          async fieldTypesOf(bot) {
            const fields = await customFields.list(bot);
            const current = fields.filter(({ status }) => status !== 'archived');
            return new Map(current.map(({ key, type }) => [key, type]));
          },
        });
      },
    };
  },
});
