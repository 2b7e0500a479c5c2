import { randomBytes } from 'node:crypto';
import { AppError } from '../../../platform/errors.ts';
import type { Engine } from '../engine/engine.ts';
import { renderSchema } from '../engine/replicated.ts';

export const serverIdTable =
  'CREATE TABLE IF NOT EXISTS server_id (id String) ENGINE = MergeTree ORDER BY id SETTINGS fsync_after_insert = 1';

/** The ID that a server has, or null if it was never one of several. It is stored in it, so its address may change. */
export async function readServerId(engine: Pick<Engine, 'query'>): Promise<string | null> {
  try {
    // Should two ever have been inserted, all processes take the same one.
    const [row] = await engine.query<{ id: string }>({ sql: 'SELECT id FROM server_id ORDER BY id LIMIT 1' });
    return row?.id ?? null;
  } catch (error) {
    if (error instanceof AppError) throw error;
    return null; // The table does not exist.
  }
}

/** The server's ID, created if it has none. The caller holds a lock. */
export async function ensureServerId(
  engine: Pick<Engine, 'query' | 'command' | 'insert' | 'cluster'>,
): Promise<string> {
  const storedId = await readServerId(engine);
  if (storedId !== null) return storedId;
  await engine.command(renderSchema(serverIdTable, engine.cluster));
  const id = randomBytes(4).toString('hex');
  await engine.insert({ table: 'server_id', columns: ['id'], body: Buffer.from(`${id}\n`) });
  return id;
}

/** Events that a server has, of all bots, copies included; 0 before its first use. */
export async function countStoredEvents(engine: Pick<Engine, 'query'>): Promise<number> {
  const [row] = await engine.query<{ rows: number }>({
    sql: "SELECT sum(total_rows) AS rows FROM system.tables WHERE database = currentDatabase() AND name = 'events'",
  });
  return row?.rows ?? 0;
}
