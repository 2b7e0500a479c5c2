import { type MiniAppNumbers, nameCaps } from '@botscope/contract';
import { runQuery } from '../../analytics/query/run-query.ts';
import { scope } from '../../analytics/query/scope.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { ReportedName } from '../../ingest/hits/name-caps.ts';
import { dayMs } from '../../platform/time-units.ts';
import { namesSql, reportedNamesSql, totalsSql, valuesSql } from './mini-app-numbers.sql.ts';

const days = 30;
const shownNames = 20;
const shownUnits = 20;

interface TotalsRow {
  hits: number;
  proven_hits: number;
  loads: number;
  launches: number;
  proven_launches: number;
  users: number;
  last_ms: number;
}

/** Reads what Mini Apps have reported in the last 30 days. Throws as `runQuery` does. */
export function createMiniAppNumbers(deps: { store: Pick<EventStore, 'query'>; now?: () => number }) {
  const { store, now = Date.now } = deps;
  const period = (bot: string) => scope(bot, now() - days * dayMs, now() + dayMs);

  return {
    async numbers(bot: string, app: number, signal?: AbortSignal): Promise<MiniAppNumbers> {
      const options = { tag: `mini-app/${bot}`, signal };
      const periodScope = period(bot);
      const [[totals], names, values] = await Promise.all([
        runQuery<TotalsRow>(store, periodScope.statement(totalsSql, { app }), options),
        runQuery<MiniAppNumbers['names'][number]>(
          store,
          periodScope.statement(namesSql, { app, most: shownNames }),
          options,
        ),
        runQuery<MiniAppNumbers['values'][number]>(
          store,
          periodScope.statement(valuesSql, { app, most: shownUnits }),
          options,
        ),
      ]);
      const { hits = 0, proven_hits = 0, loads = 0, launches = 0, proven_launches = 0, users = 0 } = totals ?? {};
      return {
        ...{ hits, proven_hits, launches, proven_launches, users, names, values },
        reloads: loads - launches,
        last_hit_at: totals === undefined || hits === 0 ? null : new Date(totals.last_ms).toISOString(),
      };
    },
    /** Names that the app has reported, as many as it may have. */
    async names(bot: string, app: number): Promise<ReportedName[]> {
      const statement = period(bot).statement(reportedNamesSql, { app, most: nameCaps.names });
      const rows = await runQuery<{ name: string; is_proven: number }>(store, statement, {
        tag: `mini-app-names/${bot}`,
      });
      return rows.map(({ name, is_proven }) => ({ name, isProven: Number(is_proven) === 1 }));
    },
  };
}
