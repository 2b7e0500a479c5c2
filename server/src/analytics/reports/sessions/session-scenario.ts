import type { Journey } from '@botscope/testkit/journey.ts';

/*
 * Sessions of the reports' tests, UTC, gap 30 minutes. The reports ask about 10 to 12 March.
 *
 * | who | actions                                   | session        | begins | lasts (s) | actions |
 * |-----|-------------------------------------------|----------------|--------|-----------|---------|
 * | Ann | 9 Mar 23:50, 10 Mar 00:10                 | before         | 9      |           |         |
 * |     | 10 Mar 00:40 (30:00 after the last)       | A1             | 10     | 0         | 1       |
 * |     | 10 Mar 12:00, 12:29:59.999, 12:40         | A2             | 10     | 2,400     | 3       |
 * | Ben | 10 Mar 23:50, 11 Mar 00:15 (over midnight) | B1             | 10     | 1,500     | 2       |
 * |     | 12 Mar 09:00                              | B2             | 12     | 0         | 1       |
 * | Cid | 12 Mar 23:45, 13 Mar 00:10, 00:35 (over the end) | C1      | 12     | 3,000     | 3       |
 * |     | 13 Mar 02:00                              | after          | 13     |           |         |
 * | Dan | 13 Mar 00:05                              | after          | 13     |           |         |
 * | Eve | 9 Mar 23:45, 10 Mar 00:05, 10 Mar 00:34   | before         | 9      |           |         |
 *
 * 10 March: A1, A2, B1. 11 March: none. 12 March: B2, C1.
 */
export const sessionPeriod = '2024-03-10..2024-03-12';

export function sessionScenario(journey: Journey): void {
  const [ann, ben, cid, dan, eve] = ['Ann', 'Ben', 'Cid', 'Dan', 'Eve'].map((name) => journey.user(name));
  const write = (user: typeof ann, ...moments: string[]) => {
    for (const moment of moments) {
      journey.at(moment);
      user?.sends('hello');
    }
  };
  write(ann, '2024-03-09T23:50:00Z', '2024-03-10T00:10:00Z', '2024-03-10T00:40:00Z');
  write(ann, '2024-03-10T12:00:00Z', '2024-03-10T12:29:59.999Z', '2024-03-10T12:40:00Z');
  write(ben, '2024-03-10T23:50:00Z', '2024-03-11T00:15:00Z', '2024-03-12T09:00:00Z');
  write(cid, '2024-03-12T23:45:00Z', '2024-03-13T00:10:00Z', '2024-03-13T00:35:00Z', '2024-03-13T02:00:00Z');
  write(dan, '2024-03-13T00:05:00Z');
  write(eve, '2024-03-09T23:45:00Z', '2024-03-10T00:05:00Z', '2024-03-10T00:34:00Z');
  // A status change is no action: it neither begins nor keeps up a session.
  journey.at('2024-03-11T12:00:00Z');
  ben?.blocks();
}
