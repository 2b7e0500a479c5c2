import type { Automation } from '@botscope/contract';
import { hourMs } from '../../platform/time-units.ts';

/** Something that triggered an automation. */
export interface FoundTrigger {
  userId: number;
  /** Identical each time that the trigger is found. */
  triggerId: string;
  /** Unix ms. */
  at: number;
}

/** A trigger of a user that is written down. One that was skipped does not keep later ones from leading to a message. */
export interface KnownTrigger {
  triggerId: string;
  at: number;
  isSkipped: boolean;
}

/**
 * Selects the triggers of one user that lead to a message: without known ones, and without those that come too soon
 * after another, or after any where the automation sends once. The earliest ones win.
 */
export function chooseTriggers(
  { repeat, pause_hours }: Pick<Automation, 'repeat' | 'pause_hours'>,
  triggers: readonly FoundTrigger[],
  knownTriggers: readonly KnownTrigger[],
): FoundTrigger[] {
  const pauseMs = repeat === 'once' ? Number.POSITIVE_INFINITY : pause_hours * hourMs;
  const ids = new Set(knownTriggers.map(({ triggerId }) => triggerId));
  const times = knownTriggers.flatMap(({ at, isSkipped }) => (isSkipped ? [] : at));
  const inOrder = triggers.toSorted((one, other) => one.at - other.at || (one.triggerId < other.triggerId ? -1 : 1));
  return inOrder.filter(({ triggerId, at }) => {
    if (ids.has(triggerId) || times.some((time) => Math.abs(time - at) < pauseMs)) return false;
    ids.add(triggerId);
    times.push(at);
    return true;
  });
}
