import { type CampaignOutcomes, defaultOutcomeDays, type OutcomeDays } from '@botscope/contract';
import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { type Scope, type ScopedStatement, scope } from '../../analytics/query/scope.ts';
import { conversionsSql } from '../../analytics/reports/conversions/conversions.sql.ts';
import { rankCurrencies } from '../../analytics/reports/conversions/currencies.ts';
import type { CountedTarget } from '../../analytics/reports/report.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import { dayMs, hourMs } from '../../platform/time-units.ts';
import {
  deliveriesSql,
  outcomesSql,
  outcomeUsersSql,
  reachedBy,
  reachedTargetsSql,
  replies,
  repliesSql,
} from './outcome-windows.sql.ts';

/** A campaign, and for how many days its recipients are followed: 7 unless given. */
export interface OutcomesRequest {
  bot: string;
  campaignId: number;
  targets: readonly CountedTarget[];
  hiddenCommands: readonly string[];
  days?: OutcomeDays | undefined;
  signal?: AbortSignal | undefined;
}

/** Request for the users behind a number, page by page. */
export interface OutcomeUsersRequest extends OutcomesRequest {
  /** A word of contract's `OutcomeText`. */
  outcome: string;
  /** The last id of the users before. */
  after: number;
  limit: number;
}

/** Actions of users after a campaign reached them: docs/metrics.md, "Campaign results". */
export interface OutcomeWindows {
  load(request: OutcomesRequest): Promise<CampaignOutcomes>;
  /** Rising ids of the users behind a number. @throws AppError NotFound (`outcome`) for a target that is not there */
  users(request: OutcomeUsersRequest): Promise<number[]>;
}

interface Row {
  of: 'target' | 'currency' | 'all';
  target_id: number;
  currency: string;
  users: number;
  times: number;
  payers: number;
  payments: number;
  income: number | null;
}

interface Deliveries {
  first: number;
  last: number;
  users: number;
  running: number;
}

export function createOutcomeWindows(deps: {
  store: Pick<EventStore, 'query' | 'rollup'>;
  now?: () => number;
}): OutcomeWindows {
  const { store, now = Date.now } = deps;

  const ask = <Result extends object>(
    { bot, signal }: OutcomesRequest,
    statement: ScopedStatement,
  ): Promise<Result[]> => runQuery<Result>(store, statement, { tag: `campaign/${bot}`, signal });

  const windowOf = ({ days = defaultOutcomeDays }: OutcomesRequest): number => days * dayMs;

  /** Only what lies between the first delivery and the end of the last window is read, of those delivered to. */
  async function reading(request: OutcomesRequest): Promise<{ deliveries: Deliveries; during: Scope } | null> {
    const { bot, campaignId, signal } = request;
    const window = windowOf(request);
    const reached = reachedBy(campaignId);
    const statement = scope(bot, 0, 1, reached).statement(deliveriesSql, { running_since: now() - window });
    const [deliveries] = await ask<Deliveries>(request, statement);
    if (deliveries === undefined || deliveries.users === 0) return null;
    // Rollups are exact to a quarter of an hour, so bounds at whole hours are exact, too.
    const begin = Math.floor(deliveries.first / hourMs) * hourMs;
    const end = Math.ceil((deliveries.last + window) / hourMs) * hourMs;
    return { deliveries, during: scope(bot, begin, end, reached, await loadRollup(store, bot, signal)) };
  }

  return {
    async load(request) {
      const { targets, days = defaultOutcomeDays } = request;
      const read = await reading(request);
      if (read === null) return toOutcomes(targets, { days, delivered: 0, running: 0 }, []);
      const conversions = conversionsSql(targets, request);
      const params = { ...conversions.params, window: windowOf(request) };
      const rows = await ask<Row>(request, read.during.statement(outcomesSql(conversions), params));
      const { users: deliveredCount, running } = read.deliveries;
      return toOutcomes(targets, { days, delivered: deliveredCount, running }, rows);
    },

    async users({ outcome, after, limit, ...request }) {
      const { rows, condition, params } = selectOutcome(outcome, request);
      const read = await reading(request);
      if (read === null) return [];
      const all = { ...params, window: windowOf(request), after, limit };
      const userRows = await ask<{ user_id: number }>(
        request,
        read.during.statement(outcomeUsersSql(rows, condition), all),
      );
      return userRows.map(({ user_id }) => user_id);
    },
  };
}

/** Selects what is read for one of the numbers; for a target, nothing of the others. */
function selectOutcome(outcome: string, { targets, ...settings }: OutcomesRequest) {
  const [kind, value] = outcome.split(':');
  if (kind === 'replied') return { rows: repliesSql, condition: 'true', params: {} };
  if (kind === 'paid') {
    const conversions = conversionsSql(targets, settings);
    const rows = reachedTargetsSql(conversions);
    if (value === undefined) return { rows, condition: 'amount > 0', params: conversions.params };
    const params = { ...conversions.params, paid_in: value };
    return { rows, condition: 'amount > 0 AND currency = {paid_in:String}', params };
  }
  const matchingTargets = targets.filter(({ id }) => String(id) === value);
  if (matchingTargets.length === 0) throw new AppError('NotFound', { field: 'outcome' });
  const conversions = conversionsSql(matchingTargets, settings);
  return { rows: reachedTargetsSql(conversions), condition: 'NOT is_refund', params: conversions.params };
}

function toOutcomes(
  targets: readonly CountedTarget[],
  deliveries: Pick<CampaignOutcomes, 'days' | 'delivered' | 'running'>,
  rows: readonly Row[],
): CampaignOutcomes {
  const ofTarget = new Map(rows.flatMap((row) => (row.of === 'target' ? [[row.target_id, row] as const] : [])));
  const paid = rows.filter((row) => row.of === 'currency' && row.currency !== '');
  const byCurrency = new Map(paid.map((row) => [row.currency, row]));
  const currencies = rankCurrencies(paid.map(({ currency, payments }) => ({ currency, conversions: payments })));
  return {
    ...deliveries,
    replied: ofTarget.get(replies)?.users ?? 0,
    income: {
      payers: rows.find((row) => row.of === 'all')?.payers ?? 0,
      currencies: currencies.map((currency) => {
        const row = byCurrency.get(currency);
        return { currency, payers: row?.payers ?? 0, payments: row?.payments ?? 0, amount: row?.income ?? 0 };
      }),
    },
    targets: targets.map(({ id, name }) => {
      const row = ofTarget.get(id);
      return { target_id: id, name, users: row?.users ?? 0, conversions: row?.times ?? 0 };
    }),
  };
}
