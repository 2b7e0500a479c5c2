import type { IntegrationEventType } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../../platform/metadata/tables.ts';
import type { RecordedEvent } from './record-events.ts';

interface Row {
  type: IntegrationEventType;
  once_key: string;
  happened_at: Date;
  user_id: string | number | null;
  data: Record<string, unknown>;
}

/** Loads the events that features published about a bot and that some of its integrations does not have yet. */
export async function loadPublishedEvents(db: Kysely<Tables>, bot: string): Promise<RecordedEvent[]> {
  const { rows } = await sql<Row>`
    SELECT published.type, published.once_key, published.happened_at, published.user_id, published.data
    FROM integration_events AS published
    WHERE published.bot_key = ${bot} AND EXISTS (
      SELECT FROM integrations AS integration
      WHERE integration.bot_key = ${bot} AND published.happened_at >= integration.active_since
        AND integration.selection -> 'types' ? published.type
        AND NOT EXISTS (
          SELECT FROM integration_deliveries AS delivery
          WHERE delivery.integration_id = integration.integration_id
            AND delivery.event_key = published.type || ':' || published.once_key)
    )
    ORDER BY published.event_id LIMIT 1000`.execute(db);
  return rows.map((row) => ({
    ...{ type: row.type, key: `${row.type}:${row.once_key}`, data: row.data, targetId: null, name: null, amount: null },
    userId: row.user_id === null ? null : Number(row.user_id),
    at: new Date(row.happened_at).getTime(),
  }));
}
