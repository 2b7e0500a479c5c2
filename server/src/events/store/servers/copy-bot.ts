import { assertLocked } from '../../../platform/lock-context.ts';
import { deleteTableRows } from '../../rollups/write/roll-up.ts';
import type { ServerEngine } from '../engine/engine.ts';
import { columnsOf, findRangeEnd, type RowPosition, type RowRange, rangeSql } from './bot-rows.ts';

/** A slice is one statement on each side: some 25 MB. Its rows are streamed: long payloads take time, not memory. */
const rowsPerSlice = 50_000;

/**
 * Copies the next rows of a bot from one server to another one, in the order of their key, and returns the last position;
 * null when there are no more. Safe to repeat. Throws what the engines throw.
 */
export async function copySlice(
  source: ServerEngine,
  target: ServerEngine,
  from: Omit<RowRange, 'end'>,
  size = rowsPerSlice,
): Promise<RowPosition | null> {
  const { bot, table } = from;
  const columns = columnsOf(table);
  const end = await findRangeEnd(source, from, size);
  const { where, params } = rangeSql({ ...from, end });
  const sql = `SELECT ${columns.join(', ')} FROM ${table} WHERE ${where}`;
  const rows = await source.stream({ sql, params, tag: `move/${bot}` });
  await assertLocked();
  await target.insertStream({ table, columns, body: rows });
  return end;
}

/** Deletes what inserts made of the bot's users on a server whose history is not whole yet. Safe to repeat. */
export async function deleteCopiedUsers(target: ServerEngine, bot: string): Promise<void> {
  for (const table of ['users', 'user_rebuilds']) {
    await assertLocked();
    await deleteTableRows(target, table, 'true', { bot });
  }
}
