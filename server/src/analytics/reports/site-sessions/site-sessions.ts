import { siteSessionGapMs } from '../../query/site-sessions.sql.ts';
import { averageLine, countLine } from '../lines.ts';
import type { BucketRow, SeriesReport } from '../report.ts';
import { engagedMs, siteHitsSql, siteSessionStatsSql } from './site-sessions.sql.ts';

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

const params = { session_gap: siteSessionGapMs, engaged_ms: engagedMs };

/**
 * Numbers of all websites of the bot: sessions that begin in the bucket, how long their visitors looked (median, s) and
 * how many left at once; visitors, page views and clicks to the bot at their own time. No users stand behind them.
 */
export const siteSessions: SeriesReport = {
  async lines({ scope, bucket, buckets, ask }) {
    const [hits, sessions] = await Promise.all([
      ask<HitRow>(scope.statement(siteHitsSql(bucket), { ...bucket.params })),
      ask<SessionRow>(scope.statement(siteSessionStatsSql(bucket), { ...bucket.params, ...params })),
    ]);
    const { length } = buckets.starts;
    const ofSessions = (pick: (row: SessionRow) => number) => (row: SessionRow) =>
      row.sessions === 0 ? null : pick(row);
    return [
      countLine('sessions', length, sessions, (row) => row.sessions),
      { ...countLine('visitors', length, hits, (row) => row.visitors), unit: 'users' },
      { ...countLine('page_views', length, hits, (row) => row.page_views), unit: 'events' },
      {
        ...averageLine(
          'engaged',
          length,
          sessions,
          ofSessions((row) => row.engaged_seconds),
        ),
        unit: 'seconds',
      },
      {
        ...averageLine(
          'bounced',
          length,
          sessions,
          ofSessions((row) => row.bounced),
        ),
        unit: 'percent',
      },
      { ...countLine('bot_clicks', length, hits, (row) => row.bot_clicks), unit: 'events' },
    ];
  },
};
