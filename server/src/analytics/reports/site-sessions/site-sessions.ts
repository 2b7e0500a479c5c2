import { siteEvents } from '@botscope/contract';
import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { type SiteSessionValue, siteSessionBegins, siteSessionGapMs } from '../../query/site-sessions.sql.ts';
import { averageLine, countLine } from '../lines.ts';
import type { BucketRow, SeriesReport } from '../report.ts';
import { sessionLines } from '../session-lines.ts';

/** Time in the foreground from which a session of one page view is no bounce. */
const engagedMs = 10_000;

/** Hits at their own time. Without consent a page view has no visitor, and is counted nevertheless. */
const siteHitsSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucket.of('toUnixTimestamp(time)')} AS bucket,
  uniqExactIf(visitor_id, visitor_id != 0) AS visitors,
  countIf(name = '${siteEvents.page}') AS page_views,
  countIf(name = '${siteEvents.botLink}') AS bot_clicks
FROM ${from.eventsOfNobody("kind = 'site_hit'")}
GROUP BY bucket WITH ROLLUP`;

const siteSessionStatsSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucket.of(siteSessionBegins)} AS bucket,
  count() AS sessions,
  quantileExactInclusive(0.5)(engaged) / 1000 AS engaged_seconds,
  100 * countIf(views = 1 AND engaged < {engaged_ms:UInt32}) / count() AS bounced
FROM (${from.siteSessions('true')}
)
GROUP BY bucket WITH ROLLUP`;

interface HitRow extends BucketRow {
  visitors: number;
  page_views: number;
  bot_clicks: number;
}

interface SessionRow extends BucketRow {
  sessions: number;
  engaged_seconds: number;
  bounced: number;
}

/**
 * Numbers of all websites of the bot: sessions that begin in the bucket, how long their visitors looked (median, s) and
 * how many left at once; visitors, page views and clicks to the bot at their own time. No users stand behind them.
 */
export const siteSessions: SeriesReport = {
  async lines({ scope, bucket, buckets, ask }) {
    const params = { ...bucket.params, session_gap: siteSessionGapMs, engaged_ms: engagedMs };
    const [hits, sessions] = await Promise.all([
      ask<HitRow>(scope.statement(siteHitsSql(bucket), { ...bucket.params })),
      ask<SessionRow>(scope.statement(siteSessionStatsSql(bucket), params)),
    ]);
    const { length } = buckets.starts;
    const average = (name: string, column: 'engaged_seconds' | 'bounced') =>
      averageLine(name, length, sessions, (row) => (row.sessions === 0 ? null : row[column]));
    return [
      countLine('sessions', length, sessions, (row) => row.sessions),
      { ...countLine('visitors', length, hits, (row) => row.visitors), unit: 'users' },
      { ...countLine('page_views', length, hits, (row) => row.page_views), unit: 'events' },
      { ...average('engaged', 'engaged_seconds'), unit: 'seconds' },
      { ...average('bounced', 'bounced'), unit: 'percent' },
      { ...countLine('bot_clicks', length, hits, (row) => row.bot_clicks), unit: 'events' },
    ];
  },
};

/** Sessions on all websites of the bot by a value of their first page view. No users stand behind them. */
const siteSessionsBy = (column: SiteSessionValue): SeriesReport =>
  sessionLines({
    sql: (from) => from.siteSessions('true', column),
    value: 'entry',
    begins: siteSessionBegins,
    params: { session_gap: siteSessionGapMs },
  });

/** By the source of their first page view (the migration of `events` says which that is); '' = direct. */
export const siteSessionSource = siteSessionsBy('site_source');

/** By the class of device: desktop, mobile, tablet; '' = not known. */
export const siteSessionDevice = siteSessionsBy('site_device');

/** By country, ISO 3166-1 alpha-2, of the address that they came from; '' = not known. */
export const siteSessionCountry = siteSessionsBy('site_country');
