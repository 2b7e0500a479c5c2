import { nameCaps, type WebsiteNumbers } from '@botscope/contract';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import { siteSessionGapMs } from '../../analytics/query/site-sessions.sql.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { ReportedName } from '../../ingest/hits/name-caps.ts';
import { dayMs } from '../../platform/time-units.ts';
import type { SiteTickets } from '../site-tickets/site-tickets.ts';
import { namesSql, reportedNamesSql, sessionsSql, totalsSql } from './website-numbers.sql.ts';

const days = 30;
const shownNames = 20;

interface TotalsRow extends Pick<WebsiteNumbers, 'page_views' | 'bot_clicks' | 'visitors'> {
  hits: number;
  last_ms: number;
}

/** Reads what websites have reported in the last 30 days. Throws as `runQuery` does. */
export function createWebsiteNumbers(deps: {
  store: Pick<EventStore, 'query'>;
  siteTickets: Pick<SiteTickets, 'count'>;
  now?: () => number;
}) {
  const { store, siteTickets, now = Date.now } = deps;
  const period = (bot: string) => scope(bot, now() - days * dayMs, now() + dayMs);

  return {
    async numbers(bot: string, site: number, signal?: AbortSignal): Promise<WebsiteNumbers> {
      const options = { tag: `website/${bot}`, signal };
      const periodScope = period(bot);
      const gap = { site, session_gap: siteSessionGapMs };
      const [[totals], [sessionRow], names, tickets] = await Promise.all([
        runQuery<TotalsRow>(store, periodScope.statement(totalsSql, { site }), options),
        runQuery<{ sessions: number }>(store, periodScope.statement(sessionsSql, gap), options),
        runQuery<{ name: string; hits: number }>(
          store,
          periodScope.statement(namesSql, { site, most: shownNames }),
          options,
        ),
        siteTickets.count(site, new Date(periodScope.start)),
      ]);
      const { hits = 0, page_views = 0, bot_clicks = 0, visitors = 0, last_ms = 0 } = totals ?? {};
      return {
        ...{ visitors, sessions: sessionRow?.sessions ?? 0, page_views, bot_clicks, ...tickets, names },
        last_hit_at: hits === 0 ? null : new Date(last_ms).toISOString(),
      };
    },
    /** Names that the website has reported, as many as it may have. */
    async names(bot: string, site: number): Promise<ReportedName[]> {
      const statement = period(bot).statement(reportedNamesSql, { site, most: nameCaps.names });
      const rows = await runQuery<{ name: string; is_proven: number }>(store, statement, {
        tag: `website-names/${bot}`,
      });
      return rows.map(({ name, is_proven }) => ({ name, isProven: Number(is_proven) === 1 }));
    },
  };
}
