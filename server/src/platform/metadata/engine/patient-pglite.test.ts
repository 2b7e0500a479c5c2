import { expect, test } from 'vitest';
import { testEngines, testMetadata } from '../test-metadata.ts';

const metadata = testMetadata(testEngines[0]);

test('many statements at once leave turns of the loop to everything else', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const sums = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      metadata().run('SELECT sum(id % $1)::int AS sum FROM generate_series(1, 20000) AS id', [index + 1]),
    ),
  );
  isOver = true;
  expect(sums[1]).toEqual([{ sum: 10_000 }]);
  // Each takes some milliseconds; without pauses all of them end in one or two turns.
  expect(turns).toBeGreaterThan(10);
});
