import { othersName, sourceDeterminations } from '@botscope/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { purchase, sale } from '../conversions/test-targets.ts';
import { launchScenario, launchPeriod as period } from '../launch-values/launch-scenario.ts';
import { ingestHistory } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

const type = 'conversion_sources';
const question = { type, period, targets: [sale, purchase] };

/* Table: launch-story.ts. Columns: conversions, users, visitors, rate, EUR, XTR. */
const expected = {
  first: [
    { name: 'catalog', values: [1, 1, 1, 100, 0, 100] },
    { name: 'site', values: [0, 0, 1, 0, 0, 0] },
    { name: '', values: [1, 1, 2, 50, 50, 0] },
  ],
  last: [
    { name: 'ads', values: [2, 2, 3, 66.667, 50, 100] },
    { name: 'site', values: [0, 0, 1, 0, 0, 0] },
  ],
  last_significant: [
    { name: 'site', values: [1, 1, 2, 50, 0, 100] },
    { name: 'ads', values: [1, 1, 1, 100, 50, 0] },
    { name: '', values: [0, 0, 1, 0, 0, 0] },
  ],
};

test.each(sourceDeterminations)('each row counts what its source brought, by the model %s', async (model) => {
  const bot = await ingestHistory(store, launchScenario);

  const { table } = await bot.report({ ...question, model });

  expect(table).toEqual({
    columns: [
      { name: 'conversions', unit: 'conversions' },
      { name: 'users', unit: 'users' },
      { name: 'visitors', unit: 'users' },
      { name: 'rate', unit: 'percent' },
      { name: 'EUR', unit: 'money', currency: 'EUR' },
      { name: 'XTR', unit: 'money', currency: 'XTR' },
    ],
    rows: expected[model],
    totals: [2, 2, 4, 50, 50, 100],
  });
});

/* Ann comes from a, pays 10, comes from b and pays 20; before any launch with a link she had paid 5. */
test('a conversion has the source of its own moment; who converted by two sources is one user in all', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const ann = journey.user('Ann');
    const pays = (amount: number) => ann.pays({ amount, currency: 'EUR', payload: 'x' });
    journey.at('2024-03-01T10:00:00Z');
    pays(5);
    ann.sends('/start a');
    pays(10);
    ann.sends('/start');
    ann.sends('/start b');
    pays(20);
  });

  const { table } = await bot.report({ ...question, model: 'last' });

  expect(table?.rows).toEqual([
    { name: 'b', values: [1, 1, 1, 100, 20] },
    { name: 'a', values: [1, 1, 0, 100, 10] },
    { name: '', values: [1, 1, 0, 100, 5] },
  ]);
  expect(table?.totals).toEqual([3, 1, 1, 100, 35]);
  for (const [line, column] of [
    ['a', 'conversions'],
    ['a', 'users'],
    ['', 'EUR'],
    ['b', 'visitors'],
    [undefined, 'rate'],
  ] as const) {
    expect(await bot.users({ ...question, model: 'last', line, column })).toMatchObject([{ first_name: 'Ann' }]);
  }
  expect(await bot.users({ ...question, model: 'last', line: 'a', column: 'visitors' })).toEqual([]);
});

/* A launch is itself a conversion: Ann's three belong to their own sources, the second one under any model but the first. */
test('a launch that is a conversion belongs to its own source', async () => {
  const launch = {
    id: 10_001,
    name: 'Launch',
    trigger: { kind: 'start', payload: '' },
    value: { kind: 'none' },
  } as const;
  const bot = await ingestHistory(store, (journey) => {
    const ann = journey.user('Ann');
    journey.at('2024-03-01T10:00:00Z');
    ann.sends('/start a');
    ann.sends('/start b');
    ann.blocks();
    ann.sends('/start c');
  });
  const loadCounts = async (model: string) => {
    const { table } = await bot.report({ ...question, targets: [launch], model });
    return Object.fromEntries((table?.rows ?? []).map(({ name, values }) => [name, values[0]]));
  };

  expect(await loadCounts('first')).toEqual({ a: 3 });
  expect(await loadCounts('last')).toEqual({ a: 1, b: 1, c: 1 });
  expect(await loadCounts('last_significant')).toEqual({ a: 2, c: 1 });
});

test('a hundred rows; the rest share one, in which a user counts once', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const ann = journey.user('Ann');
    journey.at('2024-03-01T10:00:00Z');
    for (let index = 0; index < 103; index += 1) {
      ann.sends(`/start s${String(index).padStart(3, '0')}`);
      ann.pays({ amount: 1, currency: 'EUR', payload: 'x' });
    }
  });

  const { table } = await bot.report({ ...question, model: 'last' });

  expect(table?.rows).toHaveLength(101);
  expect(table?.rows[100]).toEqual({ name: othersName, others: 3, values: [3, 1, 0, 100, 3] });
  expect(table?.totals).toEqual([103, 1, 1, 100, 103]);
  expect(await bot.users({ ...question, model: 'last', line: othersName })).toHaveLength(1);
});
