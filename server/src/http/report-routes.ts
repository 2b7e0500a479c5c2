import { type Account, api, type PermissionKey, reportTypes } from '@botscope/contract';
import { AppError } from '../errors.ts';
import type { EventStore } from '../events/event-store.ts';
import { runReport } from '../reports/run-report.ts';
import type { Http } from './http.ts';

interface AskedBot {
  key: string;
  session_gap_minutes: number;
  callback_max_length: number;
}

/** Reports are read in the asking account's zone; a visitor of the demo has none. */
const VISITOR_ZONE = 'UTC';

export function registerReports<Bot extends AskedBot>(
  http: Http<Bot>,
  deps: {
    store: Pick<EventStore, 'query'>;
    now?: () => number;
    /** The bot's approved hidden commands. */
    hiddenCommandsOf: (bot: Bot) => Promise<readonly string[]>;
    permissionsOn: (account: Account | null, bot: Bot) => readonly PermissionKey[];
  },
): void {
  const now = deps.now ?? Date.now;
  http.on(api.report, async ({ params, query, account, bot, reply, raw }) => {
    if (bot === null) throw new AppError('NotFound');
    const type = params.type_report;
    if (!Object.hasOwn(reportTypes, type)) throw new AppError('UnknownReport', { field: 'type_report' });
    const { permission } = reportTypes[type as keyof typeof reportTypes];
    if (!deps.permissionsOn(account, bot).includes(permission)) throw new AppError('AccessDenied');
    // A page that is left stops its question in the engine too.
    const left = new AbortController();
    raw.raw.once('close', () => {
      if (!reply.raw.writableEnded) left.abort();
    });
    const hiddenCommands = await deps.hiddenCommandsOf(bot);
    return runReport(
      { store: deps.store, now },
      {
        bot: bot.key,
        type,
        period: query.period,
        detail: query.detail,
        compare: query.compare,
        timeZone: account?.time_zone ?? VISITOR_ZONE,
        sessionGapMinutes: bot.session_gap_minutes,
        hiddenCommands,
        callbackMaxLength: bot.callback_max_length,
        signal: left.signal,
      },
    );
  });
}
