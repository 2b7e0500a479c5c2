import type { Sources } from '../../query/scope.ts';
import type { ReportContext } from '../report.ts';
import { visitorsByValueSql } from '../visitors-by-value.sql.ts';

const premiumSql = "if(tupleElement(people.last_profile, 'is_premium'), 'premium', 'regular')";

export const premiumVisitorsSql = (context: ReportContext) =>
  visitorsByValueSql(context, (from) => `SELECT user_id, ${premiumSql} AS value FROM ${from.people}`);

/** Visitors of the line `{line:String}`. */
export const premiumPeopleSql = (from: Sources) => `
  SELECT user_id FROM ${from.visits} WHERE user_id IN (
    SELECT user_id FROM ${from.people} AND ${premiumSql} = {line:String})`;
