import type { Sources } from '../../query/scope.ts';
import type { ReportContext } from '../report.ts';
import { visitorsByValueSql } from '../visitors-by-value.sql.ts';

const isPremium = "tupleElement(users.last_profile, 'is_premium')";

/** Visitors by whether they have Premium: 1 or 0. */
export const premiumVisitorsSql = (context: ReportContext) =>
  visitorsByValueSql(context, (from) => `SELECT user_id, toUInt8(1) AS value FROM ${from.people} AND ${isPremium}`);

/** Visitors of the line `{line:String}`. */
export const premiumPeopleSql = (from: Sources) => `
  SELECT user_id FROM ${from.activity} WHERE user_id IN (
    SELECT user_id FROM ${from.people} AND if(${isPremium}, 'premium', 'regular') = {line:String})`;
