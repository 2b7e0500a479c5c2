import { loadReportSettings } from '../../analytics/reports/report-settings.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import { createAccountNames } from '../../platform/metadata/account-names.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { ErasedPeople } from '../erased-people/erased-people.ts';
import { defineFeature } from '../feature.ts';
import type { HiddenCommands } from '../hidden-commands/hidden-commands.ts';
import type { MailingExclusions } from '../mailing-exclusions/mailing-exclusions.ts';
import type { SegmentsOf } from '../segments/segments.ts';
import type { Targets } from '../targets/targets.ts';
import { createAudiences } from './audience.ts';
import { createExcludedOf } from './audience-exclusions.ts';
import { registerCampaignFiles } from './campaign-file-routes.ts';
import { createCampaignFileStore } from './campaign-file-store.ts';
import { registerCampaigns } from './campaign-routes.ts';
import { createCampaignStore } from './campaign-store.ts';
import { createCampaigns } from './campaigns.ts';
import { createLedger } from './engine/ledger.ts';
import { registerRecipients } from './recipient-routes.ts';
import { createValuesOf, findLastSeen } from './recipient-values.ts';
import { createRecipients } from './recipients.ts';

type Needs = Platform & {
  bots: Bots;
  customFields: CustomFields;
  erasedPeople: ErasedPeople;
  hiddenCommands: HiddenCommands;
  mailingExclusions: MailingExclusions;
  recordAudit: RecordAudit;
  segmentsOf: SegmentsOf;
  store: EventStore;
  targets: Targets;
};

/** Messages to many users. */
export const campaigns = defineFeature({
  name: 'campaigns',
  tables: ['campaigns', 'campaign_recipients', 'campaign_senders', 'campaign_files', 'campaign_file_pieces'],
  create({ bots, bus, config, customFields, mailingExclusions, metadata, recordAudit, store, ...rest }: Needs) {
    const { erasedPeople, hiddenCommands, segmentsOf, targets } = rest;
    const { db } = metadata;
    const { isErased } = erasedPeople;
    const ledger = createLedger(db);
    const files = createCampaignFileStore(db);
    const reportDeps = {
      store,
      demoBotKey: config.demo.enabled ? config.demo.botKey : null,
      hiddenCommandsOf: hiddenCommands.stableOf,
      targetsOf: ({ key }: { key: string }) => targets.countedOf(key),
      segmentsOf,
    };
    const audiences = createAudiences({
      store,
      excludedOf: createExcludedOf({ db, mailingExclusions, isErased }),
      async settingsOf(key, timeZone) {
        const bot = await bots.byKey(key);
        if (bot === null) throw new AppError('NotFound', { field: 'bot' });
        return loadReportSettings(reportDeps, bot, timeZone);
      },
    });
    const valuesOf = createValuesOf({ store, customFields });
    const hasToken = async (key: string): Promise<boolean> => {
      const bot = await bots.cached(key);
      return bot !== null && !bot.is_demo && bots.tokenOf(bot) !== null;
    };
    return {
      personData: [{ name: 'campaign_recipients', erase: ledger.erase }],
      jobs: [
        {
          name: 'forget-campaign-files',
          schedule: '45 * * * *',
          run: async () => ({ files: await files.forgetUnused() }),
        },
      ],
      routes(http) {
        const rows = createCampaignStore(db);
        const campaigns = createCampaigns({
          ...{ rows, ledger, files, audiences, valuesOf, customFields, hasToken, bus },
          lastSeen: (bot) => findLastSeen(store, bot),
          namesOf: createAccountNames(db),
          maxSpeed: config.mailingMaxSpeed,
        });
        registerCampaigns(http, { campaigns, audiences, record: recordAudit });
        registerRecipients(http, { recipients: createRecipients({ rows, ledger, store }), record: recordAudit });
        registerCampaignFiles(http, { files, attempts: rest.attempts, dispatcher: rest.guardedDispatcher });
      },
    };
  },
});
