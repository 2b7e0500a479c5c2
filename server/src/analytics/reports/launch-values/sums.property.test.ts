import { type ReportLine, type ReportTable, sourceDeterminations, utmMeasures } from '@botscope/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { everyTrigger } from '../conversions/test-targets.ts';
import { testReport } from '../test-query.ts';
import { drawWorld, worldEvents } from '../test-world-history.ts';
import { worlds } from '../test-worlds.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

const add = (numbers: readonly (number | null)[]) => numbers.reduce<number>((sum, number) => sum + (number ?? 0), 0);

/** A column's sum over the rows. */
function sumColumn(table: ReportTable | undefined, column: string): number {
  const index = table?.columns.findIndex(({ name }) => name === column) ?? -1;
  return index < 0 ? 0 : add(table?.rows.map(({ values }) => values[index] ?? 0) ?? []);
}

/** Lines added up, the total last. */
const sumLines = (lines: readonly ReportLine[]) =>
  [...(lines[0]?.values ?? []), 0].map((_, index) =>
    add(lines.map(({ values, total }) => [...values, total][index] ?? 0)),
  );

const question = fc.record({
  // A failing world is drawn, so that one sees what happened in it.
  world: worlds.map((world) => ({ ...world, [fc.toStringMethod]: () => drawWorld(world) })),
  model: fc.constantFrom(...sourceDeterminations),
  parameter: fc.constantFrom('source', 'medium', 'none'),
});

test('the values add up to the totals of all users in every model', async () => {
  await fc.assert(
    fc.asyncProperty(question, async ({ world, model, parameter }) => {
      const bot = store.freshBot();
      await store.write(worldEvents(world, bot));
      const { zone: timeZone, day } = world.odd;
      const query = {
        bot,
        timeZone,
        period: `${day}..${day}`,
        sessionGapMinutes: 30,
        targets: everyTrigger,
        detail: 'hour',
      };
      const ask = (type: string, overrides: object = {}) =>
        testReport(
          { store, now: () => Date.parse('2030-01-01T00:00:00Z') },
          { ...query, type, model, parameter, ...overrides },
        );
      const loadLines = async (type: string, name?: string) => {
        const { lines } = await ask(type);
        return lines.filter((line) => name === undefined || line.name === name);
      };

      const totals = {
        new: sumLines(await loadLines('new_users')),
        visitors: sumLines(await loadLines('visitors')),
        left: sumLines(await loadLines('left_users')),
        live: sumLines(await loadLines('count_users', 'live')),
      };
      const targets = (await ask('conversion_summary')).table;
      const values = (await ask('utm_summary')).table;
      const sources = (await ask('conversion_sources')).table;

      for (const column of ['new', 'visitors', 'left', 'live'] as const) {
        expect([column, sumColumn(values, column)]).toEqual([column, totals[column].at(-1)]);
      }
      const currencies = targets?.columns.flatMap(({ currency }) => currency ?? []) ?? [];
      for (const column of ['conversions', ...currencies]) {
        expect([column, sumColumn(values, column)]).toEqual([column, sumColumn(targets, column)]);
        expect([column, sumColumn(sources, column)]).toEqual([column, sumColumn(targets, column)]);
      }
      expect(sumColumn(sources, 'visitors')).toBe(totals.visitors.at(-1));

      for (const measure of utmMeasures) {
        const { lines } = await ask('utm_charts', { measure });
        const sums = sumLines(lines);
        expect([measure, sums.at(-1)]).toEqual([measure, sumColumn(values, measure)]);
        if (measure === 'launches' || measure === 'conversions') expect(add(sums.slice(0, -1))).toBe(sums.at(-1));
        else expect([measure, sums]).toEqual([measure, totals[measure]]);
      }
    }),
    { numRuns: 5, seed: 4 },
  );
}, 120_000);
