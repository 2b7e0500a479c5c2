import type { Engine } from './engine/engine.ts';
import { DataError } from './engine/engine-errors.ts';
import { rowColumns, rowTable } from './event-row.ts';

/** A row that the engine does not take, and its words. */
export interface RejectedRow {
  line: string;
  reason: string;
}

/**
 * Puts encoded rows into the engine. If it refuses them for their content, the batch is halved until the bad rows are
 * alone: they are handed back, all others are stored. Throws StoreUnavailable when the engine does not take rows at
 * all; then some may be stored, which is harmless, for copies collapse.
 */
export async function insertRows(engine: Pick<Engine, 'insert'>, body: Buffer): Promise<RejectedRow[]> {
  try {
    await engine.insert({ table: rowTable, columns: rowColumns, body, isRepeatable: true });
    return [];
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    const middle = lineEndNear(body, body.length >> 1);
    // Only one line is left.
    if (middle === body.length) return [{ line: body.toString('utf8').trimEnd(), reason: error.message }];
    const first = await insertRows(engine, body.subarray(0, middle));
    return [...first, ...(await insertRows(engine, body.subarray(middle)))];
  }
}

/** The place behind a line end that cuts the body most evenly: the first one after `from`, else the last one before it. */
function lineEndNear(body: Buffer, from: number): number {
  const after = body.indexOf(10, from) + 1;
  if (after > 0 && after < body.length) return after;
  const before = body.lastIndexOf(10, from) + 1;
  return before > 0 ? before : body.length;
}
