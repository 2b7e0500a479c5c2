import type { Engine } from './engine/engine.ts';
import { erasedTables } from './erase-users.ts';

/** Tables whose deleted rows may be those of users. */
const purged: readonly string[] = [...erasedTables, 'erasing_users'];

const partsSql = (engine: Pick<Engine, 'cluster'>): string =>
  engine.cluster === undefined ? 'system.parts' : `clusterAllReplicas('${engine.cluster}', system.parts)`;

/**
 * Rewrites the parts of tables that contain deleted rows, so that the rows are gone from the files; until then they are
 * only marked. At most one rewrite per table. Returns the engine's clock afterwards, Unix ms: the files from before are
 * deleted by the engine within two minutes.
 */
export async function purgeDeleted(engine: Pick<Engine, 'command' | 'query' | 'cluster'>): Promise<number> {
  const tables = await engine.query<{ table: string }>({
    sql: `SELECT DISTINCT table FROM ${partsSql(engine)}
      WHERE database = currentDatabase() AND active AND has_lightweight_delete ORDER BY table`,
  });
  for (const { table } of tables) {
    if (!purged.includes(table)) continue;
    // Replicas carry the mutation to each other; 2 = waits for all of them.
    await engine.command(`ALTER TABLE ${table} APPLY DELETED MASK SETTINGS mutations_sync = 2`);
  }
  const [now] = await engine.query<{ ms: number }>({ sql: 'SELECT toUnixTimestamp64Milli(now64(3)) AS ms' });
  return now?.ms ?? 0;
}

/** Whether files are left that the engine had replaced before a moment of its clock (Unix ms). */
export async function hasReplacedFiles(engine: Pick<Engine, 'query' | 'cluster'>, before: number): Promise<boolean> {
  const [row] = await engine.query<{ parts: number }>({
    sql: `SELECT count() AS parts FROM ${partsSql(engine)}
      WHERE database = currentDatabase() AND NOT active AND table IN {purged:Array(String)}
        AND remove_time <= fromUnixTimestamp64Milli({before:Int64}, 'UTC')`,
    params: { before, purged },
  });
  return row === undefined || row.parts > 0;
}
