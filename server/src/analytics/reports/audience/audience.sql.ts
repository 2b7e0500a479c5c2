import { othersName } from '@botscope/contract';
import { topValuesSql } from '../../query/dimension-values.sql.ts';
import { type StretchSql, valueSql } from '../../query/dimensions.ts';
import type { Sources } from '../../query/scope.ts';
import type { ReportContext } from '../report.ts';
import { visitorsByValueSql } from '../visitors-by-value.sql.ts';

/** Values are those of the page's period, also where the people of a single bucket are asked for. */
const pageStretch: StretchSql = {
  start: "fromUnixTimestamp64Milli({page_start:Int64}, 'UTC')",
  end: "fromUnixTimestamp64Milli({page_end:Int64}, 'UTC')",
};

/** Returns the statements that read the dimension of a question. */
export function audienceSql(context: ReportContext) {
  const { dimension, period, bucket, named } = context;
  const read = valueSql(dimension, context, pageStretch, 'audience');
  const top = topValuesSql(dimension, context);
  const params = { ...read.params, page_start: period.start, page_end: period.end, ...(named ? { named } : {}) };
  if (read.of === 'action') {
    return {
      params,
      topParams: top.params,
      topValues: top.sql(false),
      /** A person who acted in several values is a visitor of each; there are few values. */
      visitors: (from: Sources) =>
        `
SELECT ${named ? orOthers(isNamed(read.value), read.value) : read.value} AS value, ${bucket.of('toUnixTimestamp(time)')} AS bucket, uniqExact(user_id) AS users
FROM ${from.actions} AND user_id != 0
GROUP BY GROUPING SETS ((value, bucket), (value))`,
      peopleWhere: (condition: string) => (from: Sources) =>
        `
  SELECT user_id
  FROM (SELECT user_id, ${read.value} AS value FROM ${from.actions} AND user_id != 0)
  WHERE ${condition}`,
    };
  }
  const people = (from: Sources): string =>
    read.of === 'launches'
      ? `SELECT user_id, value FROM (${from.attributedPeople(read.attribution)})`
      : `SELECT user_id, ${read.value} AS value FROM ${from.people}`;
  return {
    params,
    topParams: top.params,
    topValues: top.sql(false),
    visitors: linesSql(visitorsByValueSql(context, people), named ? isNamed('name') : 'place <= {top:UInt16}'),
    peopleWhere: (condition: string) => (from: Sources) =>
      `
  SELECT user_id FROM ${from.activity} WHERE user_id IN (
    SELECT user_id FROM (${people(from)}) WHERE ${condition})`,
  };
}

const isNamed = (value: string) => `has({named:Array(String)}, toString(${value}))`;

const orOthers = (condition: string, value: string) =>
  `if(${condition}, toString(${value}), '${othersName.replace('\n', '\\n')}')`;

/**
 * Keeps some of the values, by their `name` or their `place` among those with the most visitors of the period, and adds up
 * all others: a person has one value, so sums are exact.
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
