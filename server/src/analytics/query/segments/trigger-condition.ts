import type { TargetDraft, TriggerMatch } from '@botscope/contract';
import { AppError } from '../../../platform/errors.ts';
import { type EventCondition, eventCondition, targetCondition } from './event-conditions.ts';
import type { Bindings } from './segment-context.ts';

/** As `payments` has them; what is given back is none. */
const paid: EventCondition = {
  content: "type = 'payment'",
  exact: "type = 'payment' AND kind = 'message' AND amount > 0",
};

/**
 * Finds the events to which something reacts at once.
 * @throws AppError InvalidField for a target that the bot does not have
 */
export function triggerCondition(
  match: TriggerMatch,
  bindings: Bindings,
  {
    targets,
    hiddenCommands,
  }: { targets: readonly (TargetDraft & { id: number })[]; hiddenCommands: readonly string[] },
): EventCondition {
  if (match.kind === 'payment') return paid;
  if (match.kind !== 'target') return eventCondition(match, bindings, hiddenCommands);
  const target = targets.find(({ id }) => id === match.target_id);
  if (target === undefined) throw new AppError('InvalidField', { field: 'automation.trigger' });
  if (target.trigger.kind === 'purchase') return paid;
  const { content, exact } = targetCondition(target, bindings, hiddenCommands);
  return { content, exact: `(${exact}) AND amount >= 0` };
}
