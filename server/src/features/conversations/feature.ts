import type { EventStore } from '../../events/store/event-store.ts';
import { createAccountNames } from '../../platform/metadata/account-names.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { ReceivedCampaigns } from '../campaigns/campaigns.ts';
import type { Connections } from '../connections/connections.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { ErasedUsers } from '../erased-users/erased-users.ts';
import { defineFeature } from '../feature.ts';
import type { HiddenCommands } from '../hidden-commands/hidden-commands.ts';
import type { MailingExclusions } from '../mailing-exclusions/mailing-exclusions.ts';
import type { EachMessage } from '../messages/messages.ts';
import type { Segments, SegmentsOf } from '../segments/segments.ts';
import type { SiteTickets } from '../site-tickets/site-tickets.ts';
import type { Takeovers } from '../takeover/takeover.ts';
import type { Targets } from '../targets/targets.ts';
import type { Unsubscribes } from '../unsubscribes/unsubscribes.ts';
import type { UserNotes } from '../user-notes/user-notes.ts';
import { registerConversations } from './conversation-routes.ts';
import { registerUserExport } from './export/export-routes.ts';
import { forgetErasedFiles } from './media/erased-files.ts';
import { createFileFetcher } from './media/fetch-file.ts';
import { createFileCache } from './media/file-cache.ts';
import { createUserWatch } from './watch-user.ts';

type Needs = Platform & {
  bots: Bots;
  connections: Connections;
  erasedUsers: ErasedUsers;
  customFields: CustomFields;
  eachMessage: EachMessage;
  hiddenCommands: HiddenCommands;
  mailingExclusions: MailingExclusions;
  unsubscribes: Unsubscribes;
  receivedCampaigns: ReceivedCampaigns;
  recordAudit: RecordAudit;
  segments: Segments;
  segmentsOf: SegmentsOf;
  siteTickets: SiteTickets;
  store: EventStore;
  takeovers: Takeovers;
  targets: Targets;
  userNotes: UserNotes;
};

/** Limit of the cache of files that users sent. */
const maxCachedBytes = 512 * 1_048_576;

/** One user of a bot: who they are, the conversation, all their events and files. */
export const conversations = defineFeature({
  name: 'conversations',
  create(needs: Needs) {
    const { bots, bus, config, connections, erasedUsers, logger, metadata, recordAudit, store } = needs;
    const { takeovers, telegram, telegramDispatcher } = needs;
    const cache = createFileCache({ dataDir: config.dataDir, maxBytes: maxCachedBytes });
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
    const stopForgettingErased = forgetErasedFiles({ cache, erasedUsers, bus, logger });
    return {
      userData: [
        {
          name: 'files',
          async erase(bot, userIds) {
            let files = 0;
            for (const user of userIds) files += await cache.removeUser(bot, user);
            return files;
          },
        },
      ],
      routes(http) {
        const common = { store, fetchFile, record: recordAudit };
        const watches = { watchUser: createUserWatch({ store }), watchTakeover: takeovers.watch };
        registerConversations(http, { ...common, ...watches });
        registerUserExport(http, {
          ...needs,
          ...common,
          demoBotKey: config.demo.enabled ? config.demo.botKey : null,
          hiddenCommandsOf: needs.hiddenCommands.stableOf,
          targetsOf: ({ key }) => needs.targets.countedOf(key),
          namesOf: createAccountNames(metadata.db),
        });
      },
      close() {
        stopForgetting();
        stopForgettingErased();
      },
    };
  },
});
