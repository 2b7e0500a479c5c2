import { genderSql, newestNameSql } from '../../query/gender.sql.ts';
import type { Sources } from '../../query/scope.ts';
import type { ReportContext } from '../report.ts';
import { visitorsByValueSql } from '../visitors-by-value.sql.ts';

/** Visitors by the gender that their newest first name tells ('' = none), and the sum of the names' shares: how sure it is. */
export const genderVisitorsSql = (context: ReportContext) =>
  visitorsByValueSql(
    context,
    (from) => `SELECT user_id, gender AS value, share
  FROM (SELECT user_id, ${newestNameSql} AS name FROM ${from.people}) AS called
  ANY LEFT JOIN first_names USING name`,
    ['share'],
  );

/** Visitors of the gender `{line:String}`. */
export const genderPeopleSql = (from: Sources) => `
  SELECT user_id FROM ${from.visits} WHERE user_id IN (
    SELECT user_id FROM ${from.people} AND ${genderSql} = {line:String})`;

/** Visitors whose gender the name tells: those behind the confidence. */
export const guessedPeopleSql = (from: Sources) => `
  SELECT user_id FROM ${from.visits} WHERE user_id IN (
    SELECT user_id FROM ${from.people} AND ${genderSql} != 'unknown')`;
