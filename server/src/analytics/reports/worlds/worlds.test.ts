import { createDice } from '@botscope/testkit/worlds/dice.ts';
import { questionsAbout } from '@botscope/testkit/worlds/questions.ts';
import { makeWorld } from '@botscope/testkit/worlds/world.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dayMs } from '../../../platform/time-units.ts';
import { compareReach, compareReport, compareUsers } from './test-comparing.ts';
import { type Product, startProduct } from './test-product.ts';

// Alone a world takes some seconds; beside everything else that a machine may do, minutes.
vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 240_000 });
// As patient as it has to be with other processes: with none.
vi.mock('../../../events/store/open-event-store.ts', async (original) => {
  const events = await original<typeof import('../../../events/store/open-event-store.ts')>();
  const openEventStore: typeof events.openEventStore = (options) =>
    events.openEventStore({ ...options, rollupTimeoutMs: 0 });
  return { ...events, openEventStore };
});

/** Number of questions put to each world; a third of them in the middle of it. */
const questionCount = 27;

/** Seeds: `WORLDS=120` takes the first 120, `WORLDS=17..17` those from one to another. */
const [first = 1, last = first] = parseRange(process.env.WORLDS ?? '2');
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);

function parseRange(text: string): number[] {
  return text.includes('..') ? text.split('..').map(Number) : [1, Number(text)];
}

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

test.each(seeds)('world %i is counted as the law says', async (seed) => {
  const world = makeWorld(seed);
  const living = await product.bringUp(world);
  const dice = createDice(seed + 1_000_000);
  const differences: unknown[] = [];
  const compare = async (now: number, questions: number): Promise<void> => {
    for (const draft of questionsAbout(world, now, dice, questions)) {
      await compareReport(product, living, draft).catch((error: unknown) => differences.push(error));
      if (dice.chance(0.4)) {
        await compareUsers(product, living, draft, dice).catch((error: unknown) => differences.push(error));
      }
    }
  };
  await living.sendUntil(world.halfway);
  await compare(world.halfway, questionCount / 3);
  await compareReach(product, living, world.halfway).catch((error: unknown) => differences.push(error));
  await living.sendUntil(Number.POSITIVE_INFINITY);
  await compare(world.halfway + 400 * dayMs, (2 * questionCount) / 3);
  await compareReach(product, living, world.halfway + 400 * dayMs).catch((error: unknown) => differences.push(error));
  expect(differences.length === 0, `${differences.length} differences; the first:\n${String(differences[0])}`).toBe(
    true,
  );
});
