import { createRandom } from '@botscope/server/simulation/random.ts';
import { expect, test } from '@playwright/test';
import { type FaultName, faults } from './faults.ts';
import { runOneProcess, runWithFaults } from './run.ts';

/** `SEED=7 npm run test:long -- --only=cluster` runs one order again. */
const seeds = process.env.SEED === undefined ? ['1', '2', '3'] : [process.env.SEED];
const faultCount = 24;

for (const seed of seeds) {
  test(`faults in random order, seed ${seed}: nothing is lost, doubled or out of order`, async () => {
    const random = createRandom(`cluster/${seed}`);
    const names = Object.keys(faults) as FaultName[];
    const drawn = Array.from({ length: faultCount }, () => names[random.between(0, names.length - 1)] as FaultName);
    const many = await runWithFaults(drawn, seed);
    const one = await runOneProcess(many.rounds);
    expect(many.counted).toEqual(one.counted);
  });
}
