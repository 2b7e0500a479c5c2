import {
  actionTypes,
  comparisonsOfNumbers,
  type EventMatch,
  fieldOperators,
  propertyValues,
  SegmentCondition,
  type SegmentGroup,
  type Times,
  updateKinds,
  userProperties,
  type When,
} from '@botscope/contract';
import fc from 'fast-check';

// Everything that the contract's rules can be, for properties.

const word = fc.string({ minLength: 1, maxLength: 30 }).filter((text) => text.trim() === text && text !== '');
const value = fc.string({ maxLength: 30 });
const values = fc.array(value, { minLength: 1, maxLength: 4 });
const days = fc.integer({ min: 1, max: 3_650 });
const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const kind = <Kind extends string>(name: Kind) => fc.constant(name);

const anyWhen: fc.Arbitrary<When> = fc.oneof(
  fc.record({ kind: kind('ever') }),
  fc.record({ kind: kind('last'), days }),
  fc.record({ kind: kind('before'), days }),
  fc.record({ kind: kind('between'), from: day, to: day }),
);

const anyEvent: fc.Arbitrary<EventMatch> = fc.oneof(
  fc.record({ kind: kind('action'), types: fc.uniqueArray(fc.constantFrom(...actionTypes), { maxLength: 4 }) }),
  fc.record({ kind: kind('command'), name: word }),
  fc.record({ kind: kind('button'), data: word, match: fc.constantFrom('exact', 'begins') }),
  fc.record({ kind: kind('text'), text: word, match: fc.constantFrom('exact', 'contains', 'pattern') }),
  fc.record({ kind: kind('start'), payload: value }),
  fc.record({ kind: kind('start_param'), param: word, value }),
  fc.record({ kind: kind('target'), target_id: fc.integer({ min: 1, max: 1_000 }) }),
  fc.record({ kind: kind('webapp'), name: word }),
  fc.record({ kind: kind('site_event'), name: word }),
  fc.record({ kind: kind('update'), update: fc.constantFrom(...updateKinds) }),
  fc.record({
    kind: fc.constantFrom('campaign', 'campaign_button', 'campaign_link'),
    campaign_id: fc.integer({ min: 0, max: 999_999_999 }),
  }),
  fc.record({ kind: fc.constantFrom('payment', 'received', 'blocked', 'unblocked') }),
);

const comparison = fc.constantFrom(...comparisonsOfNumbers);
const anyTimes: fc.Arbitrary<Times> = fc.oneof(
  fc.record({ of: kind('count'), is: comparison, number: fc.integer({ min: 0, max: 1_000_000 }) }),
  fc.record({
    of: kind('sum'),
    is: comparison,
    amount: fc.integer({ min: 0, max: 1_000_000_000_000 }),
    currency: fc.constantFrom('XTR', 'EUR', 'JPY', 'QQQ'),
  }),
);

export const anyCondition: fc.Arbitrary<SegmentCondition> = fc.oneof(
  fc.constantFrom(...userProperties).chain((property) =>
    fc.record({
      kind: kind('property'),
      property: fc.constant(property),
      not: fc.boolean(),
      values: propertyValues[property]
        ? fc.uniqueArray(fc.constantFrom(...propertyValues[property]), { minLength: 1 })
        : values,
    }),
  ),
  fc.record({ kind: kind('seen'), seen: fc.constantFrom('first', 'last'), when: anyWhen }),
  fc.record(
    {
      kind: kind('source'),
      model: fc.constantFrom('first', 'last', 'last_significant'),
      parameter: word,
      not: fc.boolean(),
      values,
    },
    { requiredKeys: ['kind', 'not', 'values'] },
  ),
  fc
    .record({
      kind: kind('field'),
      key: fc.stringMatching(/^[\w-]{1,64}$/),
      is: fc.constantFrom(...fieldOperators),
      values: fc.array(value, { maxLength: 4 }),
    })
    .filter((condition) => SegmentCondition.safeParse(condition).success),
  fc.record({ kind: kind('event'), did: fc.boolean(), event: anyEvent, times: anyTimes, when: anyWhen }),
  fc.record({ kind: kind('segment'), segment_id: fc.integer({ min: 1, max: 1_000 }), not: fc.boolean() }),
  fc.record({
    kind: kind('share'),
    percent: fc.double({ min: 0.001, max: 100, noNaN: true }),
    seed: fc.integer({ min: 0, max: 2 ** 31 }),
  }),
);

const match = fc.constantFrom('all', 'any');
const buildGroup = (rule: fc.Arbitrary<SegmentGroup['rules'][number]>): fc.Arbitrary<SegmentGroup> =>
  fc.record({ match, rules: fc.array(rule, { maxLength: 3 }) });
const inner = buildGroup(anyCondition);
const middle = buildGroup(fc.oneof(anyCondition, inner));

/** At most 27 conditions, three deep. */
export const anyRules: fc.Arbitrary<SegmentGroup> = buildGroup(fc.oneof(anyCondition, middle));
