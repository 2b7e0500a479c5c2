import { countLine } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';
import { peopleOfSessions, readSessions } from '../sessions.sql.ts';

/** Sessions that begin in the bucket. */
export const sessionCount: ReportDefinition = {
  async lines(context) {
    const rows = await readSessions(context);
    const { length } = context.buckets.starts;
    return [countLine('sessions', length, rows, (row) => row.sessions)];
  },
  people: (context) => peopleOfSessions(context),
};
