import {
  type EventMatch,
  propertyValues,
  SegmentCondition,
  type UserProperty,
  userProperties,
} from '@botscope/contract';

/** Entries of the menu of conditions; each begins with values that make sense. */
export const conditionStarts = [
  ...userProperties,
  'first_seen',
  'last_seen',
  'source',
  'parameter',
  'event',
  'segment',
  'share',
  'field',
] as const;
export type ConditionStart = (typeof conditionStarts)[number];

/** Events to choose from, the usual ones first. */
export const eventKinds = [
  'action',
  'command',
  'button',
  'text',
  'start',
  'start_param',
  'payment',
  'target',
  'campaign',
  'campaign_button',
  'campaign_link',
  'webapp',
  'site_event',
  'received',
  'blocked',
  'unblocked',
  'update',
] as const satisfies readonly EventMatch['kind'][];

/** The first values of a condition; some are empty and have to be filled in. `seed` makes samples differ. */
export function newCondition(start: ConditionStart, seed: number): SegmentCondition {
  switch (start) {
    case 'first_seen':
      return { kind: 'seen', seen: 'first', when: { kind: 'last', days: 7 } };
    case 'last_seen':
      return { kind: 'seen', seen: 'last', when: { kind: 'before', days: 30 } };
    case 'source':
      return { kind: 'source', not: false, values: [] };
    case 'parameter':
      return { kind: 'source', parameter: '', not: false, values: [] };
    case 'event':
      return {
        kind: 'event',
        did: true,
        event: newEvent('command'),
        times: { of: 'count', is: 'at_least', number: 1 },
        when: { kind: 'last', days: 30 },
      };
    case 'segment':
      return { kind: 'segment', segment_id: 0, not: false };
    case 'share':
      return { kind: 'share', percent: 10, seed };
    case 'field':
      return { kind: 'field', key: '', is: 'is_set', values: [] };
    default:
      return { kind: 'property', property: start, not: false, values: firstValues(start) };
  }
}

const firstValues = (property: UserProperty): string[] => (propertyValues[property] ?? []).slice(0, 1);

export function newEvent(kind: EventMatch['kind']): EventMatch {
  switch (kind) {
    case 'action':
      return { kind, types: [] };
    case 'command':
      return { kind, name: '' };
    case 'button':
      return { kind, data: '', match: 'exact' };
    case 'text':
      return { kind, text: '', match: 'contains' };
    case 'start':
      return { kind, payload: '' };
    case 'start_param':
      return { kind, param: '', value: '' };
    case 'target':
      return { kind, target_id: 0 };
    case 'campaign':
    case 'campaign_button':
    case 'campaign_link':
      return { kind, campaign_id: 0 };
    case 'webapp':
    case 'site_event':
      return { kind, name: '' };
    case 'update':
      return { kind, update: 'message_reaction' };
    default:
      return { kind };
  }
}

/** Returns the wrong fields of a condition being edited, by the contract's own rules and the order of two days. */
export function conditionProblems(condition: SegmentCondition): ReadonlySet<string> {
  const result = SegmentCondition.safeParse(condition);
  const fields = new Set((result.error?.issues ?? []).map((issue) => String(issue.path.at(-1) ?? '')));
  const period = condition.kind === 'seen' || condition.kind === 'event' ? condition.when : null;
  if (period?.kind === 'between' && period.from > period.to) fields.add('to');
  // An index within the list of values stands for the list.
  return new Set([...fields].map((field) => (/^\d+$/.test(field) ? 'values' : field)));
}

/** The entry of the menu that a condition came from. */
export function findStart(condition: SegmentCondition): ConditionStart {
  switch (condition.kind) {
    case 'property':
      return condition.property;
    case 'seen':
      return condition.seen === 'first' ? 'first_seen' : 'last_seen';
    case 'source':
      return condition.parameter === undefined ? 'source' : 'parameter';
    default:
      return condition.kind;
  }
}
