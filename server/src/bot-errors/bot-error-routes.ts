import { api } from '@botscope/contract';
import { AppError } from '../errors.ts';
import type { Http } from '../http/http.ts';
import type { BotErrors } from './bot-errors.ts';

export function registerBotErrors<Bot extends { key: string }>(http: Http<Bot>, deps: { botErrors: BotErrors }): void {
  const { botErrors } = deps;
  http.on(api.botErrors, ({ bot, query }) => botErrors.list(permitted(bot).key, query));
  http.on(api.clearBotErrors, async ({ bot }) => {
    await botErrors.clear(permitted(bot).key);
    return null;
  });
}

function permitted<Bot>(bot: Bot | null): Bot {
  if (bot === null) throw new AppError('NotFound');
  return bot;
}
