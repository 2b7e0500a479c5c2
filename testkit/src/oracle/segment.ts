import type { Condition, Dimension } from '@botscope/contract';
import { attributed } from './attribution.ts';
import type { Span } from './calendar.ts';
import { commandName } from './commands.ts';
import type { Fact } from './facts/fact.ts';
import { actionsIn, firstMeetings } from './happenings.ts';
import { countryOf, genderOf, newestProfiles } from './people.ts';
import { type Question, sourceParameterOf } from './question.ts';

/** What a filter, or one line of a breakdown, lets through. */
interface Segment {
  /** A person, in reports of people. */
  hasPerson(userId: number): boolean;
  /** An action, in reports of actions: its own chat type is looked at. */
  hasAction(event: Fact): boolean;
}

/** A condition; `isRest`: whatever is outside the values, people without an id too. */
export interface Wanted extends Condition {
  isRest?: boolean;
}

export type WantedFilter = readonly (readonly Wanted[])[];

/** Everything that ever happened, each thing once. */
interface World {
  facts: readonly Fact[];
}

/** What the values of dimensions are read from: everything known, about one period. */
export function segmentOf(filter: WantedFilter, world: World, span: Span, question: Question): Segment {
  const about = valuesOf(world, span, question);
  const hasPerson = (userId: number, { isRest = false, dimension, not, values }: Wanted): boolean => {
    const found = about(dimension, userId);
    const holds = found.isKnown && found.isAmong(values, not);
    return isRest ? !holds : holds;
  };
  const hasAction = (event: Fact, wanted: Wanted): boolean => {
    if (wanted.dimension !== 'chat_type') return hasPerson(event.userId, wanted);
    const holds = wanted.values.includes(event.chatType) !== wanted.not;
    return wanted.isRest ? !holds : holds;
  };
  return {
    hasPerson: (userId) => filter.length === 0 || filter.some((group) => group.every((one) => hasPerson(userId, one))),
    hasAction: (event) => filter.length === 0 || filter.some((group) => group.every((one) => hasAction(event, one))),
  };
}

interface Found {
  /** People who never met the bot, and those without an id, meet no condition. */
  isKnown: boolean;
  isAmong(values: readonly string[], not: boolean): boolean;
}

function valuesOf(world: World, span: Span, question: Question) {
  const met = firstMeetings(world.facts);
  const acted = actionsIn(world.facts, span);
  return (dimension: Dimension, userId: number): Found => {
    const isKnown = met.has(userId);
    const own = acted.filter((event) => event.userId === userId);
    if (dimension === 'chat_type') {
      // Somebody with an action of such a kind: not "with none of the others".
      return { isKnown, isAmong: (values, not) => own.some(({ chatType }) => values.includes(chatType) !== not) };
    }
    if (dimension === 'command') {
      const used = own.map((event) => commandName(event, question));
      return {
        isKnown,
        isAmong: (values, not) => used.some((name) => name !== null && values.includes(name)) !== not,
      };
    }
    const value = isKnown ? valueOfPerson(dimension, userId, world, span, question) : '';
    return { isKnown, isAmong: (values, not) => values.includes(value) !== not };
  };
}

/** The ten values with the most people who acted in the period, most first, equals by their text. */
export function topValues(dimension: Dimension, world: World, span: Span, question: Question): string[] {
  const people = new Map<string, Set<number>>();
  const note = (value: string, userId: number) => people.set(value, (people.get(value) ?? new Set()).add(userId));
  const segment = segmentOf(question.filter, world, span, question);
  for (const event of actionsIn(world.facts, span)) {
    if (event.userId === 0 || !segment.hasAction(event)) continue;
    if (dimension === 'chat_type') note(event.chatType, event.userId);
    else note(valueOfPerson(dimension, event.userId, world, span, question), event.userId);
  }
  return [...people]
    .sort(([a, ofA], [b, ofB]) => ofB.size - ofA.size || (a < b ? -1 : 1))
    .slice(0, 10)
    .map(([value]) => value);
}

/** The one value of a dimension of which everybody has one. */
export function valueOfPerson(
  dimension: Dimension,
  userId: number,
  { facts }: World,
  span: Span,
  question: Question,
): string {
  const profile = newestProfiles(facts).get(userId);
  const first = firstMeetings(facts).get(userId) ?? Number.POSITIVE_INFINITY;
  switch (dimension) {
    case 'language':
      return profile?.language ?? '';
    case 'premium':
      return profile?.isPremium ? 'yes' : 'no';
    case 'gender':
      return profile ? genderOf(profile).gender : 'unknown';
    case 'country':
      return profile ? countryOf(profile) : '';
    case 'audience':
      return first < span.start ? 'returning' : first < span.end ? 'new' : 'not yet';
    default: {
      const parameter = dimension === 'source' ? sourceParameterOf(question) : dimension.slice('param.'.length);
      return attributed(facts, { userId, parameter, before: span.end }, question);
    }
  }
}
