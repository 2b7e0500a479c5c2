import type { EventMatch, SegmentCondition, SegmentGroup, SegmentRule, Times, When } from '@botscope/contract';
import { attributed } from './attribution.ts';
import { isWithin, listBuckets, type Span, shiftDay, spanOf } from './calendar.ts';
import { chatStatesByCounting } from './chat-states.ts';
import { changes } from './churn.ts';
import { conversionsIn, eachCharge } from './conversions.ts';
import type { Delivery } from './deliveries.ts';
import { firstContacts } from './fact-sets.ts';
import type { Fact } from './facts/fact.ts';
import { readFacts } from './look.ts';
import { type Question, sourceParameterOf } from './question.ts';
import { guessGender, newestProfiles } from './users.ts';

/** Segments and lists that conditions may name, by id. */
export type OracleSegments = ReadonlyMap<number, SegmentGroup | ReadonlySet<number>>;

/** Subject of a selection: `to` of the question is the last day that counts, and `filter` is ignored. */
export interface SegmentQuestion {
  question: Question;
  segments: OracleSegments;
  /** Decisions of users and colleagues about mailings, in any order; `reason` is null where they were wanted again. */
  subscriptions?: readonly { userId: number; at: number; reason: string | null }[];
}

/** Selects users by rules, looking at each user alone: rising ids. */
export function selectByCounting(
  deliveries: readonly Delivery[],
  rules: SegmentGroup,
  { question, segments, subscriptions = [] }: SegmentQuestion,
): number[] {
  const facts = readFacts(deliveries, question.rules);
  const cutoff = endOfDay(question.to, question.zone);
  let chatStates: ReturnType<typeof chatStatesByCounting> | undefined;
  // As of now, whatever the moment.
  const chats = () => {
    chatStates ??= chatStatesByCounting(deliveries, question.rules);
    return chatStates;
  };
  return [...firstContacts(facts).keys()].filter((userId) => holds(rules, userId)).sort((one, other) => one - other);

  function holds(rule: SegmentRule, userId: number): boolean {
    if (!('rules' in rule)) return meets(rule, userId);
    if (rule.rules.length === 0) return true;
    const each = rule.rules.map((inner) => holds(inner, userId));
    return rule.match === 'all' ? !each.includes(false) : each.includes(true);
  }

  function meets(condition: SegmentCondition, userId: number): boolean {
    const userFacts = facts.filter((fact) => fact.userId === userId && fact.time < cutoff);
    switch (condition.kind) {
      case 'property':
        return condition.values.includes(readProperty(condition.property, userId)) !== condition.not;
      case 'seen': {
        const contacts = facts.filter((fact) => fact.userId === userId && fact.isContact).map(({ time }) => time);
        const contactTime = condition.seen === 'first' ? Math.min(...contacts) : Math.max(...contacts);
        return isWithin(contactTime, resolveSpan(condition.when));
      }
      case 'source': {
        const parameter = condition.parameter ?? sourceParameterOf(question);
        const model = condition.model ?? question.model;
        const value = attributed(facts, { userId, parameter, before: cutoff }, { ...question, model });
        return condition.values.includes(value) !== condition.not;
      }
      case 'event': {
        const span = resolveSpan(condition.when);
        return (
          compare(condition.times, computeAmount(condition.event, condition.times, userId, userFacts, span)) ===
          condition.did
        );
      }
      case 'segment': {
        const segment = segments.get(condition.segment_id);
        if (segment === undefined) throw new Error(`There is no segment ${condition.segment_id}`);
        const isIn = 'rules' in segment ? holds(segment, userId) : segment.has(userId);
        return isIn !== condition.not;
      }
      default:
        throw new Error(`Nobody counts ${condition.kind}`);
    }
  }

  function readProperty(property: string, userId: number): string {
    const profile = newestProfiles(facts).get(userId);
    switch (property) {
      case 'status': {
        const pastFacts = facts.filter((fact) => fact.time < cutoff);
        const last = changes(pastFacts).findLast((change) => change.userId === userId);
        return last?.to === 'left' ? 'left' : 'live';
      }
      case 'chat':
        return chats().get(userId) ?? 'never_opened';
      case 'language':
        return profile?.language ?? '';
      case 'premium':
        return profile?.isPremium ? 'yes' : 'no';
      case 'country': {
        const userFacts = facts.filter((fact) => fact.userId === userId);
        const sharedCountries = userFacts.flatMap(({ time, country }) =>
          time < cutoff && country !== null ? [{ time, country }] : [],
        );
        // Hits say what is known now, whatever the moment.
        const appCountries = userFacts.flatMap(({ time, appCountry: country }) =>
          country === '' ? [] : [{ time, country }],
        );
        return lastCountry(sharedCountries) || lastCountry(appCountries);
      }
      case 'gender':
        return profile ? guessGender(profile).gender : 'unknown';
      case 'first_name':
        return profile?.firstName ? 'yes' : 'no';
      case 'last_name':
        return profile?.lastName ? 'yes' : 'no';
      case 'unsubscribed':
        return findUnsubscribeReason(userId) === null ? 'no' : 'yes';
      case 'unsubscribe_reason':
        return findUnsubscribeReason(userId) ?? '';
      default:
        return profile?.username ? 'yes' : 'no';
    }
  }

  /** By the last decision; null for those who get mailings. */
  function findUnsubscribeReason(userId: number): string | null {
    let last: { at: number; reason: string | null } = { at: -1, reason: null };
    for (const decision of subscriptions) if (decision.userId === userId && decision.at > last.at) last = decision;
    return last.reason;
  }

  /** Counts the events, or sums the money of the currency. */
  function computeAmount(
    event: EventMatch,
    times: Times,
    userId: number,
    userFacts: readonly Fact[],
    span: Span,
  ): number {
    const sum = (paid: readonly { amount: number | null; currency: string }[]): number =>
      times.of === 'sum'
        ? paid.reduce((all, { amount, currency }) => all + (currency === times.currency ? (amount ?? 0) : 0), 0)
        : paid.length;
    if (event.kind === 'target' || event.kind === 'payment') {
      const targets = question.targets.filter(({ id }) => event.kind === 'target' && id === event.target_id);
      if (event.kind === 'payment' || targets[0]?.trigger.kind === 'purchase') {
        // The first payment ever of a charge counts, no matter whose.
        const charges = eachCharge(facts.filter((fact) => fact.time < cutoff && fact.userId !== 0));
        const userCharges = charges.filter((fact) => fact.userId === userId && isWithin(fact.time, span));
        return sum(times.of === 'count' ? userCharges.filter(({ amount }) => amount >= 0) : userCharges);
      }
      const look = { question: { ...question, targets }, facts, lives: userFacts } as unknown as Parameters<
        typeof conversionsIn
      >[0];
      const conversions = conversionsIn(look, span);
      return sum(times.of === 'count' ? conversions.filter(({ isRefund }) => !isRefund) : conversions);
    }
    if (event.kind === 'blocked') {
      if (times.of === 'sum') return 0;
      const leavings = changes(facts.filter((fact) => fact.time < cutoff && fact.userId === userId));
      return leavings.filter((change) => change.to === 'left' && isWithin(change.time, span)).length;
    }
    return sum(userFacts.filter((fact) => isWithin(fact.time, span) && matchesEvent(event, fact)));
  }

  function matchesEvent(event: EventMatch, fact: Fact): boolean {
    const { isAction, type, name } = fact;
    switch (event.kind) {
      case 'action':
        return isAction && (event.types.length === 0 || event.types.some((one) => one === type));
      case 'command': {
        if (!event.name.startsWith('/')) {
          const isApproved = question.hiddenCommands.includes(event.name);
          return isAction && isApproved && type === 'text' && fact.chatType === 'private' && fact.text === event.name;
        }
        return isAction && type === 'command' && name === event.name.toLowerCase();
      }
      case 'button':
        if (!isAction || type !== 'button') return false;
        return event.match === 'exact' ? name === event.data : name.startsWith(event.data);
      case 'text': {
        if (!isAction || (type !== 'text' && type !== 'command')) return false;
        if (event.match === 'exact') return fact.text === event.text;
        if (event.match === 'contains') return fact.text.toLowerCase().includes(event.text.toLowerCase());
        return new RegExp(event.text, 'su').test(fact.text);
      }
      case 'start':
        return fact.isLaunch && (event.payload === '' || fact.startPayload === event.payload);
      case 'start_param': {
        if (!fact.isLaunch || !Object.hasOwn(fact.params, event.param)) return false;
        return event.value === '' || fact.params[event.param] === event.value;
      }
      case 'webapp':
        return fact.kind === 'hit' && name === event.name;
      case 'update':
        return fact.direction === 'in' && fact.kind === event.update;
      case 'received':
        return fact.kind === 'call' && fact.membership === '' && fact.chatType === 'private' && /^send[A-Z]/.test(name);
      case 'unblocked':
        return fact.membership === 'unblocked';
      default:
        throw new Error(`Nobody counts ${event.kind}`);
    }
  }

  function resolveSpan(timeRange: When): Span {
    switch (timeRange.kind) {
      case 'ever':
        return { start: 0, end: cutoff };
      case 'last':
        return { start: startOfDay(shiftDay(question.to, 1 - timeRange.days), question.zone), end: cutoff };
      case 'before':
        return { start: 0, end: startOfDay(shiftDay(question.to, 1 - timeRange.days), question.zone) };
      case 'between':
        return {
          start: startOfDay(timeRange.from, question.zone),
          end: Math.min(cutoff, endOfDay(timeRange.to, question.zone)),
        };
    }
  }
}

function compare(times: Times, amount: number): boolean {
  const threshold = times.of === 'count' ? times.number : times.amount;
  if (times.is === 'at_least') return amount >= threshold;
  return times.is === 'at_most' ? amount <= threshold : amount === threshold;
}

/** The last one; of several in one millisecond that which the alphabet puts last. */
function lastCountry(sightings: readonly { time: number; country: string }[]): string {
  const last = Math.max(...sightings.map(({ time }) => time));
  return (
    sightings
      .flatMap(({ time, country }) => (time === last ? [country] : []))
      .sort()
      .at(-1) ?? ''
  );
}

const spanOfDay = (day: string, zone: string): Span => spanOf(listBuckets({ from: day, to: day, zone }, 'day'));
const startOfDay = (day: string, zone: string): number => spanOfDay(day, zone).start;
const endOfDay = (day: string, zone: string): number => spanOfDay(day, zone).end;
