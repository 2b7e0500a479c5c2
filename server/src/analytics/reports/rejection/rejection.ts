import { averageLine } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';
import { peopleOfSessions, readSessions } from '../sessions.sql.ts';

/** Sessions of one single action, in per cent of all sessions that begin in the bucket. */
export const rejection: ReportDefinition = {
  async lines(context) {
    const rows = await readSessions(context);
    const { length } = context.buckets.starts;
    return [averageLine('rejection', length, rows, (row) => row.rejection)];
  },
  people: (context) => peopleOfSessions(context, 'actions = 1'),
};
