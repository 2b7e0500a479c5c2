import { loadReportSettings } from '../../analytics/reports/report-settings.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import { createAccountNames } from '../../platform/metadata/account-names.ts';
import type { Platform } from '../../platform/platform.ts';
import { createCallTelegram } from '../../telegram/sending/call-telegram.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { Connections } from '../connections/connections.ts';
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
import { createCampaignSender } from './engine/run-campaigns.ts';
import type { SendingBot } from './engine/start-sender.ts';
import { registerRecipients } from './recipient-routes.ts';
import { createValuesOf, findLastSeen } from './recipient-values.ts';
import { createRecipients } from './recipients.ts';
import { createLoadResults } from './results/campaign-results.ts';
import { registerResults } from './results/result-routes.ts';
import { createSendTest } from './send-test.ts';
import { createSkippedOf } from './skipped.ts';

type Needs = Platform & {
  bots: Bots;
  connections: Connections;
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
  create({
    bots,
    bus,
    connections,
    logger,
    config,
    customFields,
    mailingExclusions,
    metadata,
    recordAudit,
    store,
    ...rest
  }: Needs) {
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
    const skippedOf = createSkippedOf({ store, mailingExclusions, isErased });
    const apiRootOf = connections.context.addresses.telegramRoot;
    const bot = async (key: string): Promise<SendingBot | null> => {
      const row = await bots.cached(key);
      if (row === null) return null;
      const { start_rules, paused_at } = row;
      return { key, start_rules, paused_at, apiRoot: apiRootOf(row), token: row.is_demo ? null : bots.tokenOf(row) };
    };
    const call = createCallTelegram(rest.telegramDispatcher);
    const sending = { bot, call, store, valuesOf, skippedOf, logger };
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
          ...{ rows, ledger, files, audiences, valuesOf, customFields, bus },
          hasToken: async (key) => ((await bot(key))?.token ?? null) !== null,
          lastSeen: (bot) => findLastSeen(store, bot),
          namesOf: createAccountNames(db),
          maxSpeed: config.mailingMaxSpeed,
        });
        const sendTest = createSendTest({ ...sending, rows, files });
        registerCampaigns(http, { campaigns, audiences, sendTest, attempts: rest.attempts, record: recordAudit });
        const loadResults = createLoadResults({ store, reasons: ledger.reasons });
        registerResults(http, { rows, loadResults });
        registerRecipients(http, { recipients: createRecipients({ rows, ledger, store }), record: recordAudit });
        registerCampaignFiles(http, { files, attempts: rest.attempts, dispatcher: rest.guardedDispatcher });
      },
      start() {
        const sender = createCampaignSender({
          ...{ ...sending, db, instance: rest.instanceId, maxSpeed: config.mailingMaxSpeed },
          audienceOf: audiences.of,
          files: files.source,
          async writeOutcomes(outcomes) {
            for (const [key, own] of Map.groupBy(outcomes, (one) => one.bot))
              await store.writeCampaignOutcomes(key, own);
          },
        });
        const work = sender.start();
        const stopListening = bus.subscribe('campaigns-changed', ({ key }) => {
          if (key !== null) sender.wake(key);
        });
        return {
          async close() {
            stopListening();
            await work.close();
          },
        };
      },
    };
  },
});
