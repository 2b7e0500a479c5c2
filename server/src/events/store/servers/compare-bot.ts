import type { Engine } from '../engine/engine.ts';
import { findRangeEnd, type RowPosition, type RowRange, rangeSql } from './bot-rows.ts';

type Reader = Pick<Engine, 'query'>;

/** A second or two on each side. */
const rowsPerSlice = 1_000_000;

/** With more users whose rows are to be rebuilt, events alone are compared. */
const maxMarkedUsers = 5_000;

const versionAt = 'toUInt64(9007199254740992 - {until:Int64})';

const comparedColumns = {
  events: 'partition_key, user_id, id, version, time, type, membership, source, payload',
  users: `user_id, first_time, last_time, first_action, last_action,
    toString(first_profile), toString(last_profile), toString(first_source), toString(last_source)`,
  field_values: 'key, user_id, version, is_set, value_text, value_number, value_time, toString(value_list)',
} as const;

/** Rows received later may be on one side only: they are still in a spool. */
const stableConditions = {
  events: `version > ${versionAt}`,
  users: `user_id NOT IN (SELECT user_id FROM events WHERE bot = {bot:String} AND version <= ${versionAt})`,
  field_values: `(key, user_id) NOT IN (
    SELECT name, user_id FROM events WHERE bot = {bot:String} AND kind = 'field_change' AND version <= ${versionAt})`,
} as const;

/** In this order. */
export const comparedTables = ['events', 'users', 'field_values'] as const;
export type ComparedTable = (typeof comparedTables)[number];

export interface ComparedRange extends Omit<RowRange, 'end'> {
  table: ComparedTable;
  /** Unix ms: of events, those received before; of users and values, those that had none since. */
  until: number;
}

export interface Comparison {
  /** A sentence for the operator; null = the slice is the same on both. */
  difference: string | null;
  /** Last position of the slice; null at the end. */
  end: RowPosition | null;
}

/** Finds the difference between two servers in the next rows of a bot. */
export async function compareSlice(
  source: Reader,
  target: Reader,
  { until, ...from }: ComparedRange,
  size = rowsPerSlice,
): Promise<Comparison> {
  const { bot, table } = from;
  const marked = table === 'users' ? await markedUsers([source, target], bot) : [];
  if (marked.length > maxMarkedUsers) return { difference: null, end: null };
  const end = await findRangeEnd(source, from, size);
  const { where, params } = rangeSql({ ...from, end });
  const isCounted = marked.length === 0 ? '' : ' AND user_id NOT IN {marked:Array(Int64)}';
  const read = async (engine: Reader) => {
    const [row] = await engine.query<{ rows: number; sum: string }>({
      sql: `SELECT count() AS rows, toString(sum(cityHash64(${comparedColumns[table]}))) AS sum
        FROM ${table} FINAL WHERE ${where} AND ${stableConditions[table]}${isCounted}`,
      params: { ...params, until, ...(marked.length === 0 ? {} : { marked }) },
      tag: `move/${bot}`,
    });
    return row ?? { rows: 0, sum: '0' };
  };
  const [before, after] = await Promise.all([read(source), read(target)]);
  if (before.rows !== after.rows) {
    return { difference: `${table}: ${before.rows} on the source, ${after.rows} on the target`, end };
  }
  const isSame = before.sum === after.sum;
  return { difference: isSame ? null : `${table}: ${before.rows} on both, with different contents`, end };
}

/** Their rows contain a copy that has lost, on one server perhaps and not on the other one (decision 0017). */
async function markedUsers(engines: readonly Reader[], bot: string): Promise<number[]> {
  const userRows = await Promise.all(
    engines.map((engine) =>
      engine.query<{ user_id: number }>({
        sql: `SELECT DISTINCT user_id FROM user_rebuilds WHERE bot = {bot:String} LIMIT ${maxMarkedUsers + 1}`,
        params: { bot },
      }),
    ),
  );
  return [...new Set(userRows.flat().map((row) => row.user_id))];
}
