import { runQuery } from '../../../analytics/query/run-query.ts';
import { type Sources, scope } from '../../../analytics/query/scope.ts';
import type { EventStore, Parameter } from '../../../events/store/event-store.ts';
import { dayMs } from '../../../platform/time-units.ts';
import type { Position } from './position.ts';
import { backwards, forwards, type Stretch } from './stretches.ts';

/** The user's rows; `content` says which of them. Contents are equal in all copies, so they are looked at before FINAL. */
const userRowsSql = (from: Sources, content: string): string =>
  from.eventsWith(`user_id = {user:Int64} AND (${content})`);

const columns = `
  toString(events.id) AS id, toUnixTimestamp64Milli(time) AS at_ms, partition_key, kind, type, name, direction,
  membership, chat_type, chat_id, text, code, amount, currency`;

const position = "(fromUnixTimestamp64Milli({position_ms:Int64}, 'UTC'), {position_id:UInt64})";

/**
 * Rows before or after a position, without their payloads: those are read for the rows of the page alone, because a
 * payload costs a hundred times as much as everything else.
 */
const rowsSql =
  (content: string, way: 'before' | 'after') =>
  (from: Sources): string =>
    `
SELECT ${columns}
FROM ${userRowsSql(from, content)}
  AND (time, events.id) ${way === 'before' ? '<' : '>'} ${position}
ORDER BY time ${way === 'before' ? 'DESC' : ''}, events.id ${way === 'before' ? 'DESC' : ''}
LIMIT {most:UInt32}`;

/** The payloads of some rows. */
const payloadsSql = (from: Sources): string => `
SELECT toString(events.id) AS id, payload
FROM ${userRowsSql(from, 'partition_key IN {keys:Array(UInt32)} AND events.id IN {ids:Array(UInt64)}')}`;

/** Rows with payloads that match a condition on what they say. */
const searchSql =
  (content: string, condition: string) =>
  (from: Sources): string =>
    `
SELECT ${columns}, payload
FROM ${userRowsSql(from, content)}
  AND (time, events.id) < ${position} AND ${condition}
ORDER BY time DESC, events.id DESC
LIMIT {most:UInt32}`;

/** An event of a user without its payload. */
export interface HistoryRow {
  id: string;
  at_ms: number;
  partition_key: number;
  kind: string;
  type: string;
  name: string;
  direction: 'in' | 'out';
  membership: '' | 'blocked' | 'unblocked';
  chat_type: string;
  chat_id: number;
  text: string;
  code: number;
  amount: number;
  currency: string;
}

export type FullRow = HistoryRow & { payload: string };

/** User of a bot whose history is read. */
export interface HistoryScope {
  store: Pick<EventStore, 'query'>;
  bot: string;
  user: number;
  now: number;
  signal?: AbortSignal | undefined;
}

/** The newest position: the sender's clock may be a day ahead. */
export const newest = (now: number): Position => ({ time: now + 2 * dayMs, id: 0n });

interface RowsQuestion {
  /** Condition on an event's content. */
  content: string;
  from: Position;
  most: number;
}

/**
 * The nearest rows before or after a position, in that direction. `isEnd` is true where there are no more. The cost is
 * that of the stretch that contains them.
 */
export async function readRows(
  reading: HistoryScope,
  way: 'before' | 'after',
  { content, from, most }: RowsQuestion,
): Promise<{ rows: HistoryRow[]; isEnd: boolean }> {
  const rows: HistoryRow[] = [];
  const stretches =
    way === 'before' ? backwards(from.time + 1, reading.now) : forwards(from.time, newest(reading.now).time);
  for (let next = stretches.next(); !next.done; ) {
    const params = { ...positionParams(from), most: most + 1 - rows.length };
    rows.push(...(await ask<HistoryRow>(reading, next.value, rowsSql(content, way), params)));
    if (rows.length > most) return { rows: rows.slice(0, most), isEnd: false };
    next = stretches.next({ found: rows.length, missing: most + 1 - rows.length });
  }
  return { rows, isEnd: true };
}

/** Payloads of rows by their ids. */
export async function readPayloads(
  reading: HistoryScope,
  rows: readonly HistoryRow[],
): Promise<ReadonlyMap<string, string>> {
  if (rows.length === 0) return new Map();
  const times = rows.map((row) => row.at_ms);
  const stretch = { start: Math.min(...times), end: Math.max(...times) + 1 };
  const keys = [...new Set(rows.map((row) => row.partition_key))];
  const ids = rows.map((row) => BigInt(row.id));
  const payloadRows = await ask<{ id: string; payload: string }>(reading, stretch, payloadsSql, { keys, ids });
  return new Map(payloadRows.map(({ id, payload }) => [id, payload]));
}

/**
 * Rows whose payload matches, backwards from a position, until there are enough or `budgetMs` is up. `reached` is how
 * far was searched (Unix ms), null at the end.
 */
export async function searchRows(
  reading: HistoryScope,
  {
    content,
    condition,
    from,
    most,
    budgetMs,
    params,
  }: RowsQuestion & {
    condition: string;
    budgetMs: number;
    params: Readonly<Record<string, Parameter>>;
  },
): Promise<{ rows: FullRow[]; reached: number | null }> {
  const rows: FullRow[] = [];
  const begin = performance.now();
  for (const stretch of backwards(from.time + 1, reading.now)) {
    const bound = { ...params, ...positionParams(from), most: most - rows.length };
    rows.push(...(await ask<FullRow>(reading, stretch, searchSql(content, condition), bound)));
    if (rows.length >= most) return { rows, reached: rows.at(-1)?.at_ms ?? stretch.start };
    if (stretch.start > 0 && performance.now() - begin > budgetMs) return { rows, reached: stretch.start };
  }
  return { rows, reached: null };
}

/** Runs a statement about the user within a stretch of time. */
export function ask<Row extends object>(
  { store, bot, user, signal }: HistoryScope,
  { start, end }: Stretch,
  write: Parameters<ReturnType<typeof scope>['statement']>[0],
  params: Readonly<Record<string, Parameter>> = {},
): Promise<Row[]> {
  const statement = scope(bot, start, end).statement(write, { ...params, user });
  return runQuery<Row>(store, statement, { tag: `conversation/${bot}`, signal });
}

const positionParams = ({ time, id }: Position) => ({ position_ms: time, position_id: id });
