import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Bots } from '../bots/bots.ts';
import type { EnsureDemoCampaigns } from '../campaigns/campaigns.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import { defineFeature } from '../feature.ts';
import type { Integrations } from '../integrations/integrations.ts';
import type { PagesByKind } from '../pages/pages.ts';
import type { Segments } from '../segments/segments.ts';
import type { Targets } from '../targets/targets.ts';
import { startDemo } from './demo.ts';
import { createDemoRecorder } from './demo-recorder.ts';

type Needs = Platform & {
  bots: Bots;
  customFields: CustomFields;
  integrations: Integrations;
  pages: PagesByKind;
  ensureDemoCampaigns: EnsureDemoCampaigns;
  segments: Segments;
  store: EventStore;
  targets: Targets;
};

/** The demo bot, whose users are simulated. */
export const demo = defineFeature({
  name: 'demo',
  create: ({
    bots,
    config,
    customFields,
    integrations,
    logger,
    metadata,
    pages,
    segments,
    store,
    targets,
    ...rest
  }: Needs) => ({
    async start() {
      if (!config.demo.enabled) return { close: async () => undefined };
      const record = createDemoRecorder({ store });
      const { botKey } = config.demo;
      const demo = await startDemo({
        metadata,
        bots,
        customFields,
        integrations,
        pages,
        segments,
        targets,
        store,
        record,
        botKey,
        logger,
        ensureCampaigns: rest.ensureDemoCampaigns,
      });
      // The server runs without the demo's history rather than not at all.
      demo.ready.catch((error: unknown) => logger.error({ err: error }, 'the demo has no history'));
      return demo;
    },
  }),
});
