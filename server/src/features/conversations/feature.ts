import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { Connections } from '../connections/connections.ts';
import type { ErasedPeople } from '../erased-people/erased-people.ts';
import { defineFeature } from '../feature.ts';
import { registerConversations } from './conversation-routes.ts';
import { forgetErasedFiles } from './media/erased-files.ts';
import { createFileFetcher } from './media/fetch-file.ts';
import { createFileCache } from './media/file-cache.ts';
import { createPersonWatch } from './watch-person.ts';

type Needs = Platform & {
  bots: Bots;
  connections: Connections;
  erasedPeople: ErasedPeople;
  recordAudit: RecordAudit;
  store: EventStore;
};

/** The cache keeps so much of what people sent. */
const mostCachedBytes = 512 * 1_048_576;

/** One person of a bot: who they are, the conversation, all their events and files. */
export const conversations = defineFeature({
  name: 'conversations',
  create({ bots, bus, config, connections, erasedPeople, logger, recordAudit, store, ...rest }: Needs) {
    const { telegram, telegramDispatcher } = rest;
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
    const stopForgettingErased = forgetErasedFiles({ cache, erasedPeople, bus, logger });
    return {
      personData: [
        {
          name: 'files',
          async erase(bot, userIds) {
            let files = 0;
            for (const person of userIds) files += await cache.removePerson(bot, person);
            return files;
          },
        },
      ],
      routes: (http) =>
        registerConversations(http, {
          store,
          fetchFile,
          watchPerson: createPersonWatch({ store }),
          record: recordAudit,
        }),
      close() {
        stopForgetting();
        stopForgettingErased();
      },
    };
  },
});
