import { siteEvents } from '@botscope/contract';
import type { Sources } from '../../analytics/query/scope.ts';
import { appLaunchName } from '../../events/normalize/hit-event.ts';
import type { PageKind } from '../../ingest/hits/hit-page.ts';

const isOfSite = 'site_id = {page:UInt32}';
const conditions = { app: "kind = 'hit' AND app_id = {page:UInt32}", site: `kind = 'site_hit' AND ${isOfSite}` };

/** Hits of one page within the period; needs `page`. Those of nobody in particular too: their user is 0. */
const hitsSql = (from: Sources, kind: PageKind): string => `${from.events} AND ${conditions[kind]}`;

/** Launches have different openings; each further load of a page is a reload. */
export const appTotalsSql = (from: Sources): string => `
SELECT
  count() AS hits,
  countIf(user_id != 0) AS proven_hits,
  countIf(name = '${appLaunchName}') AS loads,
  uniqExactIf(launch_id, name = '${appLaunchName}') AS launches,
  uniqExactIf(launch_id, name = '${appLaunchName}' AND user_id != 0) AS proven_launches,
  uniqExactIf(user_id, user_id != 0) AS users,
  toUnixTimestamp64Milli(max(time)) AS last_ms
FROM ${hitsSql(from, 'app')}`;

export const siteTotalsSql = (from: Sources): string => `
SELECT
  count() AS hits,
  countIf(name = '${siteEvents.page}') AS page_views,
  countIf(name = '${siteEvents.botLink}') AS bot_clicks,
  uniqExactIf(visitor_id, visitor_id != 0) AS visitors,
  toUnixTimestamp64Milli(max(time)) AS last_ms
FROM ${hitsSql(from, 'site')}`;

/** Needs `page` and `session_gap`. */
export const siteSessionsSql = (from: Sources): string => `
SELECT count() AS sessions FROM (${from.siteSessions(isOfSite)}
)`;

/** Needs `most`. */
export const appNamesSql = (from: Sources): string => `
SELECT name, count() AS hits, uniqExactIf(user_id, user_id != 0) AS users
FROM ${hitsSql(from, 'app')}
GROUP BY name
ORDER BY hits DESC, name
LIMIT {most:UInt16}`;

/** Needs `most`. */
export const siteNamesSql = (from: Sources): string => `
SELECT name, count() AS hits
FROM ${hitsSql(from, 'site')}
GROUP BY name
ORDER BY hits DESC, name
LIMIT {most:UInt16}`;

/** The names that caps go by: a stranger's invented ones displace none of proven users. Needs `most`. */
export const reportedNamesSql =
  (kind: PageKind) =>
  (from: Sources): string =>
    `
SELECT name, max(user_id != 0) AS is_proven
FROM ${hitsSql(from, kind)}
GROUP BY name
ORDER BY is_proven DESC, count() DESC, name
LIMIT {most:UInt16}`;

/** Money and amounts that pages of a Mini App reported; needs `most`. */
export const appValuesSql = (from: Sources): string => `
SELECT
  JSONExtractString(payload, 'hit', 'unit') AS unit,
  sumIf(JSONExtractFloat(payload, 'hit', 'value'), user_id != 0) AS proven,
  sumIf(JSONExtractFloat(payload, 'hit', 'value'), user_id = 0) AS unproven
FROM ${hitsSql(from, 'app')} AND JSONHas(payload, 'hit', 'value')
GROUP BY unit
ORDER BY unit
LIMIT {most:UInt16}`;
