import type { Dimension } from '@botscope/contract';
import { type AttributionSettings, type StretchSql, valueSql } from './dimensions.ts';
import type { Sources } from './sources.ts';

const ofStatement: StretchSql = {
  start: "fromUnixTimestamp64Milli({start:Int64}, 'UTC')",
  end: "fromUnixTimestamp64Milli({end:Int64}, 'UTC')",
};

/** The values of a dimension with the most people who acted in the period, most first, equals in the order of their text. */
export function topValuesSql(dimension: Dimension, reading: AttributionSettings) {
  const read = valueSql(dimension, reading, ofStatement, 'by');
  const values = (from: Sources): string => {
    if (read.of === 'action') {
      return `
SELECT ${read.value} AS value, uniqExact(user_id) AS users
FROM ${read.isOne === undefined ? from.actions : from.actionsWith(read.isOne)} AND user_id != 0
GROUP BY value`;
    }
    const people = read.of === 'launches' ? `(${from.attributedPeople(read.attribution)})\nWHERE true` : from.people;
    return `
SELECT ${read.of === 'launches' ? 'value' : `${read.value} AS value`}, count() AS users
FROM ${people} AND user_id IN (
  SELECT user_id FROM ${from.activity})
GROUP BY value`;
  };
  return {
    params: read.params,
    /** With the parameters `top` and, to find values that contain a text, `search`. */
    sql:
      (isSearched: boolean) =>
      (from: Sources): string =>
        `${values(from)}
${isSearched ? 'HAVING positionCaseInsensitiveUTF8(toString(value), {search:String}) > 0\n' : ''}ORDER BY users DESC, value
LIMIT {top:UInt16}`,
  };
}
