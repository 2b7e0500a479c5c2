import { futureBucket } from '../../query/buckets.ts';
import { levelLine, percentage } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';
import { readPopulation } from '../users-graph/population.ts';
import { awayUsersSql, knownUsersSql, liveUsersSql } from '../users-graph/users-graph.sql.ts';

/** All bot users, the live ones among them, and those who left, at the end of each bucket. */
export const countUsers: ReportDefinition = {
  async lines(context) {
    const { all, live } = await readPopulation(context);
    const future = futureBucket(context.buckets, context.now);
    const standing = (name: string, values: (number | null)[]) => levelLine(name, values, future);
    return [
      standing('all', all),
      standing('live', live),
      standing(
        'left',
        all.map((userCount, index) => userCount - (live[index] ?? 0)),
      ),
      {
        ...standing(
          'share',
          all.map((userCount, index) => percentage(live[index] ?? 0, userCount)),
        ),
        unit: 'percent',
      },
    ];
  },
  users: (_context, { line = 'all' }) => usersSqlByLine.get(line) ?? null,
};

/** Behind a share stand those who make it. */
const usersSqlByLine = new Map([
  ['all', { sql: knownUsersSql }],
  ['live', { sql: liveUsersSql }],
  ['left', { sql: awayUsersSql }],
  ['share', { sql: liveUsersSql }],
]);
