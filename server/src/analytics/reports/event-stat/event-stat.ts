import { type EventKind, type ReportLine, updateKinds } from '@botscope/contract';
import { type Packed, packedLines, packedParams } from '../packed-key.ts';
import type { SeriesReport } from '../report.ts';
import { eventPeopleSql, eventStatSql } from './event-stat.sql.ts';

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
  people: (_context, { line = 'in' }) => {
    const column = line === 'in' || line === 'out' ? 'direction' : 'event';
    return { sql: eventPeopleSql(`${column} = {line:String}`), params: { line } };
  },
};

/** Events may be added up: each is of one kind. */
function sumLines(name: string, length: number, lines: readonly ReportLine[]): ReportLine {
  const values = Array.from({ length }, (_, index) => lines.reduce((sum, line) => sum + (line.values[index] ?? 0), 0));
  return { name, values, total: lines.reduce((sum, line) => sum + (line.total ?? 0), 0) };
}
