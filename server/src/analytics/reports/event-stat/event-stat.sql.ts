import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { packedNumber, wordNumber } from '../packed-key.ts';

/** Purpose of a call, by how its method begins. It reads one column, so it runs once per method, not per call. */
const purposeSql = `multiIf(
    match(name, '^(send|copy|forward)'), 'call:send',
    match(name, '^(edit|stop)'), 'call:edit',
    startsWith(name, 'delete'), 'call:delete',
    startsWith(name, 'answer'), 'call:answer',
    'call:other')`;

const groupSql = `if(kind = 'call', ${purposeSql}, kind)`;

/** Its position in the list of names: computed once per kind and once per method, not per event. */
const groupNumberSql = `(${wordNumber('kind')} + if(kind = 'call', ${wordNumber(purposeSql)}, 0))`;

/**
 * A person from an uploaded list is not an event, nor is a value of a custom field or what happens in a browser; neither is what
 * remains of erased people, a row of kind `back`. Anyone can send hits of nobody in particular: the key is in the page.
 */
const isTraffic =
  "kind NOT IN ('imported', 'field_change', 'link_click', 'site_hit', 'site_event') AND (membership != 'unblocked' OR kind = 'my_chat_member') AND (kind != 'hit' OR user_id != 0)";

/** `key` holds the bucket and the place of the kind or purpose in the parameter `words`. */
export const eventStatSql = (bucket: BucketSql, buckets: number) => (from: Sources) =>
  `
SELECT ${packedNumber(bucket.of('toUnixTimestamp(time)'), groupNumberSql, buckets)} AS key, count() AS number
FROM ${from.events} AND ${isTraffic}
GROUP BY key`;

/** Users behind the events that a condition on `direction` and `event` selects. */
export const eventPeopleSql = (condition: string) => (from: Sources) =>
  `
  SELECT user_id
  FROM (SELECT user_id, direction, ${groupSql} AS event FROM ${from.events} AND ${isTraffic} AND user_id != 0)
  WHERE ${condition}`;
