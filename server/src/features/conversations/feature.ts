import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { Connections } from '../connections/connections.ts';
import { defineFeature } from '../feature.ts';
import type { Takeovers } from '../takeover/takeover.ts';
import { registerConversations } from './conversation-routes.ts';
import type { Conversations } from './conversations.ts';
import { createFileFetcher } from './media/fetch-file.ts';
import { createFileCache } from './media/file-cache.ts';
import { createPersonWatch } from './watch-person.ts';

type Needs = Platform & {
  bots: Bots;
  connections: Connections;
  recordAudit: RecordAudit;
  store: EventStore;
  takeovers: Takeovers;
};

/** The cache keeps so much of what people sent. */
const mostCachedBytes = 512 * 1_048_576;

/** One person of a bot: who they are, the conversation, all their events and files. */
export const conversations = defineFeature({
  name: 'conversations',
  create({ bots, config, connections, logger, recordAudit, store, takeovers, telegram, telegramDispatcher }: Needs) {
    const cache = createFileCache({ dataDir: config.dataDir, maxBytes: mostCachedBytes });
    const fetchFile = createFileFetcher({
      telegram,
      dispatcher: telegramDispatcher,
      cache,
      tokenOf: bots.tokenOf,
      rootOf: connections.context.addresses.telegramRoot,
    });
    const stopForgetting = bots.onRemoved((key) => {
      cache.removeBot(key).catch((error: unknown) => logger.warn({ err: error, bot: key }, 'cached files remain'));
    });
    const offered: Conversations = { removeFiles: cache.removePerson };
    return {
      offers: { conversations: offered },
      routes: (http) =>
        registerConversations(http, {
          store,
          fetchFile,
          watchPerson: createPersonWatch({ store }),
          watchTakeover: takeovers.watch,
          record: recordAudit,
        }),
      close: () => stopForgetting(),
    };
  },
});
