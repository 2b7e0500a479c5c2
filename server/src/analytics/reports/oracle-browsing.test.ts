import { countedReports } from '@botscope/testkit/oracle/reports.ts';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { compareWithOracle, generateWorlds, type StoredWorld } from './test-oracle.ts';
import { browsingWorlds } from './test-worlds.ts';

/** Other worlds, or more: change these by hand. */
const seed = Number(process.env.SEED ?? 20_241_126);
const worldCount = byRunLength({ regular: 30, long: 60 });
const questions = byRunLength({ regular: 8, long: 20 });

// To make a failing world small takes a minute; alone a test takes two seconds.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 1_200_000 });

let store: ThrowawayStore;
let storedWorlds: StoredWorld[];
beforeAll(async () => {
  store = await openThrowawayStore();
  storedWorlds = await generateWorlds(store, worldCount, seed, undefined, browsingWorlds);
});
afterAll(() => store.close());

const types = countedReports.filter((type) => /^(web_sessions|app_session_|site_)/.test(type));

test.each(types)('%s of worlds full of page views says what counting says', async (type) => {
  const from = questions * types.indexOf(type);
  await compareWithOracle(store, storedWorlds, {
    ...{ types: [type], isFiltered: false, seed, questions, from, worldArbitrary: browsingWorlds },
  });
});
