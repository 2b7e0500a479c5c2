import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';

/** What is counted: people active on a day, in a bucket, in the period; people who enter and exit windows. */
export const marks = { day: 1, bucket: 2, period: 3, enter7: 4, exit7: 5, enter30: 6, exit30: 7 } as const;

/** More days than this are gathered as a set: beyond four words of bits that is as fast. */
const MAX_DAYS_AS_BITS = 256;

/** A mark and its day or bucket travel as one number: half the time that pairs take. */
const MARK_UNIT = 100_000;

/**
 * Takes each person's active days (rising numbers from 0) and counts everything in one pass. Somebody enters a rolling
 * window of N days on a day that ends a rest of N days or more, and exits it N days after a day on which such a rest
 * begins; the people within are those who entered less those who exited. `bucket_of_day` has 0 for days before the period.
 */
export const activeUsersSql = (day: BucketSql, days: number) => (from: Sources) =>
  `
WITH
  arrayPushFront(arrayPopFront(arrayDifference(days)), 9999) AS rests_before,
  arrayPushBack(arrayPopFront(arrayDifference(days)), 9999) AS rests_after,
  arrayFilter(bucket -> bucket > 0,
    arrayDistinct(arrayMap(day -> arrayElement({bucket_of_day:Array(UInt16)}, day + 1), days))) AS buckets,
  arrayJoin(arrayConcat(
    ${marked(marks.day, 'days')},
    ${marked(marks.bucket, 'buckets')},
    ${marked(marks.period, 'if(notEmpty(buckets), [0], [])')},
    ${windowMarks(7, marks.enter7, marks.exit7)},
    ${windowMarks(30, marks.enter30, marks.exit30)})) AS marked
SELECT intDiv(marked, ${MARK_UNIT}) AS mark, marked % ${MARK_UNIT} AS position, sum(people) AS users
FROM (${days <= MAX_DAYS_AS_BITS ? daysAsBits(from, day, days) : daysAsSet(from, day)}
)
GROUP BY marked`;

const marked = (mark: number, positions: string, shift = 0) =>
  `arrayMap(one -> toUInt32(one + ${mark * MARK_UNIT + shift}), ${positions})`;

const windowMarks = (length: number, enter: number, exit: number) =>
  `
    ${marked(enter, `arrayFilter((day, rest) -> rest >= ${length}, days, rests_before)`)},
    ${marked(exit, `arrayFilter((day, rest) -> rest >= ${length}, days, rests_after)`, length)}`.trim();

const daysAsSet = (from: Sources, day: BucketSql) => `
  SELECT 1 AS people, arraySort(groupUniqArray(${day.of('toUnixTimestamp(time)')} - 1)) AS days
  FROM ${from.visits}
  GROUP BY user_id`;

/** 64 days to a word: `groupBitOr` of 10 M rows takes 110 ms where gathering sets takes 270. */
function daysAsBits(from: Sources, day: BucketSql, days: number): string {
  const words = Array.from({ length: Math.ceil(days / 64) }, (_, word) => word);
  const gathered = words.map(
    (word) => `groupBitOr(bitShiftLeft(toUInt64(intDiv(day, 64) = ${word}), bitAnd(day, 63))) AS word_${word}`,
  );
  const unpacked = words.map((word) => `arrayMap(bit -> bit + ${64 * word}, bitPositionsToArray(word_${word}))`);
  const byPerson = `
    SELECT
      ${gathered.join(',\n      ')}
    FROM (
      SELECT user_id, ${day.of('toUnixTimestamp(time)')} - 1 AS day
      FROM ${from.visits}
    )
    GROUP BY user_id`;
  const names = words.map((word) => `word_${word}`).join(', ');
  // Within two months most people share their days with others: what follows is done once for all of them.
  const together = words.length === 1;
  return `
  SELECT
    ${together ? 'count()' : '1'} AS people,
    arrayConcat(
      ${unpacked.join(',\n      ')}) AS days
  FROM (${byPerson}
  )${together ? `\n  GROUP BY ${names}` : ''}`;
}
