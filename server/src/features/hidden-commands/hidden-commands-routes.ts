import { api } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { HiddenCommands } from './hidden-commands.ts';

export function registerHiddenCommands<Bot extends { key: string }>(
  http: Http<Bot>,
  { hiddenCommands, record }: { hiddenCommands: Pick<HiddenCommands, 'list' | 'set'>; record: RecordAudit },
): void {
  http.on(api.listHiddenCommands, ({ bot }) => hiddenCommands.list(permitted(bot).key));
  http.on(api.setHiddenCommand, async ({ body, ...call }) => {
    const list = await hiddenCommands.set(permitted(call.bot).key, body.text, body.state);
    await record(call, 'hidden_command_changed', { name: body.text, state: body.state });
    return list;
  });
}

function permitted<Bot>(bot: Bot | null): Bot {
  if (bot === null) throw new AppError('NotFound');
  return bot;
}
