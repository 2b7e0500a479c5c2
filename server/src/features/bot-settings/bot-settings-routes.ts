import { api, type BotSettings, mayRead } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import type { BotSettingsService } from './bot-settings.ts';

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

function permitted(bot: BotRow | null): BotRow {
  if (bot === null) throw new AppError('NotFound');
  return bot;
}
