import { requestBinSize } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { databaseTime } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Memory, OutgoingRequest } from './providers/provider.ts';

/** What a provider remembers of an integration. */
export const createMemory = (db: Kysely<Tables>, integrationId: number): Memory => ({
  async get<Value>(key: string) {
    const row = await db
      .selectFrom('integration_memory')
      .select('value')
      .where('integration_id', '=', integrationId)
      .where('key', '=', key)
      .executeTakeFirst();
    return row === undefined ? null : (row.value as Value);
  },
  async set(key, value, userId = null) {
    await sql`
      INSERT INTO integration_memory (integration_id, key, value, user_id)
      VALUES (${integrationId}, ${key}, ${JSON.stringify(value)}::jsonb, ${userId})
      ON CONFLICT (integration_id, key) DO UPDATE SET value = excluded.value, user_id = excluded.user_id`.execute(db);
  },
});

/** Keeps a request in the request bin, and the last ones of it. */
export async function keepRequest(
  db: Kysely<Tables>,
  integrationId: number,
  { method, url, headers, body = '' }: OutgoingRequest,
  userId: number | null,
  clock?: () => number,
): Promise<void> {
  const request = { method, url, headers, body: body.toString() };
  await sql`
    INSERT INTO integration_bin_requests (integration_id, received_at, user_id, request)
    VALUES (${integrationId}, ${databaseTime(clock)}, ${userId}, ${JSON.stringify(request)}::jsonb)`.execute(db);
  await sql`
    DELETE FROM integration_bin_requests WHERE integration_id = ${integrationId} AND request_id <= (
      SELECT request_id FROM integration_bin_requests WHERE integration_id = ${integrationId}
      ORDER BY request_id DESC OFFSET ${requestBinSize} LIMIT 1)`.execute(db);
}
