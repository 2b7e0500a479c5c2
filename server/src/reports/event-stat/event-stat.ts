import { type EventKind, type ReportLine, updateKinds } from '@botscope/contract';
import { countLine } from '../lines.ts';
import type { BucketRow, SeriesReport } from '../report.ts';
import { eventPeopleSql, eventStatSql } from './event-stat.sql.ts';

interface Row extends BucketRow {
  event: string;
  events: number;
}

const incoming: readonly EventKind[] = [...updateKinds, 'opaque', 'hit', 'conversion'];
/** Calls by what they are for: their methods are nearly two hundred. */
const outgoing = ['call:send', 'call:edit', 'call:delete', 'call:answer', 'call:other'];

/**
 * Everything that was recorded: `in` and `out`, then what comes in by kind and what goes out by purpose, in fixed order;
 * kinds that did not occur have no line.
 */
export const eventStat: SeriesReport = {
  async lines({ scope, bucket, buckets, ask }) {
    const rows = await ask<Row>(scope.statement(eventStatSql(bucket), bucket.params));
    const length = buckets.starts.length;
    const linesOf = (words: readonly string[]) =>
      words
        .map((word) => [word, rows.filter((row) => row.event === word)] as const)
        .filter(([, own]) => own.length > 0)
        .map(([word, own]) => countLine(word, length, own, (row) => row.events));
    const [came, went] = [linesOf(incoming), linesOf(outgoing)];
    return [sumOf('in', length, came), sumOf('out', length, went), ...came, ...went];
  },
  people: (_context, { line = 'in' }) => {
    const column = line === 'in' || line === 'out' ? 'direction' : 'event';
    return { sql: eventPeopleSql(`${column} = {line:String}`), params: { line } };
  },
};

/** Events may be added up: each is of one kind. */
function sumOf(name: string, length: number, lines: readonly ReportLine[]): ReportLine {
  const values = Array.from({ length }, (_, index) => lines.reduce((sum, line) => sum + (line.values[index] ?? 0), 0));
  return { name, values, total: lines.reduce((sum, line) => sum + (line.total ?? 0), 0) };
}
