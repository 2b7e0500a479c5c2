import type { Parameter } from '../../../events/store/event-store.ts';
import type { CountedTarget, ReportContext, UsersSql } from '../report.ts';
import { conversionsSql } from './conversions.sql.ts';

/** The users of the conversions of some targets; by another condition, also of what was given back. */
export function convertingUsers(
  context: Pick<ReportContext, 'hiddenCommands'>,
  targets: readonly CountedTarget[],
  condition = 'NOT is_refund',
  params: Readonly<Record<string, Parameter>> = {},
): UsersSql {
  const conversions = conversionsSql(targets, context);
  return {
    sql: (from) => `SELECT user_id FROM ${conversions.sql(from)} WHERE ${condition}`,
    params: { ...conversions.params, ...params },
  };
}

/** Users who paid or got back money in a currency. */
export const payingUsers = (
  context: Pick<ReportContext, 'hiddenCommands'>,
  targets: readonly CountedTarget[],
  currency: string,
): UsersSql => convertingUsers(context, targets, 'currency = {currency:String}', { currency });
