import { type ReportType, reportTypes } from '@botscope/contract';
import { countedReports } from '@botscope/testkit/oracle/reports.ts';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { compareWithOracle, generateWorlds, type StoredWorld } from './test-oracle.ts';
import { dividing } from './test-questions.ts';

/** Other worlds, or more: change these by hand. */
const seed = Number(process.env.SEED ?? 20_240_930);
const worlds = byRunLength({ regular: 60, long: 100 });
const questions = byRunLength({ regular: 3, long: 5 });

// To make a failing world small takes a minute; alone a test takes one second.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 1_200_000 });

let store: ThrowawayStore;
let storedWorlds: StoredWorld[];
beforeAll(async () => {
  store = await openThrowawayStore();
  storedWorlds = await generateWorlds(store, worlds, seed);
});
afterAll(() => store.close());

/** Reports that are lines over time; `audience` has its dimension anyway. */
const types = countedReports.filter((type) => {
  const { shape, supports }: { shape: string; supports: readonly string[] } = reportTypes[type as ReportType];
  return shape === 'series' && type !== 'activity_hours' && !supports.includes('dimension');
});

test.each(dividing)(
  'reports broken down by %s say what counting says',
  async (dimension) => {
    const from = questions * dividing.indexOf(dimension);
    await compareWithOracle(store, storedWorlds, { types, by: [dimension], seed, questions, from });
  },
  600_000,
);

test('the audience report by any dimension says what counting says', async () => {
  const options = { types: ['audience'], by: dividing, seed, questions: 2 * questions };
  await compareWithOracle(store, storedWorlds, { ...options, from: 0 });
});
