import { api } from '@botscope/contract';
import type { BotRow } from '../bots/bots.ts';
import { AppError } from '../errors.ts';
import type { Http } from '../http/http.ts';
import type { BotSettingsService } from './bot-settings.ts';

export function registerBotSettings(http: Http<BotRow>, { botSettings }: { botSettings: BotSettingsService }): void {
  http.on(api.getSettings, ({ bot }) => botSettings.of(permitted(bot)));
  http.on(api.setSettings, ({ bot, body }) => botSettings.set(permitted(bot), body));
  http.on(api.previewStartRules, ({ bot, body }) => botSettings.preview(permitted(bot).key, body.rules, body.samples));
}

function permitted(bot: BotRow | null): BotRow {
  if (bot === null) throw new AppError('NotFound');
  return bot;
}
