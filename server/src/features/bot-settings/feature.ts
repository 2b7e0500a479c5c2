import type { EventStore } from '../../events/store/event-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import type { SiteTickets } from '../site-tickets/site-tickets.ts';
import { createBotSettings } from './bot-settings.ts';
import { registerBotSettings } from './bot-settings-routes.ts';

type Needs = Platform & { bots: Bots; recordAudit: RecordAudit; siteTickets: SiteTickets; store: EventStore };

/** Settings of a bot's owner for reports and data retention. */
export const botSettings = defineFeature({
  name: 'bot-settings',
  create({ bots, logger, metadata, recordAudit, siteTickets, store }: Needs) {
    const botSettings = createBotSettings({ metadata, store, bots, siteTickets, logger });
    return {
      offers: { botSettings },
      routes: (http) => registerBotSettings(http, { botSettings, record: recordAudit }),
      jobs: [
        // A change of start rules reads the launches again at once; the job finishes what a stopped process left.
        { name: 'finish-rereads', schedule: '*/10 * * * *', run: botSettings.finishRereads },
        { name: 'forget-old-events', schedule: '5 1 * * *', run: botSettings.forgetOldEvents },
        // One run closes a day, the next one rolls it up.
        { name: 'roll-up', schedule: '*/10 * * * *', run: botSettings.rollUpAll },
      ],
      close: botSettings.settled,
    };
  },
});
