import type { Sources } from '../../analytics/query/scope.ts';
import { appLaunchName } from '../../events/normalize/hit-event.ts';

/** Hits of one app within the period; needs `app`. Those of nobody in particular too: their user is 0. */
const hitsSql = (from: Sources): string => `${from.events} AND kind = 'hit' AND app_id = {app:UInt32}`;

/** Launches have different openings; each further load of a page is a reload. */
export const totalsSql = (from: Sources): string => `
SELECT
  count() AS hits,
  countIf(user_id != 0) AS proven_hits,
  countIf(name = '${appLaunchName}') AS loads,
  uniqExactIf(launch_id, name = '${appLaunchName}') AS launches,
  uniqExactIf(launch_id, name = '${appLaunchName}' AND user_id != 0) AS proven_launches,
  uniqExactIf(user_id, user_id != 0) AS users,
  toUnixTimestamp64Milli(max(time)) AS last_ms
FROM ${hitsSql(from)}`;

/** Needs `most`. */
export const namesSql = (from: Sources): string => `
SELECT name, count() AS hits, uniqExactIf(user_id, user_id != 0) AS users
FROM ${hitsSql(from)}
GROUP BY name
ORDER BY hits DESC, name
LIMIT {most:UInt16}`;

/** The names that caps go by: a stranger's invented ones displace none of proven users. Needs `most`. */
export const reportedNamesSql = (from: Sources): string => `
SELECT name, max(user_id != 0) AS is_proven
FROM ${hitsSql(from)}
GROUP BY name
ORDER BY is_proven DESC, count() DESC, name
LIMIT {most:UInt16}`;

/** Money and amounts that pages reported; needs `most`. */
export const valuesSql = (from: Sources): string => `
SELECT
  JSONExtractString(payload, 'hit', 'unit') AS unit,
  sumIf(JSONExtractFloat(payload, 'hit', 'value'), user_id != 0) AS proven,
  sumIf(JSONExtractFloat(payload, 'hit', 'value'), user_id = 0) AS unproven
FROM ${hitsSql(from)} AND JSONHas(payload, 'hit', 'value')
GROUP BY unit
ORDER BY unit
LIMIT {most:UInt16}`;
