import { expect, test } from '@playwright/test';
import type { FaultName } from './faults.ts';
import { runOneProcess, runWithFaults } from './run.ts';

test.describe.configure({ timeout: 600_000 });

/** One of each kind that is quick; `npm run test:long` has all of them, in random order. */
const shortForm: FaultName[] = [
  'bots are down',
  'connections to PostgreSQL are cut',
  'an ingest process is killed',
  'PostgreSQL is silent for one process',
  'ClickHouse is away',
  'PostgreSQL is restarted',
  'an ingest process is replaced',
  'the api process is killed',
];

test('two ingest processes lose and double nothing, and count as one process does', async () => {
  const faultyRun = await runWithFaults(shortForm, 'short');
  const one = await runOneProcess(faultyRun.rounds);
  expect(faultyRun.counted).toEqual(one.counted);
});
