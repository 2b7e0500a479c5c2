import { siteEvents } from '@botscope/contract';
import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { siteSessionBegins } from '../../query/site-sessions.sql.ts';

/** Time in the foreground from which a session of one page view is no bounce. */
export const engagedMs = 10_000;

/** Hits at their own time. Without consent a page view has no visitor, and is counted nevertheless. */
export const siteHitsSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucket.of('toUnixTimestamp(time)')} AS bucket,
  uniqExactIf(visitor_id, visitor_id != 0) AS visitors,
  countIf(name = '${siteEvents.page}') AS page_views,
  countIf(name = '${siteEvents.botLink}') AS bot_clicks
FROM ${from.eventsOfNobody("kind = 'site_hit'")}
GROUP BY bucket WITH ROLLUP`;

/** Needs `session_gap` and `engaged_ms`. */
export const siteSessionStatsSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucket.of(siteSessionBegins)} AS bucket,
  count() AS sessions,
  quantileExactInclusive(0.5)(engaged) / 1000 AS engaged_seconds,
  100 * countIf(views = 1 AND engaged < {engaged_ms:UInt32}) / count() AS bounced
FROM (${from.siteSessions('true')}
)
GROUP BY bucket WITH ROLLUP`;
