import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';

/**
 * Removes users from the ID lists of a bot's campaigns, in every state: a draft or a planned campaign keeps its list
 * until it is deleted, although no recipient exists yet. An empty list reaches nobody. @returns the number of campaigns
 */
export const createEraseFromAudiences =
  (db: Kysely<Tables>) =>
  async (bot: string, userIds: readonly number[]): Promise<number> => {
    const ids = sql`SELECT jsonb_array_elements(${JSON.stringify(userIds)}::jsonb)`;
    const { numAffectedRows } = await sql`
      UPDATE campaigns SET audience = jsonb_set(audience, '{user_ids}', (
        SELECT coalesce(jsonb_agg(id ORDER BY place), '[]'::jsonb)
        FROM jsonb_array_elements(audience -> 'user_ids') WITH ORDINALITY AS listed (id, place)
        WHERE id NOT IN (${ids})
      ))
      WHERE bot_key = ${bot} AND jsonb_typeof(audience -> 'user_ids') = 'array'
        AND EXISTS (SELECT 1 FROM jsonb_array_elements(audience -> 'user_ids') AS id WHERE id IN (${ids}))`.execute(db);
    return Number(numAffectedRows ?? 0);
  };
