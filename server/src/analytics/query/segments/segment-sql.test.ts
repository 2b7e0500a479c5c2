import type { SegmentCondition, SegmentGroup, Times, When } from '@botscope/contract';
import { expect, test } from 'vitest';
import { goldenFile } from '../../test-golden.ts';
import type { NamedSegment, SegmentContext } from './segment-context.ts';
import { resolveStretch } from './segment-context.ts';
import { compileSegment } from './segment-sql.ts';

const defaultTimes: Times = { of: 'count', is: 'at_least', number: 1 };
const lastWeek: When = { kind: 'last', days: 7 };
const event = (overrides: Partial<Extract<SegmentCondition, { kind: 'event' }>>): SegmentCondition => ({
  kind: 'event',
  did: true,
  event: { kind: 'command', name: '/buy' },
  times: defaultTimes,
  when: lastWeek,
  ...overrides,
});
const all = (...rules: SegmentGroup['rules'][number][]): SegmentGroup => ({ match: 'all', rules });
const any = (...rules: SegmentGroup['rules'][number][]): SegmentGroup => ({ match: 'any', rules });
const segmentIs = (id: number): SegmentCondition => ({ kind: 'segment', segment_id: id, not: false });

const context = (segmentsById: Record<number, NamedSegment> = {}): SegmentContext => ({
  asOf: Date.parse('2024-03-31T22:00:00Z'),
  timeZone: 'Europe/Berlin',
  isNow: true,
  reading: { model: 'first', sourceParameter: 'source', hiddenCommands: ['Basket'], callbackMaxLength: 64 },
  targets: [{ id: 7, trigger: { kind: 'api' }, value: { kind: 'fixed', amount: 500, currency: 'EUR' } }],
  segments: new Map(Object.entries(segmentsById).map(([id, segment]) => [Number(id), segment])),
  fields: new Map([
    ['age', 'number'],
    ['paid', 'boolean'],
    ['born', 'date'],
    ['tags', 'list'],
  ]),
});
const compileSql = (rules: SegmentGroup, segmentContext = context()): string =>
  compileSegment(rules, segmentContext, 'segment').ofUsersRow;

test('conditions are the reviewed texts', async () => {
  const rules: Record<string, SegmentGroup> = {
    'did once, of three conditions about one table': all(
      event({}),
      event({ did: false, event: { kind: 'button', data: 'no', match: 'begins' } }),
      event({ times: { of: 'count', is: 'at_most', number: 3 }, when: { kind: 'ever' } }),
    ),
    'was active, and paid a sum': all(
      event({ event: { kind: 'action', types: [] } }),
      event({ event: { kind: 'payment' }, times: { of: 'sum', is: 'at_least', amount: 100, currency: 'XTR' } }),
    ),
    'a target, a text, a launch': any(
      event({
        event: { kind: 'target', target_id: 7 },
        times: { of: 'sum', is: 'at_least', amount: 1, currency: 'EUR' },
      }),
      event({ event: { kind: 'text', text: 'price', match: 'contains' } }),
      event({ event: { kind: 'start_param', param: 'medium', value: 'mail' } }),
    ),
    'live, seen lately, a tenth of them': all(
      { kind: 'property', property: 'status', not: false, values: ['live'] },
      { kind: 'seen', seen: 'last', when: lastWeek },
      { kind: 'share', percent: 10, seed: 3 },
    ),
    'got a campaign lately and pressed none of its buttons': all(
      event({ event: { kind: 'campaign', campaign_id: 101 } }),
      event({ did: false, event: { kind: 'campaign_button', campaign_id: 101 }, when: { kind: 'ever' } }),
    ),
    'opened a link of a campaign': all(event({ event: { kind: 'campaign_link', campaign_id: 101 } })),
    fields: all(
      { kind: 'field', key: 'age', is: 'at_least', values: ['18'] },
      { kind: 'field', key: 'paid', is: 'is_not', values: ['yes'] },
      { kind: 'field', key: 'born', is: 'in_last_days', values: ['30'] },
      { kind: 'field', key: 'tags', is: 'has_any', values: ['a', 'b'] },
    ),
  };
  const texts = Object.entries(rules).map(([name, group]): [string, string] => [name, compileSql(group)]);
  await expect(goldenFile(texts)).toMatchFileSnapshot('segments.golden.sql');
});

test('conditions about one table are one look at it, however deep they are', () => {
  const looks = (group: SegmentGroup): number => compileSql(group).split('FROM events FINAL').length - 1;
  expect(looks(all(event({}), event({ did: false }), any(event({}), event({}))))).toBe(1);
});

test('values travel as parameters only', () => {
  const rules = all(
    event({ event: { kind: 'command', name: "/o'1" } }),
    event({ event: { kind: 'text', text: "o'2", match: 'pattern' } }),
    { kind: 'source', parameter: "o'3", not: false, values: ["o'4"] },
    { kind: 'property', property: 'language', not: true, values: ["o'5"] },
  );
  const { ofUsersRow, params } = compileSegment(rules, context(), 'segment');
  expect(ofUsersRow).not.toContain("o'");
  expect(JSON.stringify(params)).toContain("o'1");
  expect(Object.keys(params).every((name) => /^segment_\d+$/.test(name))).toBe(true);
});

const rejectedRules: [string, SegmentGroup, string][] = [
  ['a field that is not there', all({ kind: 'field', key: 'no', is: 'is_set', values: [] }), 'InvalidField'],
  ['an operator of another type', all({ kind: 'field', key: 'paid', is: 'at_least', values: ['1'] }), 'InvalidField'],
  ['no number', all({ kind: 'field', key: 'age', is: 'is', values: ['old'] }), 'InvalidField'],
  [
    'no day of the calendar',
    all({ kind: 'field', key: 'born', is: 'at_least', values: ['2024-02-31'] }),
    'InvalidField',
  ],
  ['no day', all({ kind: 'field', key: 'born', is: 'at_least', values: ['today'] }), 'InvalidField'],
  ['a target that is not there', all(event({ event: { kind: 'target', target_id: 8 } })), 'InvalidField'],
  ['a segment that is not there', all(segmentIs(9)), 'InvalidField'],
  ['a segment in itself', all(segmentIs(1)), 'SegmentCycle'],
  ['a segment in itself, through another one', all(segmentIs(2)), 'SegmentCycle'],
];
test.each(rejectedRules)('%s is refused', (_, rules, code) => {
  const cyclicContext = context({
    1: { name: 'One', kind: 'dynamic', rules: all(segmentIs(1)) },
    2: { name: 'Two', kind: 'dynamic', rules: all(segmentIs(3)) },
    3: { name: 'Three', kind: 'dynamic', rules: any(segmentIs(2)) },
  });
  expect(() => compileSql(rules, cyclicContext)).toThrow(expect.objectContaining({ code }));
});

/* Berlin puts the clock forward on 31 March 2024, the last day that counts: it has 23 hours. */
test.each<[When, string, string]>([
  [{ kind: 'ever' }, '1970-01-01T00:00:00.000Z', '2024-03-31T22:00:00.000Z'],
  [{ kind: 'last', days: 1 }, '2024-03-30T23:00:00.000Z', '2024-03-31T22:00:00.000Z'],
  [{ kind: 'last', days: 2 }, '2024-03-29T23:00:00.000Z', '2024-03-31T22:00:00.000Z'],
  [{ kind: 'before', days: 1 }, '1970-01-01T00:00:00.000Z', '2024-03-30T23:00:00.000Z'],
  [{ kind: 'between', from: '2024-03-30', to: '2024-03-31' }, '2024-03-29T23:00:00.000Z', '2024-03-31T22:00:00.000Z'],
  [{ kind: 'between', from: '2024-03-31', to: '2024-04-30' }, '2024-03-30T23:00:00.000Z', '2024-03-31T22:00:00.000Z'],
])('%j is from %s to %s', (timeframe, start, end) => {
  const stretch = resolveStretch(timeframe, context());
  expect([new Date(stretch.start).toISOString(), new Date(stretch.end).toISOString()]).toEqual([start, end]);
});
