import { genderSql, newestNameSql } from '../../query/gender.sql.ts';
import type { Sources } from '../../query/scope.ts';
import type { ReportContext } from '../report.ts';
import { visitorsByValueSql } from '../visitors-by-value.sql.ts';

/** The gender of a name, as a number; 0 of all others. */
export const genderCodes = { male: 1, female: 2 } as const;

/** Visitors by the gender of their newest first name, and the sum of the names' shares: how sure it is. */
export const genderVisitorsSql = (context: ReportContext) =>
  visitorsByValueSql(
    context,
    (from) => `SELECT user_id, value, share
  FROM (SELECT user_id, ${newestNameSql} AS name FROM ${from.people}) AS called
  SEMI LEFT JOIN (
    SELECT name, toUInt8(if(gender = 'male', ${genderCodes.male}, ${genderCodes.female})) AS value, share FROM first_names
  ) AS known USING name`,
    ['share'],
  );

/** Visitors of the gender `{line:String}`. */
export const genderPeopleSql = (from: Sources) => `
  SELECT user_id FROM ${from.activity} WHERE user_id IN (
    SELECT user_id FROM ${from.people} AND ${genderSql} = {line:String})`;

/** Visitors whose name has a gender: the confidence is about them. */
export const guessedPeopleSql = (from: Sources) => `
  SELECT user_id FROM ${from.activity} WHERE user_id IN (
    SELECT user_id FROM ${from.people} AND ${genderSql} != 'unknown')`;
