import type { BucketSql } from '../query/bucket-sql.ts';

/** More buckets than this are gathered as a set: beyond four words of bits that is as fast. */
const maxBitBuckets = 256;

/** The buckets in which each user did something. */
export interface UserBuckets {
  /** A subquery of one row per user: `user_id`, and what `numbers` reads. */
  sql: string;
  /** Array of the numbers of their buckets, from 1, in any order. */
  numbers: string;
}

/**
 * Out of `rows` (the text after FROM, with columns `user_id` and `time`). 64 buckets to a word: over 90 days of 10 M
 * actions that takes half the time of gathering sets. Places of one byte: a fifth less work.
 */
export function userBuckets(rows: string, bucket: BucketSql, count: number): UserBuckets {
  const number = bucket.of('toUnixTimestamp(time)');
  if (count > maxBitBuckets) {
    return {
      sql: `SELECT user_id, groupUniqArray(${number}) AS numbers FROM ${rows} GROUP BY user_id`,
      numbers: 'numbers',
    };
  }
  const words = Array.from({ length: Math.ceil(count / 64) }, (_, word) => word);
  const gathered = words.map(
    (word) => `groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = ${word}), bitAnd(place, 63))) AS word_${word}`,
  );
  const unpacked = words.map(
    (word) => `arrayMap(bit -> toUInt16(bit + ${64 * word + 1}), bitPositionsToArray(word_${word}))`,
  );
  return {
    sql: `
    SELECT
      user_id,
      ${gathered.join(',\n      ')}
    FROM (
      SELECT user_id, toUInt8(${number} - 1) AS place
      FROM ${rows}
    )
    GROUP BY user_id`,
    numbers: words.length === 1 ? unpacked.join() : `arrayConcat(${unpacked.join(', ')})`,
  };
}
