import { api, opens } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotErrors } from './bot-errors.ts';

export function registerBotErrors<Bot extends { key: string }>(
  http: Http<Bot>,
  deps: { botErrors: BotErrors; record: RecordAudit },
): void {
  const { botErrors, record } = deps;
  http.on(api.botErrors, ({ bot, permissions, query }) =>
    botErrors.list(permitted(bot).key, {
      ...query,
      hidesUpdates: !opens(permitted(permissions), 'section.users.chat.view'),
    }),
  );
  http.on(api.clearBotErrors, async (call) => {
    await botErrors.clear(permitted(call.bot).key);
    await record(call, 'errors_cleared');
    return null;
  });
}

function permitted<Found>(value: Found | null): Found {
  if (value === null) throw new AppError('NotFound');
  return value;
}
