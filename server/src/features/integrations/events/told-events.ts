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

/** Loads the events that features told about a bot and that some of its integrations does not have yet. */
export async function loadToldEvents(db: Kysely<Tables>, bot: string): Promise<RecordedEvent[]> {
  const { rows } = await sql<Row>`
    SELECT told.type, told.once_key, told.happened_at, told.user_id, told.data
    FROM integration_events AS told
    WHERE told.bot_key = ${bot} AND EXISTS (
      SELECT FROM integrations AS integration
      WHERE integration.bot_key = ${bot} AND told.happened_at >= integration.active_since
        AND integration.selection -> 'types' ? told.type
        AND NOT EXISTS (
          SELECT FROM integration_deliveries AS delivery
          WHERE delivery.integration_id = integration.integration_id
            AND delivery.event_key = told.type || ':' || told.once_key)
    )
    ORDER BY told.event_id LIMIT 1000`.execute(db);
  return rows.map((row) => ({
    ...{ type: row.type, key: `${row.type}:${row.once_key}`, data: row.data, targetId: null, name: null, amount: null },
    userId: row.user_id === null ? null : Number(row.user_id),
    at: new Date(row.happened_at).getTime(),
  }));
}
