import { outcomeColumns } from '../campaign-outcomes.ts';
import type { Engine, Parameter } from '../engine/engine.ts';
import { eventColumns, fieldValueColumns } from '../event-row.ts';
import { archivedUserColumns, userColumns } from '../users.ts';

interface CopiedTable {
  columns: readonly string[];
  /** Columns that order a bot's rows, with their types. */
  key: Readonly<Record<string, string>>;
}

const perUser = { user_id: 'Int64' } as const;

/**
 * Everything of a bot that cannot be derived from something else, and `users`, which is slower to derive than to copy.
 * All of it bears being copied twice: copies collapse, minima stay minima, and marks are read as a set. `field_values`
 * cannot be derived either where data retention has deleted the changes.
 */
const tables = {
  events: { columns: eventColumns, key: { partition_key: 'UInt32', ...perUser, id: 'UInt64' } },
  users: { columns: userColumns, key: perUser },
  archived_users: { columns: archivedUserColumns, key: perUser },
  segment_members: {
    columns: ['bot', 'segment_id', 'user_id', 'is_member', 'version'],
    key: { segment_id: 'UInt64', ...perUser },
  },
  campaign_outcomes: { columns: outcomeColumns, key: { campaign_id: 'UInt32', ...perUser } },
  field_values: { columns: fieldValueColumns, key: { key: 'String', ...perUser } },
  app_countries: { columns: ['bot', 'app_id', 'user_id', 'last'], key: { app_id: 'UInt32', ...perUser } },
  chat_states: { columns: ['bot', 'user_id', 'last', 'opened_ms'], key: perUser },
  user_rebuilds: { columns: ['bot', 'user_id', 'marked_at', 'is_rebuilt'], key: perUser },
} as const satisfies Record<string, CopiedTable>;
export type CopiedTableName = keyof typeof tables;

/** The key of a row, each value as text: 64-bit numbers are not exact otherwise. */
export type RowPosition = readonly string[];

/** Rows of a bot in one table, after a position and up to another one; null: from the begin, to the end. */
export interface RowRange {
  bot: string;
  table: CopiedTableName;
  after: RowPosition | null;
  end: RowPosition | null;
}

export const columnsOf = (table: CopiedTableName): readonly string[] => tables[table].columns;

/** The conditions of a range, and their parameters. */
export function rangeSql({ bot, table, after, end }: RowRange): { where: string; params: Record<string, Parameter> } {
  const { key }: CopiedTable = tables[table];
  const conditions = ['bot = {bot:String}'];
  const params: Record<string, Parameter> = { bot };
  const add = (operator: '>' | '<=', name: string, position: RowPosition): void => {
    conditions.push(compareKey(key, operator, name));
    for (const [index, column] of Object.keys(key).entries()) params[`${name}_${column}`] = position[index] ?? '';
  };
  if (after !== null) add('>', 'after', after);
  if (end !== null) add('<=', 'end', end);
  return { where: conditions.join(' AND '), params };
}

/** Finds the end of the next `size` rows; null if there are fewer. */
export async function findRangeEnd(
  engine: Pick<Engine, 'query'>,
  range: Omit<RowRange, 'end'>,
  size: number,
): Promise<RowPosition | null> {
  const { where, params } = rangeSql({ ...range, end: null });
  const columns = Object.keys(tables[range.table].key);
  const [end] = await engine.query<{ position: string[] }>({
    sql: `SELECT [${columns.map((column) => `toString(${column})`).join(', ')}] AS position FROM ${range.table}
      WHERE ${where} ORDER BY ${columns.join(', ')} LIMIT 1 OFFSET {skipped:UInt64}`,
    params: { ...params, skipped: size - 1 },
    tag: `move/${range.bot}`,
  });
  return end?.position ?? null;
}

/** A comparison of the whole key, and one of its first column, by which the engine finds the range. */
function compareKey(key: CopiedTable['key'], operator: '>' | '<=', name: string): string {
  const columns = Object.keys(key);
  const values = Object.entries(key).map(([column, type]) => `{${name}_${column}:${type}}`);
  const range = `${columns[0]} ${operator === '>' ? '>=' : '<='} ${values[0]}`;
  return `${range} AND (${columns.join(', ')}) ${operator} (${values.join(', ')})`;
}
