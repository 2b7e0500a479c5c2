import { keysOfMoney, missingKey, type Permissions, type UserSource, type UserTotals } from '@botscope/contract';
import type { AttributionModel } from '../../../analytics/query/attribution.sql.ts';
import { loadKnownUsers } from '../../../analytics/query/known-users.ts';
import { AppError } from '../../../platform/errors.ts';
import { minuteMs } from '../../../platform/time-units.ts';
import { isObject } from '../../../telegram/json.ts';
import { askAbout, type UserQuestion } from './ask-about.ts';
import { launchesSql, paymentsSql, sessionsSql, sourcesSql } from './head.sql.ts';

/**
 * Loads a user's sources and totals, with the numbers of the reports.
 * @throws AppError NotFound for a user who never contacted the bot, and as `runQuery` does
 */
export async function loadTotals(
  question: UserQuestion & { sessionGapMinutes: number; permissions: Permissions },
): Promise<UserTotals> {
  const { store, bot, user, sessionGapMinutes, permissions } = question;
  const { rollup, ask } = await askAbout(question);
  const gap = { session_gap: sessionGapMinutes * minuteMs, session_gap_minutes: sessionGapMinutes };
  const [knownUsers, [sessions], [launches], payments, sources] = await Promise.all([
    loadKnownUsers(store, bot, [user]),
    ask<{ sessions: number; actions: number }>(sessionsSql, gap),
    ask<{ launches: number }>(launchesSql),
    ask<{ currency: string; amount: number; payments: number }>(paymentsSql),
    ask<{ model: AttributionModel; value: string }>(sourcesSql(rollup)),
  ]);
  if (!knownUsers.has(user)) throw new AppError('NotFound', { field: 'user_id' });
  const findSource = (model: AttributionModel) => parseSource(sources.find((row) => row.model === model)?.value ?? '');
  return {
    sources: {
      first: findSource('first'),
      last: findSource('last'),
      last_significant: findSource('last_significant'),
    },
    actions: sessions?.actions ?? 0,
    sessions: sessions?.sessions ?? 0,
    launches: launches?.launches ?? 0,
    ...(missingKey(permissions, keysOfMoney) === undefined
      ? {
          payments: payments.reduce((sum, row) => sum + row.payments, 0),
          income: payments.map(({ currency, amount }) => ({ currency, amount })),
        }
      : { payments: null, income: [] }),
  };
}

/** Parses the output of `sourceSql`: `["ads", {"source": "ads"}]`. */
function parseSource(value: string): UserSource {
  const direct = { source: '', params: {} };
  if (value === '') return direct;
  const output: unknown = JSON.parse(value);
  if (!Array.isArray(output)) return direct;
  const [source, params] = output;
  const pairs = isObject(params) ? Object.entries(params).map(([name, text]) => [name, String(text)]) : [];
  return { source: String(source), params: Object.fromEntries(pairs) };
}
