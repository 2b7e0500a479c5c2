import type { IntegrationEventData } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { databaseTime } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

/** An event that a feature publishes. */
export interface PublishedEvent<Type extends keyof IntegrationEventData = keyof IntegrationEventData> {
  bot: string;
  type: Type;
  /** The event is published once, however often what publishes it is repeated. */
  onceKey: string;
  /** Telegram's ID of the user; null: about nobody. */
  userId: number | null;
  data: IntegrationEventData[Type];
}

/** Publishes an event to integrations, in the transaction of what happened. */
export type PublishIntegrationEvent = <Type extends keyof IntegrationEventData>(
  transaction: Kysely<Tables>,
  event: PublishedEvent<Type>,
) => Promise<void>;

/** An event costs a row for a week, and only of bots that have an integration. */
export const createPublishIntegrationEvent =
  (clock?: () => number): PublishIntegrationEvent =>
  async (transaction, { bot, type, onceKey, userId, data }) => {
    await sql`
      INSERT INTO integration_events (bot_key, type, once_key, happened_at, user_id, data)
      SELECT ${bot}, ${type}, ${onceKey}, ${databaseTime(clock)}, ${userId}, ${JSON.stringify(data)}::jsonb
      WHERE EXISTS (SELECT FROM integrations WHERE bot_key = ${bot})
      ON CONFLICT DO NOTHING`.execute(transaction);
  };
