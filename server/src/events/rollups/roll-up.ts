import type { Engine, Parameter } from '../store/engine/engine.ts';
import { fillChargesSql } from './charges.sql.ts';
import { fillLaunchesSql } from './launches.sql.ts';
import { type Rollup, rollupParams } from './rollup.ts';
import { fillSpellsSql } from './spells.sql.ts';
import { fillTurnsSql } from './steps.sql.ts';

type Commands = Pick<Engine, 'command' | 'query'>;

const tables = ['spells', 'turns', 'launches', 'charges'] as const;

/** Events told at a time: those of a statement are sorted in memory, 3 million in some 150 MB. */
const PART_EVENTS = 3_000_000;

/** With more late people than this everything is told anew, part by part: all they ever did is sorted at once. */
const MOST_MENDED = 20_000;

export interface RollUpOptions {
  /** Unix ms of a UTC midnight: what happened before is to be told. */
  closing: number;
  /**
   * How long, ms, a statement or an insert of any process may have been under way. What is rolled up are times that have
   * been closed for so long, so no insert can still slip in unmarked; nobody still reads what is deleted.
   */
  patienceMs: number;
  /** Brings what was acknowledged into the engine. */
  flush(): Promise<void>;
}

interface State {
  edition: number;
  until: number;
  closing: number;
  /** How long ago a run began or came farther, ms, by the engine's clock. */
  age: number;
}

const stateSql = `
  SELECT
    edition, toUnixTimestamp64Milli(until) AS until, toUnixTimestamp64Milli(closing) AS closing,
    toUnixTimestamp64Milli(now64(3)) - toInt64(version) AS age
  FROM rollups FINAL
  WHERE bot = {bot:String}`;

const nothing: State = { edition: 0, until: 0, closing: 0, age: Number.POSITIVE_INFINITY };

async function stateOf(engine: Commands, bot: string): Promise<State> {
  const [state] = await engine.query<State>({ sql: stateSql, params: { bot } });
  return state ?? nothing;
}

/** A later row wins: versions rise even if the clock does not. */
async function record(engine: Commands, bot: string, state: Omit<State, 'age'>): Promise<void> {
  const { edition, until, closing } = state;
  await engine.command(
    `INSERT INTO rollups (bot, version, edition, until, closing)
    SELECT
      {bot:String}, greatest(toUInt64(toUnixTimestamp64Milli(now64(3))), max(version) + 1), {edition:UInt64},
      fromUnixTimestamp64Milli({until:Int64}, 'UTC'), fromUnixTimestamp64Milli({closing:Int64}, 'UTC')
    FROM rollups WHERE bot = {bot:String}`,
    { bot, edition, until, closing },
  );
}

/**
 * Brings what is rolled up of a bot as far as it can be: times are closed at first and told once they have been closed
 * for the patience, so it wants to be called again; people of whom something late came in are told anew. Each step bears
 * being cut short and begun again. One at a time per bot.
 */
export async function rollUp(engine: Commands, bot: string, options: RollUpOptions): Promise<void> {
  const { closing, patienceMs } = options;
  let state = await stateOf(engine, bot);
  const late = await latePeople(engine, bot);
  if (late === 0 && state.until === state.closing && state.closing >= closing) return;
  // A server goes on with what a process that is gone began: nothing is told beside it.
  if (state.age < patienceMs) return;

  await record(engine, bot, state);
  await sweep(engine, bot, state);
  if (late > MOST_MENDED && state.until > 0) return await resetRollup(engine, bot);
  if (late > 0) await mendLate(engine, bot, state, patienceMs);
  state = await tellClosed(engine, bot, state, options);
  if (closing <= state.closing) return;
  state = { ...state, closing };
  await record(engine, bot, state);
  if (patienceMs === 0) await tellClosed(engine, bot, state, options);
}

/** Tells what has been closed, part by part. */
async function tellClosed(engine: Commands, bot: string, from: State, { flush }: RollUpOptions): Promise<State> {
  let state = from;
  if (state.until >= state.closing) return state;
  await flush();
  for (const end of await partsOf(engine, bot, state)) {
    await tell(engine, bot, { edition: state.edition, from: state.until, to: end });
    state = { ...state, until: end };
    await record(engine, bot, state);
  }
  return state;
}

async function latePeople(engine: Commands, bot: string): Promise<number> {
  const [found] = await engine.query<{ people: number }>({
    sql: 'SELECT uniqExact(user_id) AS people FROM late_people WHERE bot = {bot:String}',
    params: { bot },
  });
  return found?.people ?? 0;
}

/** Nothing of the bot is rolled up from now on, until it is again: its history is about to change, or has. */
export async function resetRollup(engine: Commands, bot: string): Promise<void> {
  const { edition, closing } = await stateOf(engine, bot);
  if (closing > 0) await record(engine, bot, { edition: edition + 1, until: 0, closing: 0 });
}

/** For good, with the bot. */
export async function forgetRollup(engine: Commands, bot: string): Promise<void> {
  for (const table of ['rollups', 'late_people', ...tables]) {
    await engine.command(`DELETE FROM ${table} WHERE bot = {bot:String}`, { bot });
  }
}

/** Deletes what a run that was cut short has left, and editions that nobody is reading any more. */
async function sweep(engine: Commands, bot: string, { edition, until }: State): Promise<void> {
  const left = `edition != {edition:UInt64} OR time >= fromUnixTimestamp64Milli({until:Int64}, 'UTC')`;
  await deleteRows(engine, `(${left})`, { bot, edition, until });
}

/** Deleting waits for a background task of the engine (0.02 to 4 s), so it is only done where there is something to delete. */
async function deleteRows(engine: Commands, condition: string, params: Record<string, Parameter> & { bot: string }) {
  for (const table of tables) {
    const rows = `${table} WHERE bot = {bot:String} AND ${condition}`;
    const [found] = await engine.query<{ rows: number }>({ sql: `SELECT count() AS rows FROM ${rows}`, params });
    if (found && found.rows > 0) await engine.command(`DELETE FROM ${rows}`, params);
  }
}

/** The ends of the parts in which the time from `until` to `closing` is told: whole days. */
async function partsOf(engine: Commands, bot: string, { until, closing }: State): Promise<number[]> {
  const days = await engine.query<{ day: number; events: number }>({
    sql: `
      SELECT toUnixTimestamp64Milli(toDateTime64(toStartOfDay(time), 3, 'UTC')) AS day, count() AS events
      FROM events
      WHERE bot = {bot:String} AND user_id != 0
        AND time >= fromUnixTimestamp64Milli({until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({closing:Int64}, 'UTC')
      GROUP BY day
      ORDER BY day`,
    params: { bot, until, closing },
  });
  const ends: number[] = [];
  let size = 0;
  for (const { day, events } of days) {
    if (size > 0 && size + events > PART_EVENTS) {
      ends.push(day);
      size = 0;
    }
    size += events;
  }
  return [...ends, closing];
}

interface Part {
  edition: number;
  from: number;
  to: number;
}

/** Tells a stretch of time, after all that is told before it, of everybody or of those a condition on `user_id` selects. */
async function tell(engine: Commands, bot: string, { edition, from, to }: Part, people = 'true', more = {}) {
  const before: Rollup = { edition, until: from, late: [], stale: [] };
  const params = { bot, edition, from, to, start: from, ...rollupParams(before), ...more };
  const fills = [
    fillSpellsSql(people),
    fillTurnsSql(before, people),
    fillLaunchesSql(before, people),
    fillChargesSql(people),
  ];
  for (const sql of fills) await engine.command(sql, used(sql, params));
}

/**
 * Whom something late concerns is told anew. Until the marks are gone their events are read, so nothing is missing. Where
 * nothing is told yet (the bot's past was thrown away) the marks are all there is to do.
 */
async function mendLate(engine: Commands, bot: string, { edition, until }: State, patienceMs: number): Promise<void> {
  const [now] = await engine.query<{ ms: number }>({ sql: 'SELECT toUnixTimestamp64Milli(now64(3)) AS ms' });
  const params = { bot, edition, before: (now?.ms ?? 0) + 1 - patienceMs };
  const marked = "bot = {bot:String} AND marked_at < fromUnixTimestamp64Milli({before:Int64}, 'UTC')";
  const people = `user_id IN (SELECT user_id FROM late_people WHERE ${marked})`;
  const [old] = await engine.query<{ marks: number }>({
    sql: `SELECT count() AS marks FROM late_people WHERE ${marked}`,
    params: { bot, before: params.before },
  });
  if (old === undefined || old.marks === 0) return;
  if (until > 0) {
    await deleteRows(engine, `edition = {edition:UInt64} AND ${people}`, params);
    await tell(engine, bot, { edition, from: 0, to: until }, people, params);
  }
  await engine.command(`DELETE FROM late_people WHERE ${marked}`, params);
}

/** Each bound value is a statement of its own on the embedded engine. */
function used<Value>(sql: string, params: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(params).filter(([name]) => sql.includes(`{${name}:`)));
}
