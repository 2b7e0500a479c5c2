import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import { createLedger, type SendingPorts } from '../campaign-engine/campaign-engine.ts';
import type { CampaignStore, Recipients } from '../campaigns/campaigns.ts';
import { defineFeature } from '../feature.ts';
import type { HiddenCommands } from '../hidden-commands/hidden-commands.ts';
import type { SiteUsers } from '../pages/pages.ts';
import type { Segments } from '../segments/segments.ts';
import type { Targets } from '../targets/targets.ts';
import type { Unsubscribes } from '../unsubscribes/unsubscribes.ts';
import { createLoadResults } from './campaign-results.ts';
import { createLoadHoldOut } from './hold-out.ts';
import { createTrackedLinks } from './links/link-routes.ts';
import { createOutcomeUsers, type OutcomeSettingsOf, registerOutcomes, registerResults } from './outcome-routes.ts';
import { createOutcomeWindows } from './outcome-windows.ts';
import { createReactionUsers } from './reaction-users.ts';
import { registerKeepRecipients, registerRecipients } from './recipient-routes.ts';
import { registerUnsubscribed } from './unsubscribed-routes.ts';
import { registerVariantResults } from './variant-routes.ts';
import { createScoreLoader, createVersionCounts } from './version-counts.ts';

type Needs = Platform & {
  accounts: Accounts;
  bots: Bots;
  campaignRecipients: Recipients;
  campaignRows: CampaignStore;
  campaignSending: SendingPorts;
  hiddenCommands: HiddenCommands;
  recordAudit: RecordAudit;
  segments: Segments;
  siteUsers: SiteUsers;
  store: EventStore;
  targets: Targets;
  unsubscribes: Unsubscribes;
};

/** Results of campaigns: reactions, conversions, clicks on tracked links, and the users behind each number. */
export const campaignResults = defineFeature({
  name: 'campaign-results',
  publicRoutes: { 'GET /r/:token': 'recipients of campaigns open tracked links in any browser' },
  create(needs: Needs) {
    const { bots, campaignRecipients, campaignRows: rows, metadata, recordAudit: record, segments, store } = needs;
    const { hiddenCommands, targets, unsubscribes } = needs;
    const settingsOf: OutcomeSettingsOf = async (bot) => ({
      bot: bot.key,
      targets: await targets.countedOf(bot.key),
      hiddenCommands: await hiddenCommands.stableOf(bot),
    });
    const counts = createVersionCounts({ store });
    return {
      offers: {
        /** Decides tests of versions. */
        campaignScores: createScoreLoader({
          counts,
          async settingsOf(key) {
            const bot = await bots.byKey(key);
            if (bot === null) throw new AppError('NotFound', { field: 'bot' });
            return settingsOf(bot);
          },
        }),
      },
      routes(http) {
        const { complaints } = unsubscribes;
        const { db } = metadata;
        registerResults(http, {
          rows,
          loadResults: createLoadResults({ store, reasons: createLedger(db).reasons, complaints }),
        });
        const outcomes = createOutcomeWindows({ store });
        registerOutcomes(http, { rows, outcomes, settingsOf });
        registerVariantResults(http, { rows, counts, loadHoldOut: createLoadHoldOut({ store }), settingsOf });
        const links = createTrackedLinks({ ...needs, db, valuesOf: needs.campaignSending.valuesOf });
        const outcomeUsers = createOutcomeUsers({
          outcomes,
          reactionUsers: createReactionUsers({ store }),
          openedBy: links.routes(http, rows),
          complaints,
          rows,
          settingsOf,
        });
        registerRecipients(http, { recipients: campaignRecipients, outcomeUsers, record });
        registerKeepRecipients(http, { recipients: campaignRecipients, outcomeUsers, segments, store, record });
        registerUnsubscribed(http, { rows, unsubscribes, store });
      },
    };
  },
});
