import type { SegmentCondition, Times } from '@botscope/contract';
import { AppError } from '../../../platform/errors.ts';
import { type EventCondition, eventCondition, targetCondition } from './event-conditions.ts';
import type { EventPart, EventTable } from './event-sets.sql.ts';
import {
  type Bindings,
  resolveStretch,
  type SegmentContext,
  type SegmentTarget,
  type Stretch,
} from './segment-context.ts';

/** A condition on what one table has of a user, in aggregates. */
export interface EventSet {
  table: EventTable;
  having: string;
  /** Whether users without rows in the table match. */
  holdsWithoutRows: boolean;
  parts: readonly EventPart[];
}

type EventRule = Extract<SegmentCondition, { kind: 'event' }>;
type SeenRule = Extract<SegmentCondition, { kind: 'seen' }>;

/** Compiles "did (not) … N times within …". Throws InvalidField (`rules`) for a target that the bot does not have. */
export function compileEventRule(rule: EventRule, bindings: Bindings, context: SegmentContext): EventSet {
  const { did, event, times } = rule;
  const stretch = resolveStretch(rule.when, context);
  const { hiddenCommands } = context.reading;
  const buildSet = (table: EventTable, content: string, value: string): EventSet => {
    const { having, isZeroEnough } = compare(times, value, bindings);
    return {
      table,
      having: did ? `(${having})` : `NOT (${having})`,
      holdsWithoutRows: isZeroEnough === did,
      parts: [{ ...stretch, content }],
    };
  };
  const duringCondition = duringSql(stretch, bindings);
  const sum = (condition: string, currency: string): string =>
    times.of === 'sum'
      ? `sumIf(amount, ${condition} AND ${currency} = ${bindings.bind(times.currency, 'String')})`
      : '';
  const buildPaymentSet = (): EventSet =>
    buildSet(
      'payments',
      'true',
      times.of === 'count' ? `countIf(NOT is_back AND ${duringCondition})` : sum(duringCondition, 'currency'),
    );
  const eventSet = ({ content, exact }: EventCondition): EventSet => {
    const condition = `(${exact}) AND ${duringCondition}`;
    return buildSet(
      'events',
      content,
      times.of === 'count' ? `countIf(${condition})` : sum(condition, 'events.currency'),
    );
  };
  const buildTargetSet = (target: SegmentTarget): EventSet => {
    const { content, exact } = targetCondition(target, bindings, hiddenCommands);
    if (times.of === 'sum' && target.value.kind === 'event') return eventSet({ content, exact });
    // A refund is no conversion: it counts for money alone, where the target takes it from the event.
    const worth = bindings.bind(computeWorth(target, times), 'Int64');
    return buildSet('events', content, `countIf((${exact}) AND amount >= 0 AND ${duringCondition}) * ${worth}`);
  };

  switch (event.kind) {
    case 'payment':
      return buildPaymentSet();
    case 'target': {
      const target = context.targets.find(({ id }) => id === event.target_id);
      if (target === undefined) throw new AppError('InvalidField', { field: 'rules' });
      return target.trigger.kind === 'purchase' ? buildPaymentSet() : buildTargetSet(target);
    }
    case 'campaign':
    case 'campaign_button': {
      const { campaign_id: id } = event;
      const condition = id === 0 ? 'true' : `campaign_id = ${bindings.bind(id, 'UInt32')}`;
      // A message brings no money by itself.
      const value = times.of === 'count' ? `countIf(${condition} AND ${duringCondition})` : 'toInt64(0)';
      return buildSet(event.kind === 'campaign' ? 'deliveries' : 'presses', condition, value);
    }
    case 'blocked':
      return buildSet('departures', 'true', times.of === 'count' ? `countIf(${duringCondition})` : 'toInt64(0)');
    case 'action':
      // Whether anyone did anything at all is rolled up.
      if (event.types.length === 0 && isAtLeastOnce(times))
        return buildSet('activity', 'true', `countIf(${duringCondition})`);
      return eventSet(eventCondition(event, bindings, hiddenCommands));
    default:
      return eventSet(eventCondition(event, bindings, hiddenCommands));
  }
}

/** When a user was last seen as of a moment of the past, of which only actions are known. */
export function compileSeenEarlier({ when }: SeenRule, bindings: Bindings, context: SegmentContext): EventSet {
  const { start, end } = resolveStretch(when, context);
  return {
    table: 'activity',
    having: `(max(time) >= ${bindings.moment(start)} AND max(time) < ${bindings.moment(end)})`,
    holdsWithoutRows: false,
    parts: [{ start: 0, end: context.asOf, content: 'true' }],
  };
}

const duringSql = ({ start, end }: Stretch, bindings: Bindings): string =>
  `time >= ${bindings.moment(start)} AND time < ${bindings.moment(end)}`;

/** The comparison, and whether it holds for a user who did nothing of the kind. */
function compare(times: Times, value: string, bindings: Bindings): { having: string; isZeroEnough: boolean } {
  const number = times.of === 'count' ? times.number : times.amount;
  const [sign, isZeroEnough] = {
    at_least: ['>=', number <= 0] as const,
    at_most: ['<=', number >= 0] as const,
    exactly: ['=', number === 0] as const,
  }[times.is];
  return { having: `${value} ${sign} ${bindings.bind(number, 'Int64')}`, isZeroEnough };
}

/** Value of one conversion of a target in the comparison. */
function computeWorth({ value }: SegmentTarget, times: Times): number {
  if (times.of === 'count') return 1;
  return value.kind === 'fixed' && value.currency === times.currency ? value.amount : 0;
}

/** At least once: it is enough to know whether anything happened. */
const isAtLeastOnce = (times: Times): boolean => times.of === 'count' && times.is === 'at_least' && times.number === 1;
