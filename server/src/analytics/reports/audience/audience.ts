import { othersName } from '@botscope/contract';
import { topValuesSql } from '../../query/dimension-values.sql.ts';
import { type StretchSql, valueSql } from '../../query/dimensions.ts';
import type { Sources } from '../../query/scope.ts';
import { countLine } from '../lines.ts';
import type { BucketRow, ReportContext, SeriesReport } from '../report.ts';
import { lineCondition } from '../value-lines.ts';
import { visitorsByValueSql } from '../visitors-by-value.sql.ts';

/** Values are those of the page's period, also where the users of a single bucket are asked for. */
const pageStretch: StretchSql = {
  start: "fromUnixTimestamp64Milli({page_start:Int64}, 'UTC')",
  end: "fromUnixTimestamp64Milli({page_end:Int64}, 'UTC')",
};

/** Returns the statements that read the dimension of a question. */
function audienceSql(context: ReportContext) {
  const { dimension, period, bucket, named } = context;
  const read = valueSql(dimension, context, pageStretch, 'audience');
  const top = topValuesSql(dimension, context);
  const params = { ...read.params, page_start: period.start, page_end: period.end, ...(named ? { named } : {}) };
  if (read.of === 'action') {
    return {
      params,
      topParams: top.params,
      topValues: top.sql(false),
      /** A user who acted in several values is a visitor of each; there are few values. */
      visitors: (from: Sources) =>
        `
SELECT ${named ? orOthers(isNamed(read.value), read.value) : read.value} AS value, ${bucket.of('toUnixTimestamp(time)')} AS bucket, uniqExact(user_id) AS users
FROM ${from.actions} AND user_id != 0
GROUP BY GROUPING SETS ((value, bucket), (value))`,
      usersWhere: (condition: string) => (from: Sources) =>
        `
  SELECT user_id
  FROM (SELECT user_id, ${read.value} AS value FROM ${from.actions} AND user_id != 0)
  WHERE ${condition}`,
    };
  }
  const users = (from: Sources): string =>
    read.of === 'launches'
      ? `SELECT user_id, value FROM (${from.attributedUsers(read.attribution)})`
      : `SELECT user_id, ${read.value} AS value FROM ${from.users}`;
  return {
    params,
    topParams: top.params,
    topValues: top.sql(false),
    visitors: linesSql(visitorsByValueSql(context, users), named ? isNamed('name') : 'place <= {top:UInt16}'),
    usersWhere: (condition: string) => (from: Sources) =>
      `
  SELECT user_id FROM ${from.activity} WHERE user_id IN (
    SELECT user_id FROM (${users(from)}) WHERE ${condition})`,
  };
}

const isNamed = (value: string) => `has({named:Array(String)}, toString(${value}))`;

const orOthers = (condition: string, value: string) =>
  `if(${condition}, toString(${value}), '${othersName.replace('\n', '\\n')}')`;

/**
 * Keeps some of the values, by their `name` or their `place` among those with the most visitors of the period, and adds up
 * all others: a user has one value, so sums are exact.
 */
const linesSql = (byValue: (from: Sources) => string, isKept: string) => (from: Sources) =>
  `
SELECT ${orOthers(isKept, 'name')} AS value, counted.1 AS bucket, sum(counted.2) AS users
FROM (
  SELECT
    toString(value) AS name,
    groupArray((bucket, users)) AS counts,
    row_number() OVER (ORDER BY max(users) DESC, name) AS place
  FROM (${byValue(from)}
  )
  GROUP BY name
)
ARRAY JOIN counts AS counted
GROUP BY value, bucket`;

interface Row extends BucketRow {
  value: string;
  users: number;
}

/** A palette has ten colours. */
const top = 10;

/**
 * Visitors by one dimension: a line for each of the ten values with the most visitors of the period, and one for all
 * others. '' is "unknown", or "direct". A user counts by what they are in the end: the newest language, the source
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
  async users(context, { line }) {
    const { params, usersWhere } = audienceSql(context);
    const condition = await lineCondition('value', line, () => topNames(context));
    return { sql: usersWhere(condition.sql), params: { ...params, ...condition.params } };
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
