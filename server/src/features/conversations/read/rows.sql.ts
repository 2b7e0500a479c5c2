import type { Sources } from '../../../analytics/query/scope.ts';

/** The person's rows; `content` says which of them. Contents are equal in all copies, so they are looked at before FINAL. */
const userRowsSql = (from: Sources, content: string): string =>
  from.eventsWith(`user_id = {person:Int64} AND (${content})`);

const columns = `
  toString(events.id) AS id, toUnixTimestamp64Milli(time) AS at_ms, partition_key, kind, type, name, direction,
  membership, chat_type, chat_id, text, code, amount, currency`;

const position = "(fromUnixTimestamp64Milli({position_ms:Int64}, 'UTC'), {position_id:UInt64})";

/**
 * Rows before or after a position, without their payloads: those are read for the rows of the page alone, because a
 * payload costs a hundred times as much as everything else.
 */
export const rowsSql =
  (content: string, way: 'before' | 'after') =>
  (from: Sources): string =>
    `
SELECT ${columns}
FROM ${userRowsSql(from, content)}
  AND (time, events.id) ${way === 'before' ? '<' : '>'} ${position}
ORDER BY time ${way === 'before' ? 'DESC' : ''}, events.id ${way === 'before' ? 'DESC' : ''}
LIMIT {most:UInt32}`;

/** The payloads of some rows. */
export const payloadsSql = (from: Sources): string => `
SELECT toString(events.id) AS id, payload
FROM ${userRowsSql(from, 'partition_key IN {keys:Array(UInt32)} AND events.id IN {ids:Array(UInt64)}')}`;

/** Rows with payloads that match a condition on what they say. */
export const searchSql =
  (content: string, condition: string) =>
  (from: Sources): string =>
    `
SELECT ${columns}, payload
FROM ${userRowsSql(from, content)}
  AND (time, events.id) < ${position} AND ${condition}
ORDER BY time DESC, events.id DESC
LIMIT {most:UInt32}`;
