import { genderSql, newestNameSql } from '../../query/gender.sql.ts';
import type { Sources } from '../../query/scope.ts';
import type { ReportContext } from '../report.ts';
import { visitorsByValueSql } from '../visitors-by-value.sql.ts';

/** What a name tells, as a number; 0 of all others. */
export const told = { male: 1, female: 2 } as const;

/** Visitors by what their newest first name tells of their gender, and the sum of the names' shares: how sure it is. */
export const genderVisitorsSql = (context: ReportContext) =>
  visitorsByValueSql(
    context,
    (from) => `SELECT user_id, value, share
  FROM (SELECT user_id, ${newestNameSql} AS name FROM ${from.people}) AS called
  SEMI LEFT JOIN (
    SELECT name, toUInt8(if(gender = 'male', ${told.male}, ${told.female})) AS value, share FROM first_names
  ) AS known USING name`,
    ['share'],
  );

/** Visitors of the gender `{line:String}`. */
export const genderPeopleSql = (from: Sources) => `
  SELECT user_id FROM ${from.activity} WHERE user_id IN (
    SELECT user_id FROM ${from.people} AND ${genderSql} = {line:String})`;

/** Visitors whose gender the name tells: those behind the confidence. */
export const guessedPeopleSql = (from: Sources) => `
  SELECT user_id FROM ${from.activity} WHERE user_id IN (
    SELECT user_id FROM ${from.people} AND ${genderSql} != 'unknown')`;
