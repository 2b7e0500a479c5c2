import { api, type BotSettings, mayRead } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import { defineFeature } from '../feature.ts';
import type { SiteTickets } from '../site-tickets/site-tickets.ts';
import { type BotSettingsService, createBotSettings } from './bot-settings.ts';

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

export function registerBotSettings(
  http: Http<BotRow>,
  { botSettings, record }: { botSettings: BotSettingsService; record: RecordAudit },
): void {
  http.on(api.getSettings, ({ bot }) => botSettings.of(permitted(bot)));
  http.on(api.setSettings, async ({ body, ...call }) => {
    const before = botSettings.of(permitted(call.bot));
    const after = await botSettings.set(permitted(call.bot), body);
    const fields = (Object.keys(after) as (keyof BotSettings)[]).filter(
      (field) => JSON.stringify(after[field]) !== JSON.stringify(before[field]),
    );
    if (fields.length > 0) await record(call, 'settings_changed', { fields });
    return after;
  });
  http.on(api.previewStartRules, async ({ bot, permissions, body }) => {
    const preview = await botSettings.preview(permitted(bot).key, body.rules, body.samples);
    // The bot's own payloads, and how many launches each has brought, are that report.
    return permissions !== null && mayRead(permissions, 'utm_summary') ? preview : { ...preview, latest: [] };
  });
}
