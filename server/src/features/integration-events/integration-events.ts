import type { integrationEvents } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type * as z from 'zod/v4/core';
import { databaseTime } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';

type Kinds = typeof integrationEvents;

/** An event that a feature tells. */
export interface ToldEvent<Type extends keyof Kinds = keyof Kinds> {
  bot: string;
  type: Type;
  /** What happened is told once, however often it is repeated. */
  onceKey: string;
  /** Telegram's ID of the user; null: about nobody. */
  userId: number | null;
  data: z.output<Kinds[Type]['data']>;
}

/** Tells integrations what has happened, in the transaction in which it does. */
export type TellIntegrations = <Type extends keyof Kinds>(
  transaction: Kysely<Tables>,
  event: ToldEvent<Type>,
) => Promise<void>;

/** An event costs a row for a week, and only of bots that have an integration. */
export const createTellIntegrations =
  (clock?: () => number): TellIntegrations =>
  async (transaction, { bot, type, onceKey, userId, data }) => {
    await sql`
      INSERT INTO integration_events (bot_key, type, once_key, happened_at, user_id, data)
      SELECT ${bot}, ${type}, ${onceKey}, ${databaseTime(clock)}, ${userId}, ${JSON.stringify(data)}::jsonb
      WHERE EXISTS (SELECT FROM integrations WHERE bot_key = ${bot})
      ON CONFLICT DO NOTHING`.execute(transaction);
  };
