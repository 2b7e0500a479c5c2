import { siteEvents } from '@botscope/contract';
import type { Sources } from '../../analytics/query/scope.ts';

const isOfSite = 'site_id = {site:UInt32}';
/** Hits of one website within the period; needs `site`. */
const hitsSql = (from: Sources): string => `${from.events} AND kind = 'site_hit' AND ${isOfSite}`;

export const totalsSql = (from: Sources): string => `
SELECT
  count() AS hits,
  countIf(name = '${siteEvents.page}') AS page_views,
  countIf(name = '${siteEvents.botLink}') AS bot_clicks,
  uniqExactIf(visitor_id, visitor_id != 0) AS visitors,
  toUnixTimestamp64Milli(max(time)) AS last_ms
FROM ${hitsSql(from)}`;

/** Needs `site` and `session_gap`. */
export const sessionsSql = (from: Sources): string => `
SELECT count() AS sessions FROM (${from.siteSessions(isOfSite)}
)`;

/** The names that caps go by: those of recognised users first. Needs `site` and `most`. */
export const reportedNamesSql = (from: Sources): string => `
SELECT name, max(user_id != 0) AS is_proven
FROM ${hitsSql(from)}
GROUP BY name
ORDER BY is_proven DESC, count() DESC, name
LIMIT {most:UInt16}`;

/** Needs `site` and `most`. */
export const namesSql = (from: Sources): string => `
SELECT name, count() AS hits
FROM ${hitsSql(from)}
GROUP BY name
ORDER BY hits DESC, name
LIMIT {most:UInt16}`;
