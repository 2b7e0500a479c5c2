import { AppError } from '../../platform/errors.ts';
import { assertLocked } from '../../platform/lock-context.ts';
import { readRollup } from '../rollups/rollup.ts';
import { anonymiseStatements } from './anonymise-users.sql.ts';
import type { Engine, Parameter } from './engine/engine.ts';

type Commands = Pick<Engine, 'command' | 'query' | 'insert' | 'cluster'>;

/** A user to be erased. */
export interface ErasedUser {
  userId: number;
  /** ID that gets the events, without contents; null: they are deleted. The same each time the erasure is repeated. */
  newId: number | null;
  /** Random letters and digits: makes numbers of payments unrecognizable. The same each time. */
  salt: string;
}

export interface UserErasure {
  /** Its number: two erasures of a bot do not mix. */
  id: number;
  users: readonly ErasedUser[];
}

/** Rows by table. */
export type ErasedRows = Record<string, number>;

/**
 * Every table with users, in the order of deletion: what reports read most comes first. A user is stale while rolled-up
 * rows are deleted, so reports read their events, which are gone.
 */
export const erasedTables = [
  'events',
  'users',
  'field_values',
  'app_countries',
  'chat_states',
  'segment_members',
  'campaign_outcomes',
  'archived_users',
  'user_rebuilds',
  'activity_runs',
  'membership_changes',
  'launches',
  'payments',
  'stale_users',
] as const;

const maxPasses = 5;

const listedUsersSql = 'SELECT user_id FROM erasing_users WHERE bot = {bot:String} AND erasure_id = {erasure:UInt64}';

/**
 * Deletes everything about users from a bot's tables, losing copies included, and looks again until nothing is found;
 * events of those with a new number are inserted under it first. Returns the rows found. Interrupted at any point it may
 * be repeated with the same numbers: a copy that is inserted again collapses with the first one.
 * @throws AppError StoreUnavailable while rows are still found after five passes
 */
export async function eraseUsers(engine: Commands, bot: string, erasure: UserErasure): Promise<ErasedRows> {
  const { condition, params } = await listUsers(engine, bot, erasure);
  const erased: ErasedRows = {};
  for (let pass = 1; pass <= maxPasses; pass += 1) {
    if (pass === 1) await prepare(engine, bot, erasure, condition, params);
    let foundRows = 0;
    for (const table of erasedTables) {
      const rows = await deleteUserRows(engine, table, condition, params);
      foundRows += rows;
      // Most of these marks were made above.
      if (rows > 0 && table !== 'stale_users') erased[table] = (erased[table] ?? 0) + rows;
    }
    if (foundRows > 0) continue;
    await forgetList(engine, bot, erasure.id);
    return erased;
  }
  throw new AppError('StoreUnavailable', { message: 'Rows of erased users are still found; the erasure is repeated' });
}

/** Rows of users in all tables. */
export async function countUserRows(engine: Commands, bot: string, users: readonly number[]): Promise<number> {
  const parts = erasedTables.map(
    (table) =>
      `SELECT count() AS rows FROM ${table} WHERE bot = {bot:String} AND user_id IN {erased_users:Array(Int64)}`,
  );
  const [row] = await engine.query<{ total: number }>({
    sql: `SELECT sum(rows) AS total FROM (${parts.join('\n UNION ALL ')})`,
    params: { bot, erased_users: users },
  });
  return row?.total ?? 0;
}

/**
 * Lists the users whose rows a statement deletes. Replicas reject a subquery in such a statement, so there the numbers
 * are in its text: ClickHouse keeps the texts of the last hundred for each table.
 */
async function listUsers(engine: Commands, bot: string, { id, users }: UserErasure) {
  await forgetList(engine, bot, id);
  const lines = users.map(({ userId, newId, salt }) => `${bot}\t${id}\t${userId}\t${newId ?? 0}\t${salt}\n`);
  await assertLocked();
  const columns = ['bot', 'erasure_id', 'user_id', 'new_id', 'salt'];
  await engine.insert({ table: 'erasing_users', columns, body: Buffer.from(lines.join('')) });
  const params: Record<string, Parameter> & { bot: string } = { bot, erasure: id };
  if (engine.cluster === undefined) return { condition: `user_id IN (${listedUsersSql})`, params };
  return {
    condition: 'user_id IN {erased_users:Array(Int64)}',
    params: { ...params, erased_users: users.map(({ userId }) => userId) },
  };
}

async function forgetList(engine: Commands, bot: string, erasure: number): Promise<void> {
  const params = { bot, erasure };
  await deleteUserRows(engine, 'erasing_users', 'erasure_id = {erasure:UInt64}', params);
}

/** Reports stop reading rolled-up rows of the users, old and new; then their events get the new numbers. */
async function prepare(
  engine: Commands,
  bot: string,
  { id, users }: UserErasure,
  condition: string,
  params: Record<string, Parameter>,
): Promise<void> {
  const isRolledUp = (await readRollup(engine, bot)) !== undefined;
  if (isRolledUp) {
    await engine.command(
      `INSERT INTO stale_users (bot, user_id, marked_at)
      SELECT {bot:String}, arrayJoin(arrayFilter(id -> id != 0, [user_id, new_id])), now64(3)
      FROM erasing_users WHERE bot = {bot:String} AND erasure_id = {erasure:UInt64}`,
      { bot, erasure: id },
    );
  }
  if (users.every(({ newId }) => newId === null)) return;
  // Events that never existed or are deleted already are skipped: each of the statements reads all events of the bot.
  const [row] = await engine.query<{ rows: number }>({
    sql: `SELECT count() AS rows FROM events WHERE bot = {bot:String} AND ${condition}`,
    params,
  });
  if (row === undefined || row.rows === 0) return;
  for (const sql of anonymiseStatements) await engine.command(sql, { bot, erasure: id });
}

async function deleteUserRows(
  engine: Commands,
  table: string,
  condition: string,
  params: Record<string, Parameter>,
): Promise<number> {
  const rows = `${table} WHERE bot = {bot:String} AND ${condition}`;
  const usedParams = Object.fromEntries(Object.entries(params).filter(([name]) => rows.includes(`{${name}:`)));
  const [row] = await engine.query<{ rows: number }>({
    sql: `SELECT count() AS rows FROM ${rows}`,
    params: usedParams,
  });
  if (row === undefined || row.rows === 0) return 0;
  await engine.command(`DELETE FROM ${rows}`, usedParams);
  return row.rows;
}
