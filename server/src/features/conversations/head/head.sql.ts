import type { AttributionModel } from '../../../analytics/query/attribution.sql.ts';
import { lastCountrySql } from '../../../analytics/query/countries.sql.ts';
import { genderSql } from '../../../analytics/query/gender.sql.ts';
import type { Sources } from '../../../analytics/query/scope.ts';
import type { Rollup } from '../../../events/store/event-store.ts';

/** The scope of these statements is one user, so each gives at most one row. */
export const profileSql = (from: Sources): string => `
SELECT
  tupleElement(last_profile, 'first_name') AS first_name,
  tupleElement(last_profile, 'last_name') AS last_name,
  tupleElement(last_profile, 'username') AS username,
  tupleElement(last_profile, 'language') AS language,
  tupleElement(last_profile, 'is_premium') AS is_premium,
  ${genderSql} AS gender,
  toUnixTimestamp64Milli(first_time) AS first_ms,
  toUnixTimestamp64Milli(last_time) AS last_ms
FROM ${from.users}`;

/** The last moments of leaving and returning, Unix ms; 0 = never. No row for who never left. */
export const statusSql = (from: Sources): string => `
SELECT arrayMax(arrayPushBack(leaving, 0)) AS left_ms, arrayMax(arrayPushBack(returning, 0)) AS returned_ms
FROM ${from.membershipChanges}`;

export const sessionsSql = (from: Sources): string => `
SELECT count() AS sessions, sum(actions) AS actions
FROM ${from.sessions}`;

export const launchesSql = (from: Sources): string => `
SELECT count() AS launches
FROM (${from.launchesWithValue('source')})`;

/** Each charge once for the payment and once for the refund, as *Income* counts them (docs/metrics.md). */
export const paymentsSql = (from: Sources): string => `
SELECT currency, sum(paid) AS amount, countIf(paid > 0) AS payments
FROM (
  SELECT
    tupleElement(min((time, id, amount, toString(payment.currency))) AS first, 3) AS paid,
    tupleElement(first, 4) AS currency
  FROM ${from.payments} AS payment
  GROUP BY if(charge_id = '', toString(id), charge_id), amount < 0
)
GROUP BY currency
ORDER BY payments DESC, currency`;

export const locationSql = (from: Sources): string => `
SELECT toUnixTimestamp64Milli(time) AS at_ms, kind, payload, params['country'] AS country
FROM ${from.eventsWith("type IN ('location', 'edited', 'inline') AND is_action")}
  AND mapContains(params, 'country')
ORDER BY time DESC, country DESC
LIMIT 1`;

/** The country of a user's last Mini App hit. */
export const appCountrySql = (): string => `
SELECT ${lastCountrySql} AS country
FROM app_countries
WHERE bot = {bot:String} AND user_id = {filter_user:Int64}
HAVING count() > 0`;

const models = ['first', 'last', 'last_significant'] as const satisfies readonly AttributionModel[];

/** The launches that a user is attributed to, a row per model: source and parameters as JSON. */
export const sourcesSql =
  (rollup: Rollup | undefined) =>
  (from: Sources): string =>
    models
      .map((model) => `SELECT '${model}' AS model, value FROM (${sourceSql(model, from, rollup)})`)
      .join('\nUNION ALL\n');

function sourceSql(model: AttributionModel, from: Sources, rollup: Rollup | undefined): string {
  return from.attributedUsers({
    model,
    value: "if(empty(params) AND source = '', '', toJSONString((toString(source), params)))",
    until: "fromUnixTimestamp64Milli({end:Int64}, 'UTC')",
    users: 'user_id = {filter_user:Int64}',
    rollup,
  });
}
