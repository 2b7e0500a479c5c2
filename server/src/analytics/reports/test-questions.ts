import { builtInTargets, type Condition, type Dimension, formatFilter, type Report } from '@botscope/contract';
import { shiftDay } from '@botscope/testkit/oracle/calendar.ts';
import type { Question } from '@botscope/testkit/oracle/question.ts';
import fc from 'fast-check';
import type { ThrowawayStore } from '../../events/store/test-stores.ts';
import { everyTrigger } from './conversions/test-targets.ts';
import { testReport } from './test-query.ts';
import { startRules } from './test-world-history.ts';
import { hiddenTexts, oddDays, type World } from './test-worlds.ts';

/** Question about a world; days are counted from its odd day. */
export interface DrawnQuery
  extends Pick<
    Question,
    | 'type'
    | 'detail'
    | 'sessionGapMinutes'
    | 'hiddenCommands'
    | 'callbackMaxLength'
    | 'filter'
    | 'model'
    | 'parameter'
    | 'measure'
  > {
  /** First and last day. */
  days: readonly [number, number];
  compare: Question['compare'] | null;
  by: Dimension | null;
  /** Ids. */
  targets: readonly number[];
  /** Another zone than the world's own. */
  zone: string | null;
  /** The present: days after the odd day, at noon UTC. */
  now: number;
}

const days = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fc.integer({ min: -1, max: 0 }), fc.integer({ min: 0, max: 1 })) },
  { weight: 2, arbitrary: fc.tuple(fc.integer({ min: -3, max: 0 }), fc.integer({ min: 0, max: 4 })) },
  { weight: 1, arbitrary: fc.tuple(fc.integer({ min: -40, max: 0 }), fc.integer({ min: 0, max: 40 })) },
);

/** Values that occur in worlds, and one that does not. */
const valuesByDimension: Partial<Record<Dimension, readonly string[]>> = {
  source: ['', 'ads', 'site', 'nobody'],
  'param.medium': ['', 'mail'],
  'param.none': ['ads', 'catalog', ''],
  language: ['en', 'ru', 'pt-br', ''],
  premium: ['yes', 'no'],
  gender: ['male', 'female', 'unknown'],
  country: ['BR', ''],
  command: ['/help', '/start', 'menu', 'Menu', 'buy'],
  chat_type: ['private', 'supergroup', 'sender'],
  audience: ['new', 'returning'],
};
const dimensions = Object.keys(valuesByDimension) as Dimension[];

const condition: fc.Arbitrary<Condition> = fc.constantFrom(...dimensions).chain((dimension) =>
  fc.record({
    dimension: fc.constant(dimension),
    not: fc.boolean(),
    values: fc.subarray([...(valuesByDimension[dimension] ?? [])], { minLength: 1, maxLength: 2 }),
  }),
);
const filter = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: condition.map((one) => [[one]]) },
  {
    weight: 1,
    arbitrary: fc.array(fc.array(condition, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 }),
  },
);

export interface QueryOptions {
  types: readonly string[];
  /** Dimensions that the reports can be broken down by; none: reports without a breakdown. */
  by?: readonly Dimension[];
  /** False: without filters of users. */
  isFiltered?: boolean;
}

/** Dimensions that users and actions can be divided by. */
export const dividing = dimensions.filter((dimension) => dimension !== 'command');

/** Ids. */
const builtIn: number[] = Object.values(builtInTargets);
const ownTargets = everyTrigger.map(({ id }) => id).filter((id) => !builtIn.includes(id));

export function drawQuery({ types, by = [], isFiltered = true }: QueryOptions): fc.Arbitrary<DrawnQuery> {
  return fc
    .record({
      type: fc.constantFrom(...types),
      days,
      detail: fc.constantFrom('day' as const, 'hour' as const, 'week' as const, 'month' as const),
      compare: fc.option(fc.constantFrom('previous' as const, 'year' as const), { freq: 6 }),
      zone: fc.option(fc.constantFrom(...oddDays.map(({ zone }) => zone)), { freq: 4 }),
      sessionGapMinutes: fc.constantFrom(30, 5, 90, 240),
      hiddenCommands: fc.constantFrom<string[]>([], hiddenTexts),
      callbackMaxLength: fc.constantFrom(64, 3),
      now: fc.constantFrom(365, 1, 0),
      filter: isFiltered ? filter : fc.constant([]),
      by: by.length === 0 ? fc.constant(null) : fc.constantFrom(...by),
      model: fc.constantFrom('first' as const, 'last' as const, 'last_significant' as const),
      targets: fc
        .tuple(fc.constantFrom(builtIn, []), fc.subarray(ownTargets, { maxLength: 4 }))
        .map((ids) => ids.flat()),
      parameter: fc.constantFrom('source', 'source', 'medium', 'none'),
      measure: fc.constantFrom(
        'launches' as const,
        'new' as const,
        'visitors' as const,
        'left' as const,
        'conversions' as const,
      ),
    })
    .map((query): DrawnQuery => {
      // Hours of many days say nothing that hours of a few do not.
      const isLong = query.days[1] - query.days[0] > 8;
      return isLong && query.detail === 'hour' ? { ...query, detail: 'week' } : query;
    });
}

/** The question in full, about the days of a world. */
export function buildQuestion({ odd }: World, query: DrawnQuery): Question {
  const {
    days: [first, last],
    now,
    zone,
    compare,
    by,
    targets,
    ...rest
  } = query;
  return {
    ...rest,
    ...(compare ? { compare } : {}),
    ...(by ? { by } : {}),
    from: shiftDay(odd.day, first),
    to: shiftDay(odd.day, last),
    zone: zone ?? odd.zone,
    now: Date.parse(`${shiftDay(odd.day, now)}T12:00:00Z`),
    rules: startRules,
    targets: everyTrigger.filter(({ id }) => targets.includes(id)),
  };
}

/** Asks the store. */
export function ask(store: ThrowawayStore, bot: string, question: Question): Promise<Report> {
  const { from, to, zone, now, filter: conditions, rules, ...rest } = question;
  return testReport(
    { store, now: () => now },
    {
      ...rest,
      bot,
      period: `${from}..${to}`,
      timeZone: zone,
      filter: formatFilter(conditions),
      sourceParameter: rules.sourceParam,
    },
  );
}
