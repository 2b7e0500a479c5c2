import type { Parameter } from '../../../events/store/event-store.ts';
import type { CountedTarget, PeopleSql, ReportContext } from '../report.ts';
import { conversionsSql } from './conversions.sql.ts';

/** The people of the conversions of some targets; by another condition, also of what was given back. */
export function convertingPeople(
  context: Pick<ReportContext, 'hiddenCommands'>,
  targets: readonly CountedTarget[],
  condition = 'NOT is_refund',
  params: Readonly<Record<string, Parameter>> = {},
): PeopleSql {
  const conversions = conversionsSql(targets, context);
  return {
    sql: (from) => `SELECT user_id FROM ${conversions.sql(from)} WHERE ${condition}`,
    params: { ...conversions.params, ...params },
  };
}

/** Users who paid or got back money in a currency. */
export const payingPeople = (
  context: Pick<ReportContext, 'hiddenCommands'>,
  targets: readonly CountedTarget[],
  currency: string,
): PeopleSql => convertingPeople(context, targets, 'currency = {currency:String}', { currency });
