import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';

/** More days than this are gathered as a set: beyond four words of bits that is as fast. */
const maxDaysAsBits = 256;

/** Before and after all days. */
const distantDay = 9_999;

/**
 * Takes each user's active days (rising numbers from 0) and describes each by one number, `visit`, what it is counted
 * for; `readVisit` reads it. {bucket_of_day:Array(UInt16)} begins with a 0 for "no day", and has 0 for days before the period.
 */
export const activeUsersSql = (day: BucketSql, days: number) => (from: Sources) =>
  `
WITH
  arrayPushFront(arrayPopBack(days), toInt32(-${distantDay})) AS days_before,
  arrayPushBack(arrayPopFront(days), toInt32(${distantDay})) AS days_after
SELECT
  arrayJoin(arrayMap((day, before, after) -> toUInt32(
    day * 27
    + ((day - before >= 7) + (day - before >= 30)) * 9
    + ((after - day >= 7) + (after - day >= 30)) * 3
    + if(${dayBucketSql('day')} = ${dayBucketSql('before')}, 0, if(${dayBucketSql('before')} = 0, 2, 1))),
    days, days_before, days_after)) AS visit,
  sum(users) AS users
FROM (${days <= maxDaysAsBits ? daysAsBits(from, day, days) : daysAsSet(from, day)}
)
GROUP BY visit`;

const dayBucketSql = (day: string) => `arrayElement({bucket_of_day:Array(UInt16)}, greatest(${day} + 2, 1))`;

/** Active day of a user, with the numbers that it counts for. */
interface Visit {
  day: number;
  /** The first active day of its bucket; of the period. */
  opensBucket: boolean;
  opensPeriod: boolean;
  /** It ends a rest of at least 7, or 30, days, or is the first of all: the user enters the window of as many days. */
  enters7: boolean;
  enters30: boolean;
  /** Such a rest follows: that many days later the user is no longer within the window. */
  exits7: boolean;
  exits30: boolean;
}

export function readVisit(visit: number): Visit {
  const [rest, pause, opens] = [Math.floor(visit / 9) % 3, Math.floor(visit / 3) % 3, visit % 3];
  return {
    day: Math.floor(visit / 27),
    opensBucket: opens >= 1,
    opensPeriod: opens === 2,
    enters7: rest >= 1,
    enters30: rest === 2,
    exits7: pause >= 1,
    exits30: pause === 2,
  };
}

const daysAsSet = (from: Sources, day: BucketSql) => `
  SELECT 1 AS users, arraySort(groupUniqArray(toInt32(${day.of('toUnixTimestamp(time)')} - 1))) AS days
  FROM ${from.activity}
  GROUP BY user_id`;

/** 64 days to a word: `groupBitOr` of 10 M rows takes 110 ms where gathering sets takes 270. */
function daysAsBits(from: Sources, day: BucketSql, days: number): string {
  const words = Array.from({ length: Math.ceil(days / 64) }, (_, word) => word);
  const gathered = words.map(
    (word) => `groupBitOr(bitShiftLeft(toUInt64(intDiv(day, 64) = ${word}), bitAnd(day, 63))) AS word_${word}`,
  );
  const unpacked = words.map(
    (word) => `arrayMap(bit -> toInt32(bit + ${64 * word}), bitPositionsToArray(word_${word}))`,
  );
  const byUser = `
    SELECT
      ${gathered.join(',\n      ')}
    FROM (
      SELECT user_id, ${day.of('toUnixTimestamp(time)')} - 1 AS day
      FROM ${from.activity}
    )
    GROUP BY user_id`;
  const names = words.map((word) => `word_${word}`).join(', ');
  // Within two months most users share their days with others: what follows is done once for all of them.
  const isGrouped = words.length === 1;
  return `
  SELECT
    ${isGrouped ? 'count()' : '1'} AS users,
    arrayConcat(
      ${unpacked.join(',\n      ')}) AS days
  FROM (${byUser}
  )${isGrouped ? `\n  GROUP BY ${names}` : ''}`;
}
