import type { ReportLine } from '@botscope/contract';
import { bucketSql } from '../../query/bucket-sql.ts';
import { cutIntoBuckets } from '../../query/buckets.ts';
import { beginEarlier, dayStart, localDay, shiftDays } from '../../query/period.ts';
import { averageLine, countLine, percentage, rounded } from '../lines.ts';
import type { BucketRow, ReportContext, ReportDefinition } from '../report.ts';
import { visitingUsersSql, visitorsSql } from '../user-counts/user-counts.sql.ts';
import { activeUsersSql, readVisit } from './active-users.sql.ts';

interface Row {
  visit: number;
  users: number;
}

/** A window of 30 days that ends on the period's first day begins 29 days before it. */
const daysBefore = 29;

/**
 * Visitors per calendar bucket, and (except by the hour) those of the last 1, 7 and 30 days that end with the bucket or
 * with today, whichever is earlier. Stickiness: visitors of the bucket's mean day in per cent of the last 30 days'.
 */
export const activeUsers: ReportDefinition = {
  lines: (context) => (context.buckets.detail === 'hour' ? byHour(context) : byDays(context)),
  users({ scope, period, buckets, now }, { line = 'active' }) {
    if (line === 'active') return { sql: visitingUsersSql };
    const days = buckets.detail === 'hour' ? undefined : windows.get(line);
    if (days === undefined) return null;
    // Days to come have no window yet.
    if (scope.start > now) return { sql: visitingUsersSql };
    // The window ends with the bucket or with today, whichever is earlier.
    const last = localDay(Math.min(scope.end - 1, now), period.timeZone);
    const from = dayStart(shiftDays(last, 1 - days), period.timeZone);
    return { sql: visitingUsersSql, within: { start: from, end: dayStart(shiftDays(last, 1), period.timeZone) } };
  },
};

const windows = new Map([
  ['last_1', 1],
  ['last_7', 7],
  ['last_30', 30],
]);

async function byHour({ scope, bucket, buckets, ask }: ReportContext): Promise<ReportLine[]> {
  const rows = await ask<BucketRow & { users: number }>(scope.statement(visitorsSql(bucket), bucket.params));
  return [countLine('active', buckets.starts.length, rows, (row) => row.users)];
}

async function byDays({ scope, period, buckets, now, ask }: ReportContext): Promise<ReportLine[]> {
  const days = cutIntoBuckets(beginEarlier(period, daysBefore), 'day');
  const bucketOfDay = days.starts.map((start) => buckets.starts.findLastIndex((begin) => begin <= start) + 1);
  const day = bucketSql(days);
  const wider = scope.within(days.starts[0] ?? period.start, period.end);
  const rows = await ask<Row>(
    wider.statement(activeUsersSql(day, days.starts.length), { ...day.params, bucket_of_day: [0, ...bucketOfDay] }),
  );

  const { length } = days.starts;
  const { daily, last7, last30, active } = countVisits(rows, bucketOfDay);
  const today = days.starts.findLastIndex((start) => start <= now);
  /** First and last day of each bucket, and of the period (bucket 0); of days to come, none. */
  const spans = [0, ...buckets.starts.map((_, index) => index + 1)].map((number) => {
    const first = number === 0 ? bucketOfDay.findIndex((one) => one > 0) : bucketOfDay.indexOf(number);
    const last = number === 0 ? length - 1 : bucketOfDay.lastIndexOf(number);
    return { bucket: number, first, last: Math.min(last, today) };
  });
  const elapsed = spans.filter(({ first, last }) => first <= last);
  const ending = (name: string, values: number[]) =>
    countLine(name, buckets.starts.length, elapsed, ({ last }) => values[last] ?? 0);

  return [
    countLine('active', buckets.starts.length, active, (row) => row.users),
    ending('last_1', daily),
    ending('last_7', last7),
    ending('last_30', last30),
    {
      ...averageLine('stickiness', buckets.starts.length, elapsed, ({ first, last }) =>
        stickiness(daily.slice(first, last + 1), last30[last] ?? 0),
      ),
      unit: 'percent',
    },
  ];
}

function stickiness(daily: readonly number[], monthly: number): number | null {
  const mean = daily.reduce((sum, users) => sum + users, 0) / daily.length;
  return rounded(percentage(mean, monthly));
}

/** By day, visitors and users within the windows that end with it; by bucket (0 is the period), different visitors. */
function countVisits(rows: readonly Row[], bucketOfDay: readonly number[]) {
  const createZeros = () => new Array<number>(bucketOfDay.length).fill(0);
  const [daily, enter7, exit7, enter30, exit30] = [
    createZeros(),
    createZeros(),
    createZeros(),
    createZeros(),
    createZeros(),
  ];
  const active = new Map<number, number>();
  const count = (counts: number[], day: number, users: number) => {
    if (day < counts.length) counts[day] = (counts[day] ?? 0) + users;
  };
  const meet = (bucket: number, users: number) => active.set(bucket, (active.get(bucket) ?? 0) + users);
  for (const { visit, users } of rows) {
    const { day, ...flags } = readVisit(visit);
    count(daily, day, users);
    if (flags.enters7) count(enter7, day, users);
    if (flags.exits7) count(exit7, day + 7, users);
    if (flags.enters30) count(enter30, day, users);
    if (flags.exits30) count(exit30, day + 30, users);
    if (flags.opensBucket) meet(bucketOfDay[day] ?? 0, users);
    if (flags.opensPeriod) meet(0, users);
  }
  return {
    daily,
    last7: countWithin(enter7, exit7),
    last30: countWithin(enter30, exit30),
    active: [...active].map(([bucket, users]) => ({ bucket, users })),
  };
}

function countWithin(entered: readonly number[], exited: readonly number[]): number[] {
  let users = 0;
  return entered.map((count, day) => {
    users += count - (exited[day] ?? 0);
    return users;
  });
}
