import type { Event } from '@botscope/contract';
import { isObject } from '../telegram/json.ts';
import type { Draft, Received, Rejected } from './draft.ts';
import { pipeline } from './pipeline.ts';
import type { StartRules } from './start-payload.ts';

export type { Received } from './draft.ts';
export { defaultStartRules, type StartRules } from './start-payload.ts';

/**
 * Makes an event from an update: pure, and fast enough (about 7 µs) to stand in the way of every request.
 * Any JSON object becomes an event; kinds and contents that this version does not know are kept whole, as `opaque` or `other`.
 * Only what is no JSON object, or is nested absurdly deep, is rejected.
 */
export function normalizeUpdate(received: Received, rules: StartRules): { event: Event } | Rejected {
  const { update, problem } = received;
  if (problem !== undefined) return { rejected: problem };
  if (!isObject(update)) return { rejected: 'An update must be a JSON object' };
  const event = blankEvent(received);
  const draft: Draft = { received, update, rules, event };
  for (const step of pipeline) {
    const found = step(draft);
    if ('rejected' in found) return found;
    Object.assign(event, found);
  }
  return { event };
}

function blankEvent({ bot, receivedAt }: Received): Event {
  return {
    bot,
    id: '0',
    shelf: 0,
    userId: 0,
    chatId: 0,
    chatType: '',
    direction: 'in',
    kind: 'opaque',
    type: '',
    isAction: false,
    isMeeting: false,
    isStart: false,
    membership: '',
    time: receivedAt,
    toldAt: 0,
    receivedAt,
    name: '',
    text: '',
    startPayload: '',
    params: {},
    source: '',
    amount: 0,
    currency: '',
    code: 0,
    firstName: '',
    lastName: '',
    username: '',
    language: '',
    isPremium: false,
    payload: '',
  };
}
