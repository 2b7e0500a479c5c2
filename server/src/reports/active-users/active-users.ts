import type { ReportLine } from '@botscope/contract';
import { bucketSql } from '../../query/bucket-sql.ts';
import { cutIntoBuckets } from '../../query/buckets.ts';
import { beginEarlier, dayStart, localDay, shiftDays } from '../../query/period.ts';
import { averageLine, countLine, percentage, rounded } from '../lines.ts';
import type { BucketRow, ReportContext, ReportDefinition } from '../report.ts';
import { visitingPeopleSql, visitorsSql } from '../visitors/visitors.sql.ts';
import { activeUsersSql, marks } from './active-users.sql.ts';

interface Row {
  mark: number;
  position: number;
  users: number;
}

/** A window of 30 days that ends on the period's first day begins 29 days before it. */
const DAYS_BEFORE = 29;

/**
 * Visitors per calendar bucket, and (except by the hour) those of the last 1, 7 and 30 days that end with the bucket or
 * with today, whichever is earlier. Stickiness: visitors of the bucket's mean day in per cent of the last 30 days'.
 */
export const activeUsers: ReportDefinition = {
  lines: (context) => (context.buckets.detail === 'hour' ? byHour(context) : byDays(context)),
  people({ scope, period, buckets, now }, { line = 'active' }) {
    if (line === 'active') return { sql: visitingPeopleSql };
    const days = buckets.detail === 'hour' ? undefined : windows.get(line);
    if (days === undefined) return null;
    // Of days to come there is no window yet.
    if (scope.start > now) return { sql: visitingPeopleSql };
    // The window ends with the bucket or with today, whichever is earlier.
    const last = localDay(Math.min(scope.end - 1, now), period.timeZone);
    const from = dayStart(shiftDays(last, 1 - days), period.timeZone);
    return { sql: visitingPeopleSql, within: { start: from, end: dayStart(shiftDays(last, 1), period.timeZone) } };
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
  const days = cutIntoBuckets(beginEarlier(period, DAYS_BEFORE), 'day');
  const bucketOfDay = days.starts.map((start) => buckets.starts.findLastIndex((begin) => begin <= start) + 1);
  const day = bucketSql(days);
  const wider = scope.within(days.starts[0] ?? period.start, period.end);
  const rows = await ask<Row>(
    wider.statement(activeUsersSql(day, days.starts.length), { ...day.params, bucket_of_day: bucketOfDay }),
  );

  const length = days.starts.length;
  const daily = positions(rows, marks.day, length);
  const last7 = within(positions(rows, marks.enter7, length), positions(rows, marks.exit7, length));
  const last30 = within(positions(rows, marks.enter30, length), positions(rows, marks.exit30, length));
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
    countLine('active', buckets.starts.length, [...bucketRows(rows)], (row) => row.users),
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

function* bucketRows(rows: readonly Row[]): Generator<BucketRow & { users: number }> {
  for (const { mark, position, users } of rows) {
    if (mark === marks.bucket) yield { bucket: position, users };
    if (mark === marks.period) yield { bucket: 0, users };
  }
}

function positions(rows: readonly Row[], mark: number, length: number): number[] {
  const values = new Array<number>(length).fill(0);
  for (const row of rows) if (row.mark === mark && row.position < length) values[row.position] = row.users;
  return values;
}

function within(entered: readonly number[], exited: readonly number[]): number[] {
  let people = 0;
  return entered.map((count, day) => {
    people += count - (exited[day] ?? 0);
    return people;
  });
}
