import { type MiniAppNumbers, nameCaps, type WebsiteNumbers } from '@botscope/contract';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import { siteSessionGapMs } from '../../analytics/query/site-sessions.sql.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { PageRef } from '../../ingest/hits/hit-page.ts';
import type { ReportedName } from '../../ingest/hits/name-caps.ts';
import { dayMs } from '../../platform/time-units.ts';
import type { SiteTickets } from '../site-tickets/site-tickets.ts';
import {
  appNamesSql,
  appTotalsSql,
  appValuesSql,
  reportedNamesSql,
  siteNamesSql,
  siteSessionsSql,
  siteTotalsSql,
} from './page-numbers.sql.ts';

const days = 30;
const shownNames = 20;
const shownUnits = 20;

interface AppTotals
  extends Record<'hits' | 'proven_hits' | 'loads' | 'launches' | 'proven_launches' | 'users', number> {
  last_ms: number;
}
type SiteTotals = Record<'hits' | 'page_views' | 'bot_clicks' | 'visitors' | 'last_ms', number>;

/** Reads what Mini Apps and websites have reported in the last 30 days. Throws as `runQuery` does. */
export function createPageNumbers(deps: {
  store: Pick<EventStore, 'query'>;
  siteTickets: Pick<SiteTickets, 'count'>;
  now?: () => number;
}) {
  const { store, siteTickets, now = Date.now } = deps;
  const period = (bot: string) => scope(bot, now() - days * dayMs, now() + dayMs);

  return {
    async ofApp({ bot, id: page }: PageRef, signal?: AbortSignal): Promise<MiniAppNumbers> {
      const options = { tag: `mini-app/${bot}`, signal };
      const { statement } = period(bot);
      const [[totals], names, values] = await Promise.all([
        runQuery<AppTotals>(store, statement(appTotalsSql, { page }), options),
        runQuery<MiniAppNumbers['names'][number]>(store, statement(appNamesSql, { page, most: shownNames }), options),
        runQuery<MiniAppNumbers['values'][number]>(store, statement(appValuesSql, { page, most: shownUnits }), options),
      ]);
      const { hits = 0, proven_hits = 0, loads = 0, launches = 0, proven_launches = 0, users = 0 } = totals ?? {};
      return {
        ...{ hits, proven_hits, launches, proven_launches, users, names, values },
        reloads: loads - launches,
        last_hit_at: lastHitAt(totals),
      };
    },
    async ofSite({ bot, id: page }: PageRef, signal?: AbortSignal): Promise<WebsiteNumbers> {
      const options = { tag: `website/${bot}`, signal };
      const { statement, start } = period(bot);
      const gap = { page, session_gap: siteSessionGapMs };
      const [[totals], [sessionRow], names, tickets] = await Promise.all([
        runQuery<SiteTotals>(store, statement(siteTotalsSql, { page }), options),
        runQuery<{ sessions: number }>(store, statement(siteSessionsSql, gap), options),
        runQuery<WebsiteNumbers['names'][number]>(store, statement(siteNamesSql, { page, most: shownNames }), options),
        siteTickets.count(page, new Date(start)),
      ]);
      const { page_views = 0, bot_clicks = 0, visitors = 0 } = totals ?? {};
      return {
        ...{ visitors, sessions: sessionRow?.sessions ?? 0, page_views, bot_clicks, ...tickets, names },
        last_hit_at: lastHitAt(totals),
      };
    },
    /** Names that a page has reported, as many as it may have. */
    async names({ kind, bot, id: page }: PageRef): Promise<ReportedName[]> {
      const statement = period(bot).statement(reportedNamesSql(kind), { page, most: nameCaps.names });
      const tag = `${kind === 'app' ? 'mini-app' : 'website'}-names/${bot}`;
      const rows = await runQuery<{ name: string; is_proven: number }>(store, statement, { tag });
      return rows.map(({ name, is_proven }) => ({ name, isProven: Number(is_proven) === 1 }));
    },
  };
}
export type PageNumbers = ReturnType<typeof createPageNumbers>;

const lastHitAt = (totals: { hits: number; last_ms: number } | undefined): string | null =>
  totals === undefined || totals.hits === 0 ? null : new Date(totals.last_ms).toISOString();
