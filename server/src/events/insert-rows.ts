import type { Engine } from './engine/engine.ts';
import { DataError } from './engine/engine-errors.ts';
import { rowColumns, rowTable } from './event-row.ts';

export interface Refused {
  row: string;
  reason: string;
}

/**
 * Puts encoded rows into the engine. If it refuses them for their content, the batch is halved until the bad rows are
 * alone: they are handed back, all others are stored. Throws StoreUnavailable when the engine does not take rows at
 * all; then some may be stored, which is harmless, for copies collapse.
 */
export async function insertRows(engine: Pick<Engine, 'insert'>, rows: readonly string[]): Promise<Refused[]> {
  if (rows.length === 0) return [];
  try {
    await engine.insert({ table: rowTable, columns: rowColumns, body: Buffer.from(`${rows.join('\n')}\n`) });
    return [];
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    const [row] = rows;
    if (rows.length === 1 && row !== undefined) return [{ row, reason: error.message }];
    const half = rows.length >> 1;
    return [...(await insertRows(engine, rows.slice(0, half))), ...(await insertRows(engine, rows.slice(half)))];
  }
}
