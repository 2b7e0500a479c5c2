import type {
  Automation,
  AutomationTrigger,
  CampaignProblem,
  CampaignSending,
  CampaignVariants,
  EventMatch,
  SegmentGroup,
} from '@botscope/contract';

/** Did it at least once, ever. */
const didOnce = (event: EventMatch): SegmentGroup => ({
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

/** Rules that name everything that an automation needs of its bot: if they can be answered, it can be started. */
export const rulesOfAutomation = ({ trigger, unless_target: target }: Automation): SegmentGroup => {
  const ruleGroups = [rulesOfTrigger(trigger), target === null ? null : didOnce({ kind: 'target', target_id: target })];
  return { match: 'any', rules: ruleGroups.filter((rules) => rules !== null) };
};

/**
 * Reports settings that an automation cannot have: it has no date of its own, and no end. Its users are not divided
 * either: they come one by one, and a winner or a control group needs a fixed list. Languages are allowed.
 */
export function automationProblems(
  { date_send, user_time, finish_by, spread_hours }: CampaignSending,
  { others, test, hold_out }: CampaignVariants,
): CampaignProblem[] {
  const unsupportedSettings = {
    'sending.date_send': date_send,
    'sending.user_time': user_time,
    'sending.finish_by': finish_by,
    'sending.spread_hours': spread_hours,
    'variants.others': others.length === 0 ? null : others,
    'variants.test': test,
    'variants.hold_out': hold_out,
  };
  return Object.entries(unsupportedSettings).flatMap(([field, value]) =>
    value === null ? [] : [{ code: 'InvalidField', field }],
  );
}
