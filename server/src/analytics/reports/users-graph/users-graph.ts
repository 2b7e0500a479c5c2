import type { ReportLine } from '@botscope/contract';
import { futureBucket } from '../../query/buckets.ts';
import { levelLine } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';
import { leftPeopleSql, newPeopleSql, returnedPeopleSql } from '../user-counts/user-counts.sql.ts';
import { readPopulation } from './population.ts';
import { livePeopleSql } from './users-graph.sql.ts';

/** Live users at the end of each bucket, and the movements that made them. */
export const usersGraph: ReportDefinition = {
  async lines(context) {
    const population = await readPopulation(context);
    return [
      levelLine('live', population.live, futureBucket(context.buckets, context.now)),
      movement('new', population.new),
      movement('returned', population.returned),
      movement('left', population.left),
    ];
  },
  people: (_context, { line = 'live' }) => peopleSqlByLine.get(line) ?? null,
};

const peopleSqlByLine = new Map([
  ['live', { sql: livePeopleSql }],
  ['new', { sql: newPeopleSql }],
  ['returned', { sql: returnedPeopleSql }],
  ['left', { sql: leftPeopleSql }],
]);

/** Movements, unlike people, may be added up: who left twice left twice. */
function movement(name: string, values: number[]): ReportLine {
  return { name, values, total: values.reduce((sum, value) => sum + value, 0) };
}
