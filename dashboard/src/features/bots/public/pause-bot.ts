import { api, type Bot } from '@botscope/contract';
import type { TFunction } from 'i18next';
import { call } from '../../../platform/api/call.ts';
import { showDone, showError } from '../../../platform/errors/error-mapping.ts';
import { keepBot } from '../../../platform/session/bot-data.ts';

/** Stops or resumes the recording of a bot, and says so. */
export async function pauseBot(bot: Bot, paused: boolean, t: TFunction): Promise<void> {
  try {
    keepBot(await call(api.pauseBot, { params: { key: bot.key }, body: { paused } }));
    showDone(t(paused ? 'Bots.pauseDone' : 'Bots.resumeDone', { name: bot.bot_name }));
  } catch (error) {
    showError(error);
  }
}
