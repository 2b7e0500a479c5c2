import { details } from '@botscope/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { bucketSql } from './bucket-sql.ts';
import { cutIntoBuckets } from './buckets.ts';
import { parsePeriod } from './period.ts';
import { odds } from './test-zones.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('the engine finds the bucket of every border, of the millisecond before it, and of moments between', async () => {
  await fc.assert(
    fc.asyncProperty(odds.zone, odds.day, odds.day, fc.constantFrom(...details), async (zone, one, other, detail) => {
      const [from, to] = one < other ? [one, other] : [other, one];
      const wide = detail === 'hour' ? from : to;
      const buckets = cutIntoBuckets(parsePeriod(`${from}..${wide}`, zone, 0), detail);
      const { starts, end } = buckets;
      const moments = starts.flatMap((start, index) => {
        const next = starts[index + 1] ?? end;
        return [start, start + 1, Math.floor((start + next) / 2), next - 1];
      });
      const bucket = bucketSql(buckets);

      const rows = await store.query<{ bucket: number }>({
        sql: `SELECT ${bucket.of('toUnixTimestamp(time)')} AS bucket
          FROM (SELECT fromUnixTimestamp64Milli(arrayJoin({moments:Array(Int64)}), 'UTC') AS time)`,
        params: { ...bucket.params, moments },
      });

      expect(rows.map((row) => row.bucket)).toEqual(starts.flatMap((_, index) => new Array(4).fill(index + 1)));
    }),
    { numRuns: 40 },
  );
});

test('buckets of one length are a division, a few odd ones are shifted, others are looked up', () => {
  const kind = (period: string, detail: 'hour' | 'day' | 'month') =>
    Object.keys(bucketSql(cutIntoBuckets(parsePeriod(period, 'Europe/Berlin', 0), detail)).params).length;
  expect(kind('2024-01-01..2024-03-30', 'day')).toBe(2);
  expect(kind('2024-01-01..2024-04-01', 'day')).toBe(4);
  // A clock change of a whole hour leaves hours alone.
  expect(kind('2024-01-01..2024-03-31', 'hour')).toBe(2);
  expect(kind('2024-01-01..2024-04-30', 'month')).toBe(6);
  expect(kind('2024-01-01..2024-12-31', 'month')).toBe(4);
});
