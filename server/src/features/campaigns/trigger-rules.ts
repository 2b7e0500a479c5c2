import type { AutomationTrigger, EventMatch, SegmentGroup } from '@botscope/contract';

/** Did it at least once, ever. */
export const didOnce = (event: EventMatch): SegmentGroup => ({
  match: 'all',
  rules: [
    { kind: 'event', did: true, event, times: { of: 'count', is: 'at_least', number: 1 }, when: { kind: 'ever' } },
  ],
});

/** Returns what a trigger names as rules that can be checked; null where it names nothing. */
export function rulesOfTrigger(trigger: AutomationTrigger): SegmentGroup | null {
  if (trigger.kind === 'segment') return trigger.rules;
  return trigger.kind === 'event' ? didOnce(trigger.event) : null;
}
