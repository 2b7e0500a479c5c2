import type { SegmentCondition } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { normalizeCall } from '../../events/normalize/normalize-call.ts';
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
    const users = await bot.users({ type: 'visitors', period, segments, by: 'segment', line: '101 Live' });
    expect(users.map(({ first_name }) => first_name)).toEqual(['Ann', 'Dan']);
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

/*
 * | user | 10 January | 10 March                                   | left in March |
 * |------|------------|--------------------------------------------|---------------|
 * | Ann  | blocks     | a message to her is rejected: still absent | no            |
 * | Ben  | writes     | blocks, a message is rejected               | once          |
 * | Cid  | writes     | blocks, writes, a message is rejected       | twice         |
 */
describe('"blocked the bot" counts leavings', () => {
  const blocked = (operator: 'at_least' | 'exactly', number: number): SegmentCondition => ({
    kind: 'event',
    did: true,
    event: { kind: 'blocked' },
    times: { of: 'count', is: operator, number },
    when: { kind: 'between', from: '2024-03-01', to: '2024-03-31' },
  });
  test.each([
    [blocked('at_least', 1), ['Ben', 'Cid']],
    [blocked('exactly', 1), ['Ben']],
    [blocked('exactly', 2), ['Cid']],
    [blocked('exactly', 0), ['Ann']],
  ])('%j', async (condition, names) => {
    const bot = await ingestHistory(store, (journey) => {
      const [ann, ben, cid] = [1, 2, 3].map((id) => journey.user(['Ann', 'Ben', 'Cid'][id - 1] ?? '', { id }));
      journey.at('2024-01-10T10:00:00Z');
      for (const user of [ann, ben, cid]) user?.sends('hello');
      ann?.blocks();
      journey.at('2024-03-10T10:00:00Z');
      for (const user of [ben, cid]) user?.blocks();
      journey.at('2024-03-10T11:00:00Z');
      cid?.sends('again');
    });
    const rejected = [1, 2, 3].map((id) => {
      const call = normalizeCall({
        ...{ bot: bot.key, method: 'sendMessage', params: { chat_id: id, text: 'hi' }, status: 403 },
        ...{ date: '2024-03-10T12:00:00.000Z', receivedAt: Date.parse('2024-03-10T12:00:01Z') },
        response: { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' },
      });
      if ('rejected' in call) throw new Error(call.rejected);
      return call.event;
    });
    await store.write(rejected);
    const leftSegments = new Map<number, NamedSegment>([
      [101, { name: 'Left', kind: 'dynamic', rules: { match: 'all', rules: [condition] } }],
    ]);
    const users = await bot.users({
      ...{ type: 'new_users', period: '2024-01-01..2024-03-31', segments: leftSegments, filter: 'segment:101' },
    });
    expect(users.map((one) => one.first_name).sort()).toEqual(names);
  });
});
