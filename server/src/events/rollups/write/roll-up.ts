import type { Engine, Parameter } from '../../store/engine/engine.ts';
import { type Rollup, rollupParams } from '../rollup.ts';
import { fillActivityRunsSql, fillLaunchesSql, fillMembershipChangesSql, fillPaymentsSql } from './fill.sql.ts';

type Commands = Pick<Engine, 'command' | 'query'>;

const tables = ['activity_runs', 'membership_changes', 'launches', 'payments'] as const;

/** Events rolled up by one statement, which sorts them in memory: 3 million take some 150 MB. */
const eventsPerPart = 3_000_000;

/** With more stale users the whole past is rolled up again, part by part: a refresh sorts all their events at once. */
const maxRefreshedUsers = 20_000;

export interface RollUpOptions {
  /** Unix ms of a UTC midnight: everything before is to be rolled up. */
  until: number;
  /**
   * Time limit of a statement or an insert of any process, ms. Times are rolled up once they have been pending for this
   * long: no insert can arrive unmarked any more, and no statement still reads the rows to be deleted.
   */
  timeoutMs: number;
  /** Moves acknowledged rows into the engine. */
  flush(): Promise<void>;
}

interface State {
  generation: number;
  until: number;
  pendingUntil: number;
  /** Time since a run began or advanced, ms, by the engine's clock. */
  age: number;
}

const stateSql = `
  SELECT
    generation, toUnixTimestamp64Milli(until) AS until, toUnixTimestamp64Milli(pending_until) AS pendingUntil,
    toUnixTimestamp64Milli(now64(3)) - toInt64(version) AS age
  FROM rollups FINAL
  WHERE bot = {bot:String}`;

const nothing: State = { generation: 0, until: 0, pendingUntil: 0, age: Number.POSITIVE_INFINITY };

async function loadRollupState(engine: Commands, bot: string): Promise<State> {
  const [state] = await engine.query<State>({ sql: stateSql, params: { bot } });
  return state ?? nothing;
}

/** A later row wins: versions rise even if the clock does not. */
async function record(engine: Commands, bot: string, state: Omit<State, 'age'>): Promise<void> {
  const { generation, until, pendingUntil } = state;
  await engine.command(
    `INSERT INTO rollups (bot, version, generation, until, pending_until)
    SELECT
      {bot:String}, greatest(toUInt64(toUnixTimestamp64Milli(now64(3))), max(version) + 1), {generation:UInt64},
      fromUnixTimestamp64Milli({until:Int64}, 'UTC'), fromUnixTimestamp64Milli({pendingUntil:Int64}, 'UTC')
    FROM rollups WHERE bot = {bot:String}`,
    { bot, generation, until, pendingUntil },
  );
}

/**
 * Advances a bot's roll-up as far as possible. Times become pending first and are rolled up once they have been pending
 * for `timeoutMs`, so it has to be called repeatedly; users with events that arrived late are refreshed. Each step can
 * be interrupted and repeated. One call at a time per bot.
 */
export async function rollUp(engine: Commands, bot: string, options: RollUpOptions): Promise<void> {
  const { until, timeoutMs } = options;
  let state = await loadRollupState(engine, bot);
  const staleUsers = await countStaleUsers(engine, bot);
  if (staleUsers === 0 && state.until === state.pendingUntil && state.pendingUntil >= until) return;
  // A ClickHouse server finishes the statement of a process that is gone: nothing is written beside it.
  if (state.age < timeoutMs) return;

  await record(engine, bot, state);
  await sweep(engine, bot, state);
  if (staleUsers > maxRefreshedUsers && state.until > 0) return await resetRollup(engine, bot);
  if (staleUsers > 0) await refreshStaleUsers(engine, bot, state, timeoutMs);
  state = await rollUpPending(engine, bot, state, options);
  if (until <= state.pendingUntil) return;
  state = { ...state, pendingUntil: until };
  await record(engine, bot, state);
  if (timeoutMs === 0) await rollUpPending(engine, bot, state, options);
}

/** Rolls up the pending times, part by part. */
async function rollUpPending(engine: Commands, bot: string, from: State, { flush }: RollUpOptions): Promise<State> {
  let state = from;
  if (state.until >= state.pendingUntil) return state;
  await flush();
  for (const end of await loadPartEnds(engine, bot, state)) {
    await fillTables(engine, bot, { generation: state.generation, from: state.until, to: end });
    state = { ...state, until: end };
    await record(engine, bot, state);
  }
  return state;
}

async function countStaleUsers(engine: Commands, bot: string): Promise<number> {
  const [row] = await engine.query<{ users: number }>({
    sql: 'SELECT uniqExact(user_id) AS users FROM stale_users WHERE bot = {bot:String}',
    params: { bot },
  });
  return row?.users ?? 0;
}

/** From now on the bot has no roll-up until the next one is made: its history is about to change, or has changed. */
export async function resetRollup(engine: Commands, bot: string): Promise<void> {
  const { generation, pendingUntil } = await loadRollupState(engine, bot);
  if (pendingUntil > 0) await record(engine, bot, { generation: generation + 1, until: 0, pendingUntil: 0 });
}

/** Deletes the roll-up permanently, with its bot. */
export async function deleteRollup(engine: Commands, bot: string): Promise<void> {
  for (const table of ['rollups', 'stale_users', ...tables]) {
    await deleteTableRows(engine, table, 'true', { bot });
  }
}

/** Deletes what an interrupted run has left, and generations that no statement reads any more. */
async function sweep(engine: Commands, bot: string, { generation, until }: State): Promise<void> {
  const leftover = `generation != {generation:UInt64} OR time >= fromUnixTimestamp64Milli({until:Int64}, 'UTC')`;
  await deleteRows(engine, `(${leftover})`, { bot, generation, until });
}

/** Deleting waits for a background task of the engine (0.02 to 4 s), so it is done only where there are rows to delete. */
async function deleteRows(engine: Commands, condition: string, params: Record<string, Parameter> & { bot: string }) {
  for (const table of tables) await deleteTableRows(engine, table, condition, params);
}

/** Deletes the rows of one bot in one table; true if there were any. A removed bot is deleted every ten minutes until no process can store more of it. */
export async function deleteTableRows(
  engine: Commands,
  table: string,
  condition: string,
  params: Record<string, Parameter> & { bot: string },
): Promise<boolean> {
  const rows = `${table} WHERE bot = {bot:String} AND ${condition}`;
  const [row] = await engine.query<{ rows: number }>({ sql: `SELECT count() AS rows FROM ${rows}`, params });
  if (row === undefined || row.rows === 0) return false;
  await engine.command(`DELETE FROM ${rows}`, params);
  return true;
}

/** The ends of the parts, whole days, in which the time from `until` to `pendingUntil` is rolled up. */
async function loadPartEnds(engine: Commands, bot: string, { until, pendingUntil }: State): Promise<number[]> {
  const days = await engine.query<{ day: number; events: number }>({
    sql: `
      SELECT toUnixTimestamp64Milli(toDateTime64(toStartOfDay(time), 3, 'UTC')) AS day, count() AS events
      FROM events
      WHERE bot = {bot:String} AND user_id != 0
        AND time >= fromUnixTimestamp64Milli({until:Int64}, 'UTC')
        AND time < fromUnixTimestamp64Milli({pendingUntil:Int64}, 'UTC')
      GROUP BY day
      ORDER BY day`,
    params: { bot, until, pendingUntil },
  });
  const ends: number[] = [];
  let size = 0;
  for (const { day, events } of days) {
    if (size > 0 && size + events > eventsPerPart) {
      ends.push(day);
      size = 0;
    }
    size += events;
  }
  return [...ends, pendingUntil];
}

interface Part {
  generation: number;
  from: number;
  to: number;
}

/** Rolls up a period, after all periods before it, for all users or for those a condition on `user_id` selects. */
async function fillTables(
  engine: Commands,
  bot: string,
  { generation, from, to }: Part,
  users = 'true',
  extraParams = {},
) {
  const before: Rollup = { generation, until: from, staleUsers: [], usersToRebuild: [] };
  const params = { bot, generation, from, to, start: from, ...rollupParams(before), ...extraParams };
  const fills = [
    fillActivityRunsSql(users),
    fillMembershipChangesSql(before, users),
    fillLaunchesSql(before, users),
    fillPaymentsSql(users),
  ];
  for (const sql of fills) await engine.command(sql, pickUsedParams(sql, params));
}

/**
 * Rolls up the stale users again. Until their marks are deleted their events are read, so nothing is missing. If nothing
 * is rolled up yet (the roll-up was reset) only the marks are deleted.
 */
async function refreshStaleUsers(
  engine: Commands,
  bot: string,
  { generation, until }: State,
  timeoutMs: number,
): Promise<void> {
  const [now] = await engine.query<{ ms: number }>({ sql: 'SELECT toUnixTimestamp64Milli(now64(3)) AS ms' });
  const params = { bot, generation, before: (now?.ms ?? 0) + 1 - timeoutMs };
  const marked = "bot = {bot:String} AND marked_at < fromUnixTimestamp64Milli({before:Int64}, 'UTC')";
  const users = `user_id IN (SELECT user_id FROM stale_users WHERE ${marked})`;
  const [row] = await engine.query<{ marks: number }>({
    sql: `SELECT count() AS marks FROM stale_users WHERE ${marked}`,
    params: { bot, before: params.before },
  });
  if (row === undefined || row.marks === 0) return;
  if (until > 0) {
    await deleteRows(engine, `generation = {generation:UInt64} AND ${users}`, params);
    await fillTables(engine, bot, { generation, from: 0, to: until }, users, params);
  }
  await engine.command(`DELETE FROM stale_users WHERE ${marked}`, params);
}

/** The parameters that a statement uses: on the embedded engine each bound value is a statement of its own. */
function pickUsedParams<Value>(sql: string, params: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(params).filter(([name]) => sql.includes(`{${name}:`)));
}
