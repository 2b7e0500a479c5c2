import { createRandom } from '@botscope/server/simulation/random.ts';
import { expect, test } from '@playwright/test';
import { type FaultName, faults } from './faults.ts';
import { runOneProcess, runWithFaults } from './run.ts';

/** `SEED=7 npm run test:long -- --only=cluster` runs one order again. */
const seeds = process.env.SEED === undefined ? ['1', '2', '3'] : [process.env.SEED];
const faultCount = 24;
/** It has a test of its own: the only one that needs updates to wait while their process ends. */
const withWaiting: FaultName = 'an ingest process is replaced while a bot is down';

for (const seed of seeds) {
  test(`faults in random order, seed ${seed}: nothing is lost, doubled or out of order`, async () => {
    const random = createRandom(`cluster/${seed}`);
    const names = (Object.keys(faults) as FaultName[]).filter((name) => name !== withWaiting);
    const drawn = Array.from({ length: faultCount }, () => names[random.between(0, names.length - 1)] as FaultName);
    const faultyRun = await runWithFaults(drawn, seed);
    const one = await runOneProcess(faultyRun.rounds);
    expect(faultyRun.counted).toEqual(one.counted);
  });
}

test('updates that wait for a bot that is down go along, in order, when their process is replaced', async () => {
  await runWithFaults([withWaiting, withWaiting, withWaiting], 'waiting');
});
