import type { ReportLine } from '@botscope/contract';
import { getISODay } from 'date-fns/getISODay';
import type { BucketSql } from '../../query/bucket-sql.ts';
import { calendarDate } from '../../query/period.ts';
import type { Sources } from '../../query/scope.ts';
import type { BucketRow, ReportDefinition } from '../report.ts';

const activityHoursSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT ${bucket.of('toUnixTimestamp(time)')} AS bucket, count() AS actions
FROM ${from.actions}
GROUP BY bucket`;

/** Users who did something in some hours of the period (the parameter `hours`). */
const usersOfHoursSql = (bucket: BucketSql) => (from: Sources) =>
  `
  SELECT user_id FROM ${from.actions} AND user_id != 0
    AND ${bucket.of('toUnixTimestamp(time)')} IN {hours:Array(UInt16)}`;

interface Row extends BucketRow {
  actions: number;
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/**
 * Actions by hour of the local week: 24 columns, lines `1` (Monday) to `7`. Counted by the hours of the period and
 * folded here by their labels, so that the hour that comes twice in autumn falls on its own name.
 */
export const activityHours: ReportDefinition = {
  detail: 'hour',
  axis: hours,
  async lines({ scope, bucket, buckets, ask }) {
    const week = Array.from({ length: 7 }, (): number[] => new Array<number>(24).fill(0));
    for (const row of await ask<Row>(scope.statement(activityHoursSql(bucket), bucket.params))) {
      const { weekday, hour } = hourOfWeek(buckets.labels[row.bucket - 1] ?? '');
      const day = week[weekday - 1];
      if (day) day[hour] = (day[hour] ?? 0) + row.actions;
    }
    return week.map(
      (values, index): ReportLine => ({
        name: String(index + 1),
        values,
        total: values.reduce((sum, value) => sum + value, 0),
      }),
    );
  },
  users({ bucket, buckets }, { line, position }) {
    const selectedHours = buckets.labels.flatMap((label, index) => {
      const { weekday, hour } = hourOfWeek(label);
      const isOne = (line === undefined || String(weekday) === line) && (position === undefined || hour === position);
      return isOne ? [index + 1] : [];
    });
    return { sql: usersOfHoursSql(bucket), params: { ...bucket.params, hours: selectedHours } };
  },
};

function hourOfWeek(label: string): { weekday: number; hour: number } {
  return { weekday: getISODay(calendarDate(label.slice(0, 10))), hour: Number(label.slice(11, 13)) };
}
