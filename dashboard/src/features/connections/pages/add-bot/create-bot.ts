import { api, type InputOf } from '@botscope/contract';
import { call } from '../../../../platform/api/call.ts';
import { keepBot } from '../../../../platform/session/bot-data.ts';
import { botMemory } from '../../../../platform/session/bot-memory.ts';

/** Makes the bot on the server and turns the dashboard to it. @throws ApiError */
export async function createBot(
  body: InputOf<NonNullable<typeof api.addBot.body>>,
): Promise<[key: string, apiKey: string]> {
  const { bot, api_key } = await call(api.addBot, { body });
  keepBot(bot);
  botMemory.keep({ stored: bot.key, demo: false });
  return [bot.key, api_key];
}
