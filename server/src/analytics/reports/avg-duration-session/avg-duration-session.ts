import { averageLine } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';
import { peopleOfSessions, readSessions } from '../sessions.sql.ts';

/** Seconds from the first to the last action of the sessions that begin in the bucket; a single action lasts 0. */
export const avgDurationSession: ReportDefinition = {
  async lines(context) {
    const rows = await readSessions(context);
    const { length } = context.buckets.starts;
    return [
      averageLine('mean', length, rows, (row) => row.mean),
      averageLine('median', length, rows, (row) => row.median),
    ];
  },
  people: (context) => peopleOfSessions(context),
};
