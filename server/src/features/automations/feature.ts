import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import { createLedger, type OnCampaignEnd, type SendingPorts } from '../campaign-engine/campaign-engine.ts';
import type { CampaignStore, LoadCampaignSettings } from '../campaigns/campaigns.ts';
import { defineFeature } from '../feature.ts';
import { registerAutomations } from './automation-routes.ts';
import { createAutomationStatistics } from './automation-statistics.ts';
import { createEraseRuns } from './erase-runs.ts';
import { createForgetSkipped } from './forget-skipped.ts';
import { createAutomationConsumer } from './watch-automations.ts';

type Needs = Platform & {
  campaignRows: CampaignStore;
  campaignSending: SendingPorts;
  campaignSettings: LoadCampaignSettings;
  onCampaignEnd: OnCampaignEnd;
  store: EventStore;
  wakeCampaignSender: (bot: string) => void;
};

/** Campaigns that wait for triggers: finds them in the events, and makes recipients of the users. */
export const automations = defineFeature({
  name: 'automations',
  tables: ['automation_runs', 'automation_skips', 'automation_segments'],
  create({ campaignRows, campaignSending, metadata, store, ...rest }: Needs) {
    const { db } = metadata;
    const forgetSkipped = createForgetSkipped(db);
    return {
      userData: [
        { name: 'automation_runs', erase: createEraseRuns(db) },
        // Recipients of the engine: after the triggers, which could make new ones.
        { name: 'campaign_recipients', erase: createLedger(db).erase },
      ],
      jobs: [
        {
          name: 'forget-skipped-triggers',
          schedule: '20 2 * * *',
          run: async () => ({ triggers: await forgetSkipped() }),
        },
      ],
      routes: (http) =>
        registerAutomations(http, {
          rows: campaignRows,
          statistics: createAutomationStatistics(db),
        }),
      consumers: [
        createAutomationConsumer({
          db,
          store,
          settingsOf: rest.campaignSettings,
          zonesOf: campaignSending.zonesOf,
          wakeSender: rest.wakeCampaignSender,
          onEnd: rest.onCampaignEnd,
        }),
      ],
    };
  },
});
