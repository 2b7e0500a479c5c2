import type { Attribution } from '../../analytics/query/attribution.sql.ts';
import type { Sources } from '../../analytics/query/scope.ts';
import type { ConversionsSql } from '../../analytics/reports/conversions/conversions.sql.ts';

export const countConversionsSql = (conversions: ConversionsSql) => (from: Sources) =>
  `
SELECT count() AS conversions
FROM ${conversions.sql(from)}`;

/** Some conversions, the newest first, with the sources that get them: only theirs are looked up. */
export const pageOfConversionsSql = (conversions: ConversionsSql, attribution: Attribution) => (from: Sources) => {
  const page = `(
  SELECT *
  FROM ${conversions.sql(from)}
  ORDER BY time DESC, id DESC, target_id
  LIMIT {offset:UInt32}, {limit:UInt32}
)`;
  return `
SELECT user_id, target_id, toUnixTimestamp64Milli(time) AS at_ms, amount, currency, value AS source
FROM (
${from.attributedConversions(attribution, page)}
)
ORDER BY time DESC, id DESC, target_id`;
};
