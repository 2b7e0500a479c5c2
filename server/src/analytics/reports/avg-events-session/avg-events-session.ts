import { averageLine } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';
import { peopleOfSessions, readSessions } from '../sessions.sql.ts';

/** Mean number of actions of the sessions that begin in the bucket. */
export const avgEventsSession: ReportDefinition = {
  async lines(context) {
    const rows = await readSessions(context);
    const { length } = context.buckets.starts;
    return [averageLine('mean', length, rows, (row) => row.actions)];
  },
  people: (context) => peopleOfSessions(context),
};
