import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Columns with `{"user_ids": […]}`. */
const columns = { campaigns: 'audience', user_jobs: 'members' } as const satisfies Partial<
  Record<keyof Tables, string>
>;

/**
 * Removes users from the ID lists in the rows of a bot, in every state: a draft or a planned campaign keeps its list
 * until it is deleted, and a job that waits until it has run. An empty list reaches nobody. @returns the number of rows
 */
export const createEraseFromList =
  (db: Kysely<Tables>, table: keyof typeof columns) =>
  async (bot: string, userIds: readonly number[]): Promise<number> => {
    const column: RawBuilder<unknown> = sql.ref(columns[table]);
    const ids = sql`SELECT jsonb_array_elements(${JSON.stringify(userIds)}::jsonb)`;
    const { numAffectedRows } = await sql`
      UPDATE ${sql.table(table)} SET ${column} = jsonb_set(${column}, '{user_ids}', (
        SELECT coalesce(jsonb_agg(id ORDER BY place), '[]'::jsonb)
        FROM jsonb_array_elements(${column} -> 'user_ids') WITH ORDINALITY AS listed (id, place)
        WHERE id NOT IN (${ids})
      ))
      WHERE bot_key = ${bot} AND jsonb_typeof(${column} -> 'user_ids') = 'array'
        AND EXISTS (SELECT 1 FROM jsonb_array_elements(${column} -> 'user_ids') AS id WHERE id IN (${ids}))`.execute(
      db,
    );
    return Number(numAffectedRows ?? 0);
  };
