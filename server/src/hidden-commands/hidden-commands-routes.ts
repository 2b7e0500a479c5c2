import { api } from '@botscope/contract';
import { AppError } from '../errors.ts';
import type { Http } from '../http/http.ts';
import type { HiddenCommands } from './hidden-commands.ts';

export function registerHiddenCommands<Bot extends { key: string }>(
  http: Http<Bot>,
  { hiddenCommands }: { hiddenCommands: Pick<HiddenCommands, 'list' | 'set'> },
): void {
  http.on(api.listHiddenCommands, ({ bot }) => hiddenCommands.list(permitted(bot).key));
  http.on(api.setHiddenCommand, ({ bot, body }) => hiddenCommands.set(permitted(bot).key, body.text, body.state));
}

function permitted<Bot>(bot: Bot | null): Bot {
  if (bot === null) throw new AppError('NotFound');
  return bot;
}
