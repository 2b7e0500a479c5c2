import { assertLocked } from '../../../platform/lock-context.ts';
import { deleteRowsOf } from '../../rollups/write/roll-up.ts';
import type { Parameter, ServerEngine } from '../engine/engine.ts';
import { eventColumns } from '../event-row.ts';
import { archivedUserColumns, userColumns } from '../users.ts';

/** A slice is one statement on each side. Its rows are streamed, so its size is a matter of time: a second or two. */
export const rowsPerSlice = 200_000;

/** Long enough for a slice of long payloads on a busy server, s. */
const sliceTimeoutSeconds = 600;

interface CopiedTable {
  columns: readonly string[];
  /** What orders a bot's rows, and its type. */
  key: Readonly<Record<string, string>>;
}

const perUser = { user_id: 'Int64' } as const;

/**
 * Everything of a bot that cannot be derived from something else, and `users`, which is slower to derive than to copy.
 * All of it bears being copied twice: copies collapse, minima stay minima, and marks are read as a set.
 */
const tables = {
  events: { columns: eventColumns, key: { partition_key: 'UInt32', ...perUser, id: 'UInt64' } },
  users: { columns: userColumns, key: perUser },
  archived_users: { columns: archivedUserColumns, key: perUser },
  user_rebuilds: { columns: ['bot', 'user_id', 'marked_at', 'is_rebuilt'], key: perUser },
} as const satisfies Record<string, CopiedTable>;
export type CopiedTableName = keyof typeof tables;

/** The key of the last row copied, each value as text: 64-bit numbers are not exact otherwise. */
export type CopyPosition = readonly string[];

/**
 * Copies the next rows of a bot from one server to another one, in the order of their key; null when there are no more.
 * Safe to repeat. Throws what the engines throw.
 */
export async function copySlice(
  source: ServerEngine,
  target: ServerEngine,
  {
    bot,
    table,
    after,
    size = rowsPerSlice,
  }: { bot: string; table: CopiedTableName; after: CopyPosition | null; size?: number },
): Promise<CopyPosition | null> {
  const { columns, key }: CopiedTable = tables[table];
  const names = Object.keys(key);
  const beyond = after === null ? [] : [compare(key, '>', 'after')];
  const params: Record<string, Parameter> = { bot, ...paramsOf(names, 'after', after ?? []) };
  const where = (conditions: readonly string[]) => ['bot = {bot:String}', ...conditions].join(' AND ');
  const [end] = await source.query<{ key: string[] }>({
    sql: `SELECT [${names.map((name) => `toString(${name})`).join(', ')}] AS key FROM ${table}
      WHERE ${where(beyond)} ORDER BY ${names.join(', ')} LIMIT 1 OFFSET {skipped:UInt64}`,
    params: { ...params, skipped: size - 1 },
    tag: `move/${bot}`,
    timeoutSeconds: sliceTimeoutSeconds,
  });
  const within = end === undefined ? beyond : [...beyond, compare(key, '<=', 'end')];
  const rows = await source.stream({
    sql: `SELECT ${columns.join(', ')} FROM ${table} WHERE ${where(within)}`,
    params: { ...params, ...paramsOf(names, 'end', end?.key ?? []) },
    tag: `move/${bot}`,
    timeoutSeconds: sliceTimeoutSeconds,
  });
  await assertLocked();
  await target.insertStream({ table, columns, body: rows });
  return end?.key ?? null;
}

/** Deletes what inserts made of the bot's users on a server whose history is not whole yet. Safe to repeat. */
export async function deleteCopiedUsers(target: ServerEngine, bot: string): Promise<void> {
  for (const table of ['users', 'user_rebuilds']) {
    await assertLocked();
    await deleteRowsOf(target, table, 'true', { bot });
  }
}

/** A comparison of the whole key, and one of its first column, by which the engine finds the range. */
function compare(key: CopiedTable['key'], operator: '>' | '<=', name: string): string {
  const columns = Object.keys(key);
  const values = Object.entries(key).map(([column, type]) => `{${name}_${column}:${type}}`);
  const range = `${columns[0]} ${operator === '>' ? '>=' : '<='} ${values[0]}`;
  return `${range} AND (${columns.join(', ')}) ${operator} (${values.join(', ')})`;
}

const paramsOf = (names: readonly string[], prefix: string, values: readonly string[]): Record<string, Parameter> =>
  Object.fromEntries(values.map((value, index) => [`${prefix}_${names[index]}`, value]));
