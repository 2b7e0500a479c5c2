import { createRandom } from '@botscope/server/simulation/random.ts';
import { test } from '@playwright/test';
import { liveThrough } from './bad-day.ts';
import { failureNames } from './failures.ts';

/** `SEED=7 npm run test:long -- --only=outages` runs another order. */
const seed = process.env.SEED ?? '1';

for (const name of failureNames) {
  test(`${name}: nothing is lost or doubled, and owners are shown the truth`, async () => {
    await liveThrough([name]);
  });
}

test(`all failures in one day, one after another, in the order of seed ${seed}`, async () => {
  const random = createRandom(`outages/${seed}`);
  const order = failureNames.map((name) => ({ name, place: random.between(0, 1_000_000) }));
  await liveThrough(order.toSorted((one, other) => one.place - other.place).map(({ name }) => name));
});
