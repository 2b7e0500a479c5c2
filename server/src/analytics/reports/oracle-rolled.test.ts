import { countedReports } from '@botscope/testkit/oracle/reports.ts';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { rolledUpMidway } from './test-ingest.ts';
import { compareWithOracle, generateWorlds, type StoredWorld } from './test-oracle.ts';

/** Other worlds, or more: change these by hand. */
const seed = Number(process.env.SEED ?? 20_261_120);
const worldCount = byRunLength({ regular: 18, long: 60 });
const questions = byRunLength({ regular: 3, long: 8 });

// To make a failing world small takes a minute; alone a test takes one second.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 1_200_000 });

let store: ThrowawayStore;
let storedWorlds: StoredWorld[];
beforeAll(async () => {
  store = await openThrowawayStore('embedded', { rollupTimeoutMs: 0 });
  storedWorlds = await generateWorlds(store, worldCount, seed, rolledUpMidway);
});
afterAll(() => store.close());

test('most worlds have something rolled up, and some of those have stale users', async () => {
  const rollups = await Promise.all(storedWorlds.map(({ bot }) => store.rollup(bot)));
  expect(rollups.filter((rollup) => rollup !== undefined).length).toBeGreaterThan(worldCount / 2);
  expect(rollups.filter((rollup) => rollup && rollup.staleUsers.length > 0).length).toBeGreaterThan(worldCount / 20);
  expect(rollups.filter((rollup) => rollup?.staleUsers.length === 0).length).toBeGreaterThan(worldCount / 5);
});

test.each(countedReports)('%s says of worlds whose past is rolled up what counting says', async (type) => {
  const from = questions * countedReports.indexOf(type);
  await compareWithOracle(store, storedWorlds, {
    types: [type],
    seed,
    questions,
    from,
    ingest: rolledUpMidway,
  });
});
