import type { ReportLine } from '@botscope/contract';
import { futureBucket } from '../../query/buckets.ts';
import { levelLine } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';
import { leftUsersSql, newUserIdsSql, returnedUsersSql } from '../user-counts/user-counts.sql.ts';
import { readPopulation } from './population.ts';
import { liveUsersSql } from './users-graph.sql.ts';

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
  users: (_context, { line = 'live' }) => usersSqlByLine.get(line) ?? null,
};

const usersSqlByLine = new Map([
  ['live', { sql: liveUsersSql }],
  ['new', { sql: newUserIdsSql }],
  ['returned', { sql: returnedUsersSql }],
  ['left', { sql: leftUsersSql }],
]);

/** Movements, unlike users, may be added up: who left twice left twice. */
function movement(name: string, values: number[]): ReportLine {
  return { name, values, total: values.reduce((sum, value) => sum + value, 0) };
}
