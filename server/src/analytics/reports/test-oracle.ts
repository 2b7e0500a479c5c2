import type { Report, ReportLine } from '@botscope/contract';
import { answerByCounting } from '@botscope/testkit/oracle/oracle.ts';
import type { Question } from '@botscope/testkit/oracle/question.ts';
import fc from 'fast-check';
import type { ThrowawayStore } from '../../events/store/test-stores.ts';
import { allAtOnce, type IngestStrategy, type StoredWorld } from './test-ingest.ts';
import { ask, buildQuestion, type DrawnQuery, drawQuery, type QueryOptions } from './test-questions.ts';
import { drawWorld, listDeliveries, worldEvents } from './test-world-history.ts';
import { type World, worlds } from './test-worlds.ts';

export type { StoredWorld } from './test-ingest.ts';

/** Makes worlds, the same for the same seed, and writes them into the store together. */
export async function generateWorlds(
  store: ThrowawayStore,
  count: number,
  seed: number,
  ingest = allAtOnce,
  worldArbitrary = worlds,
): Promise<StoredWorld[]> {
  const storedWorlds = fc.sample(worldArbitrary, { seed, numRuns: count }).map((world) => {
    const bot = store.freshBot();
    return { world, bot, events: worldEvents(world, bot) };
  });
  await ingest(store, storedWorlds);
  return storedWorlds;
}

/**
 * Puts random questions to both sides, each about the next world, starting with number `from`. Where the answers
 * differ, the world is shrunk, then the question, and both are thrown as a table.
 */
export async function compareWithOracle(
  impatient: ThrowawayStore,
  storedWorlds: readonly StoredWorld[],
  {
    seed,
    questions,
    from,
    ingest = allAtOnce,
    worldArbitrary = worlds,
    ...options
  }: QueryOptions & {
    seed: number;
    questions: number;
    from: number;
    ingest?: IngestStrategy;
    worldArbitrary?: fc.Arbitrary<World>;
  },
): Promise<void> {
  // Only numbers are compared: a machine that is busy with other tests may take longer than a reader would wait.
  const store: ThrowawayStore = {
    ...impatient,
    query: (statement) => impatient.query({ ...statement, timeoutSeconds: 300 }),
  };
  const queries = fc.sample(drawQuery(options), { seed, numRuns: questions });
  for (const [index, query] of queries.entries()) {
    const worldIndex = (from + index) % storedWorlds.length;
    const { world, bot } = storedWorlds[worldIndex] ?? { world: undefined, bot: '' };
    if (!world || !(await disagreement(store, bot, world, buildQuestion(world, query)))) continue;
    const smallWorld = await smallest(worldArbitrary, { seed, path: String(worldIndex) }, world, (other) =>
      compareInNewWorld(store, other, query, ingest),
    );
    const smallQuery = await smallest(drawQuery(options), { seed, path: String(index) }, query, (other) =>
      compareInNewWorld(store, smallWorld, other, ingest),
    );
    const difference = await compareInNewWorld(store, smallWorld, smallQuery, ingest);
    throw new Error(
      `${smallQuery.type}: the store does not say what counting says (seed ${seed}, world ${worldIndex}, question ${index})\n` +
        `${drawWorld(smallWorld)}\n${JSON.stringify(smallQuery)}\n` +
        (difference ? `store:  ${draw(difference.stored)}\noracle: ${draw(difference.counted)}` : 'by now it does'),
    );
  }
}

/** Answers of store and oracle that differ; null where they agree. */
async function disagreement(store: ThrowawayStore, bot: string, world: World, question: Question) {
  const storedAnswer = await ask(store, bot, question);
  const countedAnswer = answerByCounting(listDeliveries(world), question);
  return isAlike(storedAnswer, countedAnswer) ? null : { stored: storedAnswer, counted: countedAnswer };
}

/** Equal in all but the last digit of an average: a half may be rounded to either side. */
export function isAlike(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    return a === b || (!(Number.isInteger(a) && Number.isInteger(b)) && Math.abs(a - b) < 0.0011);
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isAlike(Reflect.get(a, key), Reflect.get(b, key)));
}

/** Compares both sides for a world that is stored for this question alone. */
async function compareInNewWorld(store: ThrowawayStore, world: World, query: DrawnQuery, ingest: IngestStrategy) {
  const bot = store.freshBot();
  const events = worldEvents(world, bot);
  await ingest(store, [{ world, bot, events }]);
  return disagreement(store, bot, world, buildQuestion(world, query));
}

const shrinkingMs = 15_000;

/** Shrinks the value generated at `place` to the smallest one for which `find` still returns something. */
async function smallest<Value>(
  arbitrary: fc.Arbitrary<Value>,
  place: { seed: number; path: string },
  startValue: Value,
  find: (value: Value) => Promise<unknown>,
): Promise<Value> {
  const property = fc.asyncProperty(arbitrary, async (value) => !(await find(value)));
  const { counterexample } = await fc.check(property, { ...place, interruptAfterTimeLimit: shrinkingMs });
  return counterexample?.[0] ?? startValue;
}

function draw({ lines, table, cohorts, compare, ...rest }: Report): string {
  const drawLine = ({ name, unit = '', values, total }: ReportLine) =>
    `\n  ${JSON.stringify(name)} ${unit} ${JSON.stringify(values)}, total ${total}`;
  const rows = [...(table ? [table.columns, ...table.rows, table.totals] : []), ...(cohorts?.rows ?? [])];
  return [
    JSON.stringify(rest),
    ...lines.map(drawLine),
    ...rows.map((row) => `\n  ${JSON.stringify(row)}`),
    compare ? `\n  compared with ${JSON.stringify(compare)}` : '',
  ].join('');
}
