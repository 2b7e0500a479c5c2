import { countedReports } from '@botscope/testkit/oracle/reports.ts';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { allAtOnce, everySecondRolledUp, rolledUpMidway } from './test-ingest.ts';
import { generateWorlds, type StoredWorld } from './test-oracle.ts';
import { ask, buildQuestion, drawQuery } from './test-questions.ts';

/** Other worlds, or more: change these by hand. */
const seed = Number(process.env.SEED ?? 20_261_123);
const worldCount = byRunLength({ regular: 4, long: 6 });
const questionsPerType = byRunLength({ regular: 1, long: 2 });
/** Reports are asked of raw worlds or of rolled up ones; a long run asks each of both. */
const ingests = byRunLength({ regular: [everySecondRolledUp], long: [allAtOnce, rolledUpMidway] });

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore('embedded', { rollupTimeoutMs: 0 });
});
afterAll(() => store.close());

/** The gender follows from the name, and hidden commands are texts: both are emptied. */
const types = countedReports.filter((type) => type !== 'gender');
const queries = fc
  .sample(drawQuery({ types }), { seed, numRuns: questionsPerType * types.length })
  .map(({ filter, ...query }) => ({
    ...query,
    hiddenCommands: [],
    targets: [1, 2],
    filter: filter.filter((terms) => terms.every(({ dimension }) => dimension !== 'gender')),
  }));

/** Every second user of a world. */
const chooseUsers = ({ events }: StoredWorld): number[] =>
  [...new Set(events.map(({ userId }) => userId))].filter((id) => id !== 0).filter((_, index) => index % 2 === 0);

async function loadAnswers(worlds: readonly StoredWorld[], bots = worlds.map(({ bot }) => bot)): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [index, query] of queries.entries()) {
    const place = index % worlds.length;
    const [one, bot] = [worlds[place], bots[place]];
    if (one === undefined || bot === undefined) continue;
    answers.push({ place, query, answer: await ask(store, bot, buildQuestion(one.world, query)) });
  }
  return answers;
}

it('every report says the same when users are anonymised, raw and rolled up', async () => {
  for (const ingest of ingests) {
    const worlds = await generateWorlds(store, worldCount, seed, ingest);
    const before = await loadAnswers(worlds);
    for (const one of worlds) {
      const users = chooseUsers(one).map((userId, index) => ({ userId, newId: 2 ** 52 + index, salt: 'salt' }));
      await store.eraseUsers(one.bot, { id: 1, users });
    }
    expect(await loadAnswers(worlds)).toEqual(before);
    // The next roll-up takes in the new numbers.
    if (ingest === allAtOnce) continue;
    for (const { bot, world } of worlds) await store.rollUp(bot, Date.parse(world.odd.day));
    expect(await loadAnswers(worlds)).toEqual(before);
  }
});

it('every report says what it would if erased users had never been there', async () => {
  const worlds = await generateWorlds(store, worldCount, seed, rolledUpMidway);
  const otherWorlds = await Promise.all(
    worlds.map(async (one) => {
      const [bot, erased] = [store.freshBot(), new Set(chooseUsers(one))];
      const events = one.events.filter(({ userId }) => !erased.has(userId)).map((event) => ({ ...event, bot }));
      return { ...one, bot, events };
    }),
  );
  await allAtOnce(store, otherWorlds);
  for (const one of worlds) {
    const users = chooseUsers(one).map((userId) => ({ userId, newId: null, salt: '' }));
    await store.eraseUsers(one.bot, { id: 1, users });
  }
  expect(await loadAnswers(worlds)).toEqual(await loadAnswers(otherWorlds));
});
