import type { Event } from '@botscope/contract';
import { isObject } from '../../telegram/json.ts';
import { blankEvent } from './blank-event.ts';
import { canonicalizeUpdate } from './canonicalize-update.ts';
import type { Draft, Received, Rejected } from './draft.ts';
import { lacksUser } from './extract-user.ts';
import { pipeline } from './pipeline.ts';
import type { StartRules } from './start-payload.ts';

export type { Received, Rejected } from './draft.ts';
export { defaultStartRules, type StartRules } from './start-payload.ts';

export interface Normalized {
  event: Event;
  /** Problem to report to the sender, although the event is kept: a kind that has a user shows none. */
  problem?: 'NoUser';
}

/**
 * Makes an event from an update: pure, and fast enough (about 7 µs) to stand in the way of every request.
 * Any JSON object becomes an event; kinds and contents that this version does not know are kept whole, as `opaque` or `other`.
 * Only what is no JSON object, or is nested absurdly deep, is rejected.
 */
export function normalizeUpdate(receivedUpdate: Received, rules: StartRules): Normalized | Rejected {
  const { update, problem } = receivedUpdate;
  if (problem !== undefined) return { rejected: problem };
  if (!isObject(update)) return { rejected: 'NotAnObject' };
  const event = blankEvent(receivedUpdate);
  const canonical = canonicalizeUpdate(update);
  const draft: Draft = { received: receivedUpdate, update: canonical, rules, event };
  for (const step of pipeline) {
    const result = step(draft);
    if ('rejected' in result) return result;
    Object.assign(event, result);
  }
  return lacksUser(draft) ? { event, problem: 'NoUser' } : { event };
}
