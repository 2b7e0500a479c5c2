import { othersName, sourceDeterminations, type UtmMeasure, utmMeasures } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { purchase, sale } from '../conversions/test-targets.ts';
import { launchScenario, launchPeriod as period } from '../launch-values/launch-scenario.ts';
import { ingestHistory, type TestBot } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

const type = 'utm_charts';
const question = { type, period, detail: 'day', targets: [sale, purchase] };

/* Table: launch-story.ts. */
describe('one measure over time, a line per source', () => {
  let bot: TestBot;
  beforeAll(async () => {
    bot = await ingestHistory(store, launchScenario);
  });

  const nobody = { name: '', values: [0, 0, 0, 0], total: 0 };
  const expected: Record<UtmMeasure, object[]> = {
    launches: [
      { name: 'ads', values: [0, 3, 0, 0], total: 3 },
      { name: 'site', values: [2, 0, 0, 0], total: 2 },
      { name: '', values: [1, 1, 0, 0], total: 2 },
    ],
    new: [{ name: 'ads', values: [1, 0, 0, 0], total: 1 }, { name: 'site', values: [1, 0, 0, 0], total: 1 }, nobody],
    visitors: [
      { name: 'ads', values: [2, 3, 2, 0], total: 3 },
      { name: 'site', values: [1, 1, 0, 0], total: 1 },
      nobody,
    ],
    left: [{ name: 'ads', values: [1, 0, 0, 1], total: 1 }, nobody],
    conversions: [{ name: 'ads', values: [0, 0, 2, 0], total: 2 }, nobody],
  };

  test.each(utmMeasures)('%s, by the last launch', async (measure) => {
    const { lines } = await bot.report({ ...question, measure, model: 'last' });

    const unit = { launches: 'launches', conversions: 'conversions' }[measure as string] ?? 'users';
    expect(lines).toEqual(expected[measure].map((line) => ({ ...line, unit })));
  });

  test.each(sourceDeterminations)('visitors by the model %s', async (model) => {
    const { lines } = await bot.report({ ...question, measure: 'visitors', model });

    const totals = Object.fromEntries(lines.map(({ name, total }) => [name, total]));
    expect(totals).toEqual(
      {
        first: { catalog: 1, site: 1, '': 2 },
        last: { ads: 3, site: 1, '': 0 },
        last_significant: { site: 2, ads: 1, '': 1 },
      }[model],
    );
  });

  test('behind every point stand its users', async () => {
    for (const measure of ['visitors', 'left', 'conversions'] as const) {
      const { lines } = await bot.report({ ...question, measure, model: 'last' });
      for (const { name: line, values } of lines) {
        for (const [index, value] of values.entries()) {
          const place = { line, bucket: String(index) };
          const users = await bot.users({ ...question, measure, model: 'last', ...place });
          expect({ measure, ...place, users: users.length }).toEqual({ measure, ...place, users: value });
        }
      }
    }
  });

  test('broken down, it is all values together', async () => {
    const { lines } = await bot.report({ ...question, measure: 'visitors', by: 'source', model: 'first' });
    expect(lines.map(({ name, values, total }) => ({ name, values, total }))).toEqual([
      { name: '', values: [1, 2, 1, 0], total: 2 },
      { name: 'catalog', values: [1, 1, 1, 0], total: 1 },
      { name: 'site', values: [1, 1, 0, 0], total: 1 },
    ]);
  });
});

/* Midnight in Calcutta is 18:30 UTC. Twelve sources: a00 twice on either day, the others once on the first. */
test('ten lines, the rest and direct ones; days of a half-hour zone', async () => {
  const bot = await ingestHistory(store, (journey) => {
    journey.at('2024-03-01T18:29:59.900Z');
    for (let index = 11; index >= 0; index -= 1) {
      journey.user('Ann').sends(`/start a${String(index).padStart(2, '0')}`);
    }
    journey.at('2024-03-01T18:30:00Z');
    journey.user('Ben').sends('/start a00');
  });
  const query = { ...question, timeZone: 'Asia/Kolkata', period: '2024-03-01..2024-03-02', measure: 'new' };

  const { lines } = await bot.report(query);

  expect(lines.map(({ name, values, total }) => [name, ...values, total])).toEqual([
    ['a00', 1, 1, 2],
    ...Array.from({ length: 9 }, (_, index) => [`a0${index + 1}`, 1, 0, 1]),
    ['', 0, 0, 0],
    [othersName, 2, 0, 2],
  ]);
  expect(await bot.users({ ...query, line: othersName, bucket: '0' })).toMatchObject([
    { source: 'a10' },
    { source: 'a11' },
  ]);
  expect(await bot.users({ ...query, line: othersName, bucket: '1' })).toEqual([]);
});
