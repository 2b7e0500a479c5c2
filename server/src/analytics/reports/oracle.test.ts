import { countedReports } from '@botscope/testkit/oracle/reports.ts';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { compareWithOracle, generateWorlds, type StoredWorld } from './test-oracle.ts';

/** Other worlds, or more: change these by hand. */
const seed = Number(process.env.SEED ?? 20_240_331);
const worldCount = byRunLength({ regular: 110, long: 220 });
const questions = byRunLength({ regular: 3, long: 8 });

// To make a failing world small takes a minute; alone a test takes one second.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 1_200_000 });

let store: ThrowawayStore;
let storedWorlds: StoredWorld[];
beforeAll(async () => {
  store = await openThrowawayStore();
  storedWorlds = await generateWorlds(store, worldCount, seed);
});
afterAll(() => store.close());

test.each(countedReports)(
  '%s says of random worlds what counting says',
  async (type) => {
    const from = questions * countedReports.indexOf(type);
    await compareWithOracle(store, storedWorlds, { types: [type], seed, questions, from });
  },
  600_000,
);
