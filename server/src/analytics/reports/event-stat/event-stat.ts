import { type EventKind, type ReportLine, updateKinds } from '@botscope/contract';
import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { type Packed, packedLines, packedNumber, packedParams, wordNumber } from '../packed-key.ts';
import type { SeriesReport } from '../report.ts';

/** Purpose of a call, by how its method begins. It reads one column, so it runs once per method, not per call. */
const purposeSql = `multiIf(
    match(name, '^(send|copy|forward)'), 'call:send',
    match(name, '^(edit|stop)'), 'call:edit',
    startsWith(name, 'delete'), 'call:delete',
    startsWith(name, 'answer'), 'call:answer',
    'call:other')`;

const groupSql = `if(kind = 'call', ${purposeSql}, kind)`;

/** Its position in the list of names: computed once per kind and once per method, not per event. */
const groupNumberSql = `(${wordNumber('kind')} + if(kind = 'call', ${wordNumber(purposeSql)}, 0))`;

/**
 * A user from an uploaded list is not an event, nor is a value of a custom field or what happens in a browser; neither is what
 * remains of erased users, a row of kind `back`. Anyone can send hits of nobody in particular: the key is in the page.
 */
const isTraffic =
  "kind NOT IN ('imported', 'field_change', 'link_click', 'site_hit', 'site_event') AND (membership != 'unblocked' OR kind = 'my_chat_member') AND (kind != 'hit' OR user_id != 0)";

/** `key` holds the bucket and the place of the kind or purpose in the parameter `words`. */
const eventStatSql = (bucket: BucketSql, buckets: number) => (from: Sources) =>
  `
SELECT ${packedNumber(bucket.of('toUnixTimestamp(time)'), groupNumberSql, buckets)} AS key, count() AS number
FROM ${from.events} AND ${isTraffic}
GROUP BY key`;

/** Users behind the events that a condition on `direction` and `event` selects. */
const eventUsersSql = (condition: string) => (from: Sources) =>
  `
  SELECT user_id
  FROM (SELECT user_id, direction, ${groupSql} AS event FROM ${from.events} AND ${isTraffic} AND user_id != 0)
  WHERE ${condition}`;

const incoming: readonly EventKind[] = [...updateKinds, 'opaque', 'hit', 'conversion'];
/** Calls by what they are for: their methods are nearly two hundred. */
const outgoing = ['call:send', 'call:edit', 'call:delete', 'call:answer', 'call:other'];

/**
 * Everything that was recorded: `in` and `out`, then what comes in by kind and what goes out by purpose, in fixed order;
 * kinds that did not occur have no line.
 */
export const eventStat: SeriesReport = {
  async lines({ scope, bucket, buckets, ask }) {
    const { length } = buckets.starts;
    const words = [...incoming, ...outgoing];
    const params = { ...bucket.params, ...packedParams(words) };
    const rows = await ask<Packed>(scope.statement(eventStatSql(bucket, length), params));
    const lines = packedLines(words, length, rows);
    const went = lines.filter(({ name }) => outgoing.includes(name));
    const came = lines.filter(({ name }) => !outgoing.includes(name));
    return [sumLines('in', length, came), sumLines('out', length, went), ...came, ...went];
  },
  users: (_context, { line = 'in' }) => {
    const column = line === 'in' || line === 'out' ? 'direction' : 'event';
    return { sql: eventUsersSql(`${column} = {line:String}`), params: { line } };
  },
};

/** Events may be added up: each is of one kind. */
function sumLines(name: string, length: number, lines: readonly ReportLine[]): ReportLine {
  const values = Array.from({ length }, (_, index) => lines.reduce((sum, line) => sum + (line.values[index] ?? 0), 0));
  return { name, values, total: lines.reduce((sum, line) => sum + (line.total ?? 0), 0) };
}
