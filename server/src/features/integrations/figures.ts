import type { DeliveryFigures, DeliveryState } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { databaseTime } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

export interface Figures {
  figures: DeliveryFigures;
  deliveredToday: number;
  lagSeconds: number;
}

interface CountRow {
  integration_id: number;
  state: DeliveryState | 'sending';
  events: string | number;
  today: string | number;
  lag: string | number | null;
}

/**
 * Counts the events of integrations by what became of them: rows, and those whose rows are deleted. In one statement, so
 * that the sum is right at every moment. What is being sent waits for its answer.
 */
export async function loadFigures(
  db: Kysely<Tables>,
  ids: readonly number[],
  clock?: () => number,
): Promise<Map<number, Figures>> {
  const now = databaseTime(clock);
  const { rows } = await sql<CountRow>`
    SELECT integration_id, state, sum(events) AS events, sum(today) AS today, max(lag) AS lag FROM (
      SELECT integration_id, state, sum(events) AS events,
        sum(events) FILTER (WHERE settled_at >= date_trunc('day', ${now}, 'UTC')) AS today,
        extract(epoch FROM ${now} - min(created_at) FILTER (WHERE state = 'waiting' AND due_at <= ${now})) AS lag
      FROM integration_deliveries WHERE integration_id = ANY(${[...ids]}::int[]) GROUP BY integration_id, state
      UNION ALL
      SELECT integration_id, state, events, 0, NULL FROM integration_days
      WHERE integration_id = ANY(${[...ids]}::int[])
    ) AS counted GROUP BY integration_id, state`.execute(db);
  const all = new Map(ids.map((id) => [id, noFigures()]));
  for (const row of rows) {
    const one = all.get(row.integration_id);
    if (one === undefined) continue;
    const events = Number(row.events);
    one.figures[row.state === 'sending' ? 'waiting' : row.state] += events;
    one.figures.matched += events;
    if (row.state === 'delivered') one.deliveredToday = Number(row.today ?? 0);
    one.lagSeconds = Math.max(one.lagSeconds, Math.round(Number(row.lag ?? 0)));
  }
  return all;
}

const noFigures = (): Figures => ({
  figures: { matched: 0, waiting: 0, delivered: 0, failed: 0, unknown: 0 },
  ...{ deliveredToday: 0, lagSeconds: 0 },
});
