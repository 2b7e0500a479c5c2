import { defaultOutcomeDays, type HoldOutResults } from '@botscope/contract';
import { loadRollup } from '../../analytics/query/load-rollup.ts';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import { conversionsSql } from '../../analytics/reports/conversions/conversions.sql.ts';
import { rankCurrencies } from '../../analytics/reports/conversions/currencies.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { dayMs, hourMs } from '../../platform/time-units.ts';
import { comparedBy, comparedSql, groupSizesSql } from './hold-out.sql.ts';
import { compareShares } from './intervals.ts';
import type { OutcomesRequest } from './outcome-windows.ts';

interface Sizes {
  sent: number;
  control: number;
  delivered: number;
  first: number;
}
interface Row {
  of: 'target' | 'currency' | 'all';
  is_control: boolean | number;
  target_id: number;
  currency: string;
  users: number;
  payers: number;
  income: number | null;
}

export type LoadHoldOut = (request: OutcomesRequest) => Promise<HoldOutResults>;

/** Compares users who were sent to with the control group: docs/metrics.md, "Control group". */
export function createLoadHoldOut(deps: {
  store: Pick<EventStore, 'query' | 'rollup'>;
  now?: () => number;
}): LoadHoldOut {
  const { store, now = Date.now } = deps;

  return async (request) => {
    const { bot, campaignId, targets, days = defaultOutcomeDays, signal } = request;
    const options = { tag: `campaign/${bot}`, signal };
    const window = days * dayMs;
    const sizesStatement = scope(bot, 0, 1).statement(groupSizesSql, { campaign: campaignId });
    const [sizes = { sent: 0, control: 0, delivered: 0, first: 0 }] = await runQuery<Sizes>(
      store,
      sizesStatement,
      options,
    );
    const { first, delivered } = sizes;
    let rows: Row[] = [];
    if (delivered > 0) {
      // Rollups are exact to a quarter of an hour, so bounds at whole hours are exact, too.
      const begin = Math.floor(first / hourMs) * hourMs;
      const end = Math.ceil((first + window) / hourMs) * hourMs;
      const period = scope(bot, begin, end, comparedBy(campaignId), await loadRollup(store, bot, signal));
      const conversions = conversionsSql(targets, request);
      const params = { ...conversions.params, window, compared_from: first };
      rows = await runQuery<Row>(store, period.statement(comparedSql(conversions), params), options);
    }
    return {
      days,
      sent: sizes.sent,
      control: sizes.control,
      from: delivered === 0 ? null : new Date(first).toISOString(),
      is_running: first + window > now(),
      ...compared(rows, sizes, targets),
    };
  };
}

/** `matches`: the rows of a number; there is one for each group that has any. */
function compared(rows: readonly Row[], { sent, control }: Sizes, targets: OutcomesRequest['targets']) {
  const findRow = (isControl: boolean, matches: (row: Row) => boolean): Row | undefined =>
    rows.find((row) => Boolean(row.is_control) === isControl && matches(row));
  const shares = (matches: (row: Row) => boolean, count: (row: Row) => number) => {
    const countGroup = (isControl: boolean): number => {
      const row = findRow(isControl, matches);
      return row === undefined ? 0 : count(row);
    };
    return compareShares({ size: sent, count: countGroup(false) }, { size: control, count: countGroup(true) });
  };
  const ofCurrency = rows.filter((row) => row.of === 'currency' && row.currency !== '');
  const currencies = rankCurrencies(ofCurrency.map(({ currency, payers }) => ({ currency, conversions: payers })));
  return {
    income: {
      payers: shares(
        (row) => row.of === 'all',
        (row) => row.payers,
      ),
      currencies: [...new Set(currencies)].map((currency) => {
        const amount = (isControl: boolean): number =>
          findRow(isControl, (row) => row.of === 'currency' && row.currency === currency)?.income ?? 0;
        return { currency, sent_amount: amount(false), control_amount: amount(true) };
      }),
    },
    targets: targets.map(({ id, name }) => ({
      target_id: id,
      name,
      users: shares(
        (row) => row.of === 'target' && row.target_id === id,
        (row) => row.users,
      ),
    })),
  };
}
