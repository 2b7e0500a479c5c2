import { othersName, sourceDeterminations } from '@botscope/contract';
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

const type = 'utm_summary';
const targets = [sale, purchase];

async function loadTable(bot: TestBot, question: Partial<Parameters<TestBot['report']>[0]> = {}) {
  const { table } = await bot.report({ type, period, targets, ...question });
  if (!table) throw new Error('no table');
  return table;
}

/* Table: launch-story.ts. Launches stand where they came from, users and money where the model puts them. */
describe('results of each source', () => {
  let bot: TestBot;
  beforeAll(async () => {
    bot = await ingestHistory(store, launchScenario);
  });

  //                      launches, new, visitors, left, live, conversions, EUR, XTR
  const total = [7, 2, 4, 1, 4, 2, 50, 100];
  const expected = {
    first: [
      { name: 'site', values: [2, 1, 1, 0, 1, 0, 0, 0] },
      { name: 'catalog', values: [0, 0, 1, 0, 1, 1, 0, 100] },
      { name: 'ads', values: [3, 0, 0, 0, 0, 0, 0, 0] },
      { name: 'old', values: [0, 0, 0, 0, 1, 0, 0, 0] },
      { name: '', values: [2, 1, 2, 1, 1, 1, 50, 0] },
    ],
    last: [
      { name: 'ads', values: [3, 1, 3, 1, 2, 2, 50, 100] },
      { name: 'site', values: [2, 1, 1, 0, 1, 0, 0, 0] },
      { name: 'old', values: [0, 0, 0, 0, 1, 0, 0, 0] },
      { name: '', values: [2, 0, 0, 0, 0, 0, 0, 0] },
    ],
    last_significant: [
      { name: 'site', values: [2, 1, 2, 0, 2, 1, 0, 100] },
      { name: 'ads', values: [3, 0, 1, 1, 0, 1, 50, 0] },
      { name: 'old', values: [0, 0, 0, 0, 1, 0, 0, 0] },
      { name: '', values: [2, 1, 1, 0, 1, 0, 0, 0] },
    ],
  };

  test.each(sourceDeterminations)('each row counts what its source brought, by the model %s', async (model) => {
    const report = await bot.report({ type, period, targets, model });

    expect(report).toMatchObject({ lines: [], buckets: [], model, parameter: 'source' });
    expect(report.table).toEqual({
      columns: [
        { name: 'launches', unit: 'launches' },
        { name: 'new', unit: 'users' },
        { name: 'visitors', unit: 'users' },
        { name: 'left', unit: 'users' },
        { name: 'live', unit: 'users' },
        { name: 'conversions', unit: 'conversions' },
        { name: 'EUR', unit: 'money', currency: 'EUR' },
        { name: 'XTR', unit: 'money', currency: 'XTR' },
      ],
      rows: expected[model],
      totals: total,
    });
  });

  test('behind every number stand its users', async () => {
    const model = 'last_significant';
    const { columns, rows, totals } = await loadTable(bot, { model });
    const numbers: { name?: string; values: (number | null)[] }[] = [...rows, { values: totals }];
    for (const { name: line, values } of numbers) {
      for (const [index, { name: column, unit }] of columns.entries()) {
        const users = await bot.users({ type, period, targets, model, line, column });
        const isCount = unit === 'users' || column === 'conversions';
        const exactly = isCount || values[index] === 0 ? values[index] : expect.any(Number);
        expect({ line, column, users: users.length }).toEqual({ line, column, users: exactly });
      }
    }
    expect(await bot.users({ type, period, targets, model, line: 'ads', column: 'launches' })).toMatchObject([
      { first_name: 'Eve' },
      { first_name: 'Ann' },
      { first_name: 'Ben' },
    ]);
    await expect(bot.users({ type, period, targets, model, column: 'luck' })).rejects.toMatchObject({
      code: 'InvalidPlace',
    });
  });

  test('a filter by source leaves the users of that source, and their launches from everywhere', async () => {
    const table = await loadTable(bot, { model: 'first', filter: 'source:catalog' });
    expect(table.rows).toEqual([
      { name: 'catalog', values: [0, 0, 1, 0, 1, 1, 100] },
      { name: 'ads', values: [1, 0, 0, 0, 0, 0, 0] },
      { name: 'site', values: [1, 0, 0, 0, 0, 0, 0] },
    ]);
  });

  test('a day is a smaller period: users have the source that they have at its end', async () => {
    const table = await loadTable(bot, { model: 'last', period: '2024-03-01..2024-03-01' });
    expect(table.rows).toEqual([
      { name: 'site', values: [2, 1, 2, 0, 2, 0] },
      { name: 'old', values: [0, 0, 0, 0, 1, 0] },
      { name: '', values: [1, 1, 1, 1, 1, 0] },
    ]);
  });
});

/* s000 to s104 bring a user each, s000 and s001 two; the last three in the order of their names share a row with nobody new. */
test('the hundred largest values have rows, all others share one; direct ones keep theirs', async () => {
  const bot = await ingestHistory(store, (journey) => {
    journey.at('2024-03-01T10:00:00Z');
    for (let index = 104; index >= 0; index -= 1) {
      const source = `s${String(index).padStart(3, '0')}`;
      journey.user('Ann').sends(`/start ${source}`);
      if (index < 2) journey.user('Ben').sends(`/start ${source}`);
    }
    journey.user('Cid').sends('hello');
  });

  const { rows, totals } = await loadTable(bot);

  expect(rows).toHaveLength(102);
  expect(rows[0]).toEqual({ name: 's000', values: [2, 2, 2, 0, 2, 0] });
  expect(rows[99]).toEqual({ name: 's099', values: [1, 1, 1, 0, 1, 0] });
  expect(rows[100]).toEqual({ name: '', values: [1, 1, 1, 0, 1, 0] });
  expect(rows[101]).toEqual({ name: othersName, others: 5, values: [5, 5, 5, 0, 5, 0] });
  expect(totals).toEqual([108, 108, 108, 0, 108, 0]);
  for (const column of ['launches', 'new', 'visitors', 'live']) {
    expect(await bot.users({ type, period, line: othersName, column })).toHaveLength(5);
  }
});
