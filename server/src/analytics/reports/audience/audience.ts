import { othersName } from '@botscope/contract';
import { countLine } from '../lines.ts';
import type { BucketRow, ReportContext, SeriesReport } from '../report.ts';
import { lineCondition } from '../value-lines.ts';
import { audienceSql } from './audience.sql.ts';

interface Row extends BucketRow {
  value: string;
  users: number;
}

/** A palette has ten colours. */
const top = 10;

/**
 * Visitors by one dimension: a line for each of the ten values with the most visitors of the period, and one for all
 * others. '' is "unknown", or "direct". A person counts by what they are in the end: the newest language, the source
 * that the model gives them as of the period's end; by chat type, in each type they acted in.
 */
export const audience: SeriesReport = {
  ranks: true,
  async lines(context) {
    const { scope, bucket, buckets, named, ask } = context;
    const { params, visitors } = audienceSql(context);
    const rows = await ask<Row>(scope.statement(visitors, { ...params, ...bucket.params, top }));
    const toLine = (value: string) => {
      const matchingRows = rows.filter((row) => row.value === value);
      return countLine(value, buckets.starts.length, matchingRows, (row) => row.users);
    };
    const values = rows
      .filter((row) => row.bucket === 0 && row.value !== othersName)
      .sort((a, b) => b.users - a.users || (a.value < b.value ? -1 : 1))
      .map(({ value }) => value);
    const remainderNames = rows.some((row) => row.value === othersName) ? [othersName] : [];
    return [...(named ?? values), ...remainderNames].map(toLine);
  },
  async people(context, { line }) {
    const { params, peopleWhere } = audienceSql(context);
    const condition = await lineCondition('value', line, () => topNames(context));
    return { sql: peopleWhere(condition.sql), params: { ...params, ...condition.params } };
  },
};

/** Loads the top values of the page's whole period, also where a single bucket is asked about. */
async function topNames(context: ReportContext): Promise<string[]> {
  const { scope, period, ask } = context;
  const { topParams, topValues } = audienceSql(context);
  const wholeScope = scope.within(period.start, period.end);
  const rows = await ask<{ value: string }>(wholeScope.statement(topValues, { ...topParams, top }));
  return rows.map(({ value }) => value);
}
