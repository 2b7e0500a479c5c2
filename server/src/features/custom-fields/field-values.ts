import { type FieldValue, type FieldWriter, fieldWriters, FieldValue as ValueSchema } from '@botscope/contract';
import * as z from 'zod/mini';
import { runQuery } from '../../analytics/query/run-query.ts';
import { type Sources, scope } from '../../analytics/query/scope.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { FieldsByKey } from './field-definitions.ts';
import type { FieldDefinition } from './field-store.ts';

/** Counts the bot users with a value, by key. */
const countValuesSql = (from: Sources) => `
SELECT key, count() AS users
FROM field_values FINAL
WHERE bot = {bot:String} AND is_set AND user_id IN (SELECT user_id FROM ${from.allUsers})
GROUP BY key`;

/** The values of some users (the parameter `users`) in some fields (`keys`). */
const valuesSql = () => `
SELECT key, user_id, value_text, value_number, toUnixTimestamp64Milli(value_time) AS value_ms, value_list
FROM field_values FINAL
WHERE bot = {bot:String} AND key IN {keys:Array(String)} AND user_id IN {users:Array(Int64)} AND is_set`;

/** The last writes of some users' values (`users`) in one field (`key`), removals too. */
const storedValuesSql = () => `
SELECT
  key, user_id, value_text, value_number, toUnixTimestamp64Milli(value_time) AS value_ms, value_list, is_set, version
FROM field_values FINAL
WHERE bot = {bot:String} AND key = {key:String} AND user_id IN {users:Array(Int64)}`;

/** The greatest version of all writes. */
const newestVersionSql = () => 'SELECT max(version) AS newest FROM field_values WHERE bot = {bot:String}';

/** The newest changes of one user's values (`user`), of one field unless `field` is empty. All are on dated keys. */
const historySql = (from: Sources) => `
SELECT payload
FROM ${from.eventsWith("kind = 'field_change' AND partition_key < 2147483648 AND user_id = {user:Int64}")}
  AND ({field:String} = '' OR name = {field:String})
ORDER BY time DESC, JSONExtractUInt(payload, 'field_change', 'version') DESC
LIMIT {most:UInt32}`;

const maxChanges = 100;

/** Values by key. */
export type ValuesByKey = Record<string, FieldValue>;

/** Value after the last write; null: it was removed. */
export interface StoredValue {
  value: FieldValue | null;
  version: number;
}

/** A change as its event shows it. */
export interface StoredChange {
  key: string;
  value: FieldValue | null;
  kind: FieldWriter;
  account: string | null;
  version: number;
  /** Unix ms. */
  at: number;
}

type Store = Pick<EventStore, 'query'>;

/** Counts the bot users with a value in each field; fields without any are left out. */
export async function countValues(store: Store, bot: string): Promise<Map<string, number>> {
  const rows = await runQuery<{ key: string; users: number }>(store, scope(bot, 0, 1).statement(countValuesSql), {
    tag: `field-counts/${bot}`,
  });
  return new Map(rows.map(({ key, users }) => [key, users]));
}

interface Row {
  key: string;
  user_id: number;
  value_text: string;
  value_number: number;
  value_ms: number;
  value_list: string[];
}

/** Loads the values of some users in some fields; users without any are left out. */
export async function loadValues(
  store: Store,
  bot: string,
  fields: FieldsByKey,
  users: readonly number[],
): Promise<Map<number, ValuesByKey>> {
  const values = new Map<number, ValuesByKey>();
  if (fields.size === 0 || users.length === 0) return values;
  const statement = scope(bot, 0, 1).statement(valuesSql, { keys: [...fields.keys()], users: [...users] });
  for (const row of await runQuery<Row>(store, statement, { tag: `field-values/${bot}` })) {
    const field = fields.get(row.key);
    if (field === undefined) continue;
    const userValues = values.get(row.user_id) ?? {};
    userValues[row.key] = valueInRow(field, row);
    values.set(row.user_id, userValues);
  }
  return values;
}

/** Loads the last writes of some users in one field, removals too; users without any are left out. */
export async function loadStoredValues(
  store: Store,
  bot: string,
  field: FieldDefinition,
  users: readonly number[],
): Promise<Map<number, StoredValue>> {
  if (users.length === 0) return new Map();
  const statement = scope(bot, 0, 1).statement(storedValuesSql, { key: field.key, users: [...users] });
  const rows = await runQuery<Row & { is_set: boolean; version: number }>(store, statement, {
    tag: `field-values/${bot}`,
  });
  return new Map(
    rows.map((row) => [row.user_id, { value: row.is_set ? valueInRow(field, row) : null, version: row.version }]),
  );
}

/** The greatest version of a bot's values; 0 without any. */
export async function loadNewestVersion(store: Store, bot: string): Promise<number> {
  const rows = await runQuery<{ newest: number }>(store, scope(bot, 0, 1).statement(newestVersionSql), {
    tag: `field-versions/${bot}`,
  });
  return Number(rows[0]?.newest ?? 0);
}

function valueInRow({ type }: FieldDefinition, row: Row): FieldValue {
  switch (type) {
    case 'number':
      return row.value_number;
    case 'boolean':
      return row.value_number === 1;
    case 'date':
      return new Date(row.value_ms).toISOString();
    case 'list':
      return row.value_list;
    default:
      return row.value_text;
  }
}

const Payload = z.object({
  field_change: z.object({
    key: z.string(),
    value: z.nullable(ValueSchema),
    version: z.number(),
    by: z.object({ kind: z.enum(fieldWriters), account: z.optional(z.string()) }),
  }),
});

/** The newest changes of one user's values; '' as field = of all. */
export async function loadHistory(
  store: Store,
  bot: string,
  { user, field = '', now }: { user: number; field?: string; now: number },
): Promise<StoredChange[]> {
  // Until an hour from now: another process's clock may be ahead.
  const statement = scope(bot, 0, now + 3_600_000).statement(historySql, { user, field, most: maxChanges });
  const rows = await runQuery<{ payload: string }>(store, statement, { tag: `field-history/${bot}` });
  return rows.map(({ payload }) => {
    const { key, value, version, by } = z.parse(Payload, JSON.parse(payload)).field_change;
    return { key, value, kind: by.kind, account: by.account ?? null, version, at: Math.floor(version / 1_000) };
  });
}
