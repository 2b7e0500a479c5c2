import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { createAccountNames } from '../../platform/metadata/account-names.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { Connections } from '../connections/connections.ts';
import type { ErasedUsers } from '../erased-users/erased-users.ts';
import { defineFeature } from '../feature.ts';
import { registerBotTakeover } from './bot-takeover-routes.ts';
import { createTakeovers } from './takeover.ts';
import { registerTakeover } from './takeover-routes.ts';
import { createTakeoverStore } from './takeover-store.ts';

type Needs = Platform & {
  bots: Bots;
  connections: Connections;
  erasedUsers: ErasedUsers;
  recordAudit: RecordAudit;
  store: EventStore;
};

/** A colleague answers a private chat instead of the bot. */
export const takeover = defineFeature({
  name: 'takeover',
  tables: ['takeovers', 'takeover_settings'],
  async create({ bots, bus, connections, erasedUsers, logger, metadata, recordAudit, store, telegram }: Needs) {
    const takeovers = await createTakeovers({
      rows: createTakeoverStore(metadata.db),
      bus,
      logger,
      async answerQuery(key, queryId) {
        const bot = await bots.cached(key);
        const token = bot === null ? null : bots.tokenOf(bot);
        if (bot === null || token === null) return;
        const root = connections.context.addresses.telegramRoot(bot);
        await telegram.call(root, token, 'answerCallbackQuery', { callback_query_id: queryId });
      },
    });
    const names = createAccountNames(metadata.db);
    return {
      offers: { takeovers },
      userData: [{ name: 'takeovers', erase: takeovers.releaseAll }],
      routes: (http) =>
        registerTakeover(http, {
          takeovers,
          knows: async (bot, userId) => (await loadKnownUsers(store, bot, [userId])).has(userId),
          nameOf: async (account) => (await names([account])).get(account) ?? '',
          record: recordAudit,
        }),
      ingest: (app) =>
        registerBotTakeover(app, { takeovers, authenticate: bots.authenticate, isErased: erasedUsers.isErased }),
      jobs: [{ name: 'end-takeovers', schedule: '* * * * *', run: async () => ({ ended: await takeovers.expire() }) }],
      close: takeovers.close,
    };
  },
});
