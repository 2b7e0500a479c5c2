import type { Attribution, AttributionModel } from '../../analytics/query/attribution.sql.ts';
import { countrySql } from '../../analytics/query/dimensions.ts';
import { genderSql } from '../../analytics/query/gender.sql.ts';
import type { Sources } from '../../analytics/query/scope.ts';

export const countUsersSql = (from: Sources) => `
SELECT count() AS users
FROM ${from.users}`;

/** The IDs of a page (`limit`, `skipped`): of all users nothing else is read. */
export const pageOfUsersSql = (from: Sources) => `
SELECT user_id
FROM ${from.users}
ORDER BY user_id
LIMIT {skipped:UInt64}, {limit:UInt32}`;

/** The newest profiles of the users of the scope. */
export const profilesSql = (from: Sources) => `
SELECT
  user_id,
  tupleElement(last_profile, 'first_name') AS first_name,
  tupleElement(last_profile, 'last_name') AS last_name,
  tupleElement(last_profile, 'username') AS username,
  tupleElement(last_profile, 'language') AS language,
  tupleElement(last_profile, 'is_premium') AS is_premium,
  ${genderSql} AS gender,
  ${countrySql} AS country
FROM ${from.people}`;

/** Selects the scope's users who have left by its start. */
export const absentUsersSql = (from: Sources) => `
SELECT user_id
FROM ${from.membershipChanges}
WHERE gone_before`;

/** The models, as rows name them. */
const models: readonly AttributionModel[] = ['first', 'last', 'last_significant'];

/** Rows (model, user_id, value): the parameters of the launches that count, as JSON; users whose launch has none are left out. */
export const launchesSql = (attribution: Omit<Attribution, 'model' | 'value'>) => (from: Sources) => {
  const value = "if(empty(params), '', toJSONString(params))";
  const each = models.map(
    (model) =>
      `SELECT '${model}' AS model, user_id, value FROM (${from.sourcedPeople({ ...attribution, model, value })})`,
  );
  return each.join('\nUNION ALL\n');
};
