import type { SegmentCondition } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import type { NamedSegment } from '../query/segments/segment-context.ts';
import { populationPeriod as period, populationScenario } from '../reports/population-scenario.ts';
import { ingestHistory, type TestBot } from '../reports/test-bot.ts';

let store: ThrowawayStore;
let bot: TestBot;
beforeAll(async () => {
  store = await openThrowawayStore();
  bot = await ingestHistory(store, populationScenario);
});
afterAll(() => store.close());

const live: SegmentCondition = { kind: 'property', property: 'status', not: false, values: ['live'] };
const wrote: SegmentCondition = {
  kind: 'event',
  did: true,
  event: { kind: 'action', types: ['text'] },
  times: { of: 'count', is: 'at_least', number: 1 },
  when: { kind: 'ever' },
};
const segments = new Map<number, NamedSegment>([
  [101, { name: 'Live', kind: 'dynamic', rules: { match: 'all', rules: [live] } }],
  [102, { name: 'Wrote', kind: 'dynamic', rules: { match: 'all', rules: [wrote] } }],
]);

/* Table: population-scenario.ts. Live at the end are Ann and Dan; Ann alone wrote a text, on 4 March. */
describe('a segment in a report', () => {
  test('is a filter, whatever its name has become', async () => {
    const total = async (filter: string) =>
      (await bot.report({ type: 'visitors', period, segments, filter })).lines[0]?.total;

    expect(await total('')).toBe(3);
    expect(await total('segment:101%20Live')).toBe(2);
    expect(await total('segment:101%20Renamed')).toBe(2);
    expect(await total('segment:!101')).toBe(1);
    expect(await total('segment:101,102')).toBe(2);
    expect(await total('segment:101;segment:!102')).toBe(1);
  });

  test('is a breakdown, in which a user may be in several lines', async () => {
    const report = await bot.report({ type: 'visitors', period, segments, by: 'segment' });

    expect(report.lines.map(({ name, values, total }) => [name, values, total])).toEqual([
      ['102 Wrote', [0, 0, 0, 1], 1],
      ['101 Live', [0, 1, 0, 1], 2],
      ['\nothers', [1, 0, 0, 0], 1],
    ]);
    const people = await bot.people({ type: 'visitors', period, segments, by: 'segment', line: '101 Live' });
    expect(people.map(({ first_name }) => first_name)).toEqual(['Ann', 'Dan']);
  });

  test.each(['segment:103%20Gone', 'segment:Live', 'segment:'])('%s is refused', async (filter) => {
    await expect(bot.report({ type: 'visitors', period, segments, filter })).rejects.toMatchObject({
      code: 'InvalidFilter',
    });
  });

  test('divides no report that has one value for each user', async () => {
    const report = bot.report({ type: 'audience', period, segments, by: 'segment' });
    await expect(report).rejects.toMatchObject({ code: 'InvalidDimension' });
  });
});
