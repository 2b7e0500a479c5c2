import type { Condition, Dimension } from '@botscope/contract';
import { attributed } from './attribution.ts';
import type { Span } from './calendar.ts';
import { commandName } from './commands.ts';
import { actionsIn, firstContacts } from './fact-sets.ts';
import type { Fact } from './facts/fact.ts';
import { type Question, sourceParameterOf } from './question.ts';
import { countryOf, guessGender, newestProfiles } from './users.ts';

/** Users and actions that a filter, or one line of a breakdown, lets through. */
interface UserSelection {
  /** A user, in reports of users. */
  hasUser(userId: number): boolean;
  /** An action, in reports of actions: its own chat type is looked at. */
  hasAction(event: Fact): boolean;
}

/** A condition; `isComplement`: everything outside the values, including users without an id. */
export interface FilterTerm extends Condition {
  isComplement?: boolean;
}

export type FilterTerms = readonly (readonly FilterTerm[])[];

/** Everything that ever happened, each thing once. */
interface World {
  facts: readonly Fact[];
}

/** Creates a selection; values of dimensions are read from everything known, about one period. */
export function selectUsers(filter: FilterTerms, world: World, span: Span, question: Question): UserSelection {
  const readValue = createValueReader(world, span, question);
  const hasUser = (userId: number, { isComplement = false, dimension, not, values }: FilterTerm): boolean => {
    const match = readValue(dimension, userId);
    const holds = match.isKnown && match.isAmong(values, not);
    return isComplement ? !holds : holds;
  };
  const hasAction = (event: Fact, term: FilterTerm): boolean => {
    if (term.dimension !== 'chat_type') return hasUser(event.userId, term);
    const holds = term.values.includes(event.chatType) !== term.not;
    return term.isComplement ? !holds : holds;
  };
  return {
    hasUser: (userId) => filter.length === 0 || filter.some((group) => group.every((one) => hasUser(userId, one))),
    hasAction: (event) => filter.length === 0 || filter.some((group) => group.every((one) => hasAction(event, one))),
  };
}

interface ValueMatch {
  /** Users who never contacted the bot, and those without an id, match no condition. */
  isKnown: boolean;
  isAmong(values: readonly string[], not: boolean): boolean;
}

function createValueReader(world: World, span: Span, question: Question) {
  const firsts = firstContacts(world.facts);
  const acted = actionsIn(world.facts, span);
  return (dimension: Dimension, userId: number): ValueMatch => {
    const isKnown = firsts.has(userId);
    const userActions = acted.filter((event) => event.userId === userId);
    if (dimension === 'chat_type') {
      // Users with an action in such a chat: not "with none of the others".
      return {
        isKnown,
        isAmong: (values, isNegated) => userActions.some(({ chatType }) => values.includes(chatType) !== isNegated),
      };
    }
    if (dimension === 'command') {
      const commands = userActions.map((event) => commandName(event, question));
      return {
        isKnown,
        isAmong: (values, isNegated) => commands.some((name) => name !== null && values.includes(name)) !== isNegated,
      };
    }
    const value = isKnown ? valueOfUser(dimension, userId, world, span, question) : '';
    return { isKnown, isAmong: (values, isNegated) => values.includes(value) !== isNegated };
  };
}

/** The ten values with the most users who acted in the period, most first, equals by their text. */
export function topValues(dimension: Dimension, world: World, span: Span, question: Question): string[] {
  const users = new Map<string, Set<number>>();
  const note = (value: string, userId: number) => users.set(value, (users.get(value) ?? new Set()).add(userId));
  const selection = selectUsers(question.filter, world, span, question);
  for (const event of actionsIn(world.facts, span)) {
    if (event.userId === 0 || !selection.hasAction(event)) continue;
    if (dimension === 'chat_type') note(event.chatType, event.userId);
    else note(valueOfUser(dimension, event.userId, world, span, question), event.userId);
  }
  return [...users]
    .sort(([a, ofA], [b, ofB]) => ofB.size - ofA.size || (a < b ? -1 : 1))
    .slice(0, 10)
    .map(([value]) => value);
}

/** The value of a dimension of which each user has exactly one. */
export function valueOfUser(
  dimension: Dimension,
  userId: number,
  { facts }: World,
  span: Span,
  question: Question,
): string {
  const profile = newestProfiles(facts).get(userId);
  const first = firstContacts(facts).get(userId) ?? Number.POSITIVE_INFINITY;
  switch (dimension) {
    case 'language':
      return profile?.language ?? '';
    case 'premium':
      return profile?.isPremium ? 'yes' : 'no';
    case 'gender':
      return profile ? guessGender(profile).gender : 'unknown';
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
