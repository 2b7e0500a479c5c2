import { conversionsSql } from '../conversions/conversions.sql.ts';
import { convertingPeople, payingPeople } from '../conversions/converting-people.ts';
import { rankCurrencies } from '../conversions/currencies.ts';
import { countLine } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';
import { sumIncomeSql } from './sum-income.sql.ts';

interface Row {
  currency: string;
  bucket: number;
  income: number;
  conversions: number;
}

/** Value of the conversions of all targets, less refunds: a line per currency, in its smallest unit. */
export const sumIncome: ReportDefinition = {
  async lines(context) {
    const { scope, bucket, buckets, targets, ask } = context;
    const conversions = conversionsSql(targets, context);
    const params = { ...conversions.params, ...bucket.params };
    const rows = await ask<Row>(scope.statement(sumIncomeSql(conversions, bucket), params));
    const totals = rows.filter((row) => row.bucket === 0 && row.currency !== '');
    return rankCurrencies(totals).map((currency) => ({
      ...countLine(
        currency,
        buckets.starts.length,
        rows.filter((row) => row.currency === currency),
        (row) => row.income,
      ),
      currency,
    }));
  },
  people: (context, { line }) =>
    line === undefined
      ? convertingPeople(context, context.targets, "currency != ''")
      : payingPeople(context, context.targets, line),
};
