import type {
  EventMatch,
  SegmentCondition,
  SegmentGroup,
  Times,
  UnsubscribeReasonFilter,
  When,
} from '@botscope/contract';
import { shiftDay } from '@botscope/testkit/oracle/calendar.ts';
import fc from 'fast-check';
import type { NamedSegment } from '../query/segments/segment-context.ts';
import { everyTrigger } from '../reports/conversions/test-targets.ts';

/** A segment of a list that only the store knows. */
export const list = (id: number): ReadonlyMap<number, NamedSegment> => new Map([[id, { name: 'List', kind: 'list' }]]);

/** Rules over what occurs in worlds, and now and then over what does not. */
export interface DrawnRules {
  rules: SegmentGroup;
  /** The rules of the segment 1, which the others may name. */
  named: SegmentGroup;
  /** Users' decisions about mailings: place among the world's users, and the reason; null = subscribed again. */
  decisions: readonly { place: number; at: number; reason: UnsubscribeReasonFilter | null }[];
  /** The present: days after the odd day, at noon UTC. */
  days: number;
  model: 'first' | 'last' | 'last_significant';
  /** Hidden commands are approved. */
  hides: boolean;
}

const timeframe = (day: string): fc.Arbitrary<When> =>
  fc.oneof(
    fc.constant<When>({ kind: 'ever' }),
    fc.integer({ min: 1, max: 40 }).map((days): When => ({ kind: 'last', days })),
    fc.integer({ min: 1, max: 40 }).map((days): When => ({ kind: 'before', days })),
    fc.tuple(fc.integer({ min: -40, max: 2 }), fc.integer({ min: 0, max: 40 })).map(
      ([from, extraDays]): When => ({
        kind: 'between',
        from: shiftDay(day, from),
        to: shiftDay(day, from + extraDays),
      }),
    ),
  );

const events: fc.Arbitrary<EventMatch> = fc.constantFrom<EventMatch[]>(
  { kind: 'action', types: [] },
  { kind: 'action', types: [] },
  { kind: 'action', types: ['text', 'photo'] },
  { kind: 'action', types: ['edited', 'reaction', 'payment'] },
  { kind: 'command', name: '/help' },
  { kind: 'command', name: '/HELP' },
  { kind: 'command', name: 'Menu' },
  { kind: 'button', data: 'menu', match: 'exact' },
  { kind: 'button', data: 'order:', match: 'begins' },
  { kind: 'text', text: 'Yes', match: 'exact' },
  { kind: 'text', text: `Yes, ${'really '.repeat(10)}`.trim(), match: 'exact' },
  { kind: 'text', text: 'REALLY', match: 'contains' },
  { kind: 'text', text: '^order \\d+$', match: 'pattern' },
  { kind: 'start', payload: '' },
  { kind: 'start', payload: 'promo' },
  { kind: 'start_param', param: 'source', value: '' },
  { kind: 'start_param', param: 'source', value: 'ads' },
  { kind: 'payment' },
  { kind: 'payment' },
  { kind: 'webapp', name: 'checkout' },
  { kind: 'update', update: 'callback_query' },
  { kind: 'received' },
  { kind: 'blocked' },
  { kind: 'unblocked' },
  ...everyTrigger.map(({ id }): EventMatch => ({ kind: 'target', target_id: id })),
);

const times: fc.Arbitrary<Times> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Times>({ of: 'count', is: 'at_least', number: 1 }) },
  {
    weight: 3,
    arbitrary: fc.record({
      of: fc.constant('count' as const),
      is: fc.constantFrom('at_least' as const, 'at_most' as const, 'exactly' as const),
      number: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      of: fc.constant('sum' as const),
      is: fc.constantFrom('at_least' as const, 'at_most' as const, 'exactly' as const),
      amount: fc.constantFrom(0, 1, 100, 500, 1_000),
      currency: fc.constantFrom('XTR', 'EUR', 'USD'),
    }),
  },
);

const values = {
  status: ['live', 'left'],
  chat: ['open', 'never_opened', 'blocked', 'deleted'],
  language: ['en', 'ru', 'pt-br', ''],
  premium: ['yes', 'no'],
  gender: ['male', 'female', 'unknown'],
  username: ['yes', 'no'],
  first_name: ['yes', 'no'],
  last_name: ['yes', 'no'],
  unsubscribed: ['yes', 'no'],
  unsubscribe_reason: ['own', 'requested', 'complained', 'other'],
} as const;

const condition = (day: string): fc.Arbitrary<SegmentCondition> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('event' as const),
        did: fc.boolean(),
        event: events,
        times,
        when: timeframe(day),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...(Object.keys(values) as (keyof typeof values)[])).chain((property) =>
        fc.record({
          kind: fc.constant('property' as const),
          property: fc.constant(property),
          not: fc.boolean(),
          values: fc.subarray<string>([...values[property]], { minLength: 1, maxLength: 2 }),
        }),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('property' as const),
        property: fc.constant('country' as const),
        not: fc.boolean(),
        values: fc.subarray(['RU', 'DE', 'HK', 'PR', ''], { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('seen' as const),
        seen: fc.constantFrom('first' as const, 'last' as const),
        when: timeframe(day),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record(
        {
          kind: fc.constant('source' as const),
          model: fc.constantFrom('first' as const, 'last' as const, 'last_significant' as const),
          parameter: fc.constantFrom('medium', 'source', 'none'),
          not: fc.boolean(),
          values: fc.subarray(['', 'ads', 'site', 'mail', 'catalog'], { minLength: 1, maxLength: 2 }),
        },
        { requiredKeys: ['kind', 'not', 'values'] },
      ),
    },
  );

const group = <Rule extends SegmentGroup['rules'][number]>(rule: fc.Arbitrary<Rule>): fc.Arbitrary<SegmentGroup> =>
  fc.record({
    match: fc.constantFrom('all' as const, 'any' as const),
    rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
  });

/** Random rules, up to three groups deep. `day` is the odd day of the world. */
export function drawRules(day: string): fc.Arbitrary<DrawnRules> {
  const one = condition(day);
  const leaf = fc.oneof(
    { weight: 9, arbitrary: one },
    {
      weight: 1,
      arbitrary: fc
        .boolean()
        .map((isNegated): SegmentCondition => ({ kind: 'segment', segment_id: 1, not: isNegated })),
    },
  );
  const inner = fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: group(leaf) });
  const middle = fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 2, arbitrary: group(inner) });
  return fc.record({
    rules: group<SegmentGroup['rules'][number]>(middle),
    named: group(one),
    decisions: fc.uniqueArray(
      fc.record({
        place: fc.nat({ max: 7 }),
        at: fc.integer({ min: 1, max: 1_000 }),
        reason: fc.constantFrom('own' as const, 'requested' as const, 'complained' as const, 'other' as const, null),
      }),
      { maxLength: 12, selector: ({ place, at }) => `${place} ${at}` },
    ),
    days: fc.constantFrom(2, 0, 30, 90),
    model: fc.constantFrom('first' as const, 'last' as const, 'last_significant' as const),
    hides: fc.boolean(),
  });
}
