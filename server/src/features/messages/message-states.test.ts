import { messageStatuses } from '@botscope/contract';
import { expect, it } from 'vitest';
import { findTransition, type MessageEvent, nextStatus } from './message-states.ts';

const table: Record<MessageEvent, Partial<Record<(typeof messageStatuses)[number], string>>> = {
  taken: { waiting: 'sending' },
  delivered: { sending: 'delivered', unknown: 'delivered' },
  refused: { waiting: 'refused', sending: 'refused', unknown: 'refused' },
  uncertain: { sending: 'unknown' },
  postponed: { sending: 'waiting' },
  lost: { sending: 'unknown' },
  repeated: { unknown: 'waiting', refused: 'waiting' },
  cancelled: { waiting: 'cancelled' },
};

it.each(Object.entries(table))('%s leads on as the table says, and nowhere else', (event, expected) => {
  const transitions = messageStatuses.map((status) => [status, nextStatus(status, event as MessageEvent)] as const);
  expect(Object.fromEntries(transitions.filter(([, next]) => next !== null))).toEqual(expected);
  expect(findTransition(event as MessageEvent)).toEqual({
    from: messageStatuses.filter((status) => status in expected),
    to: Object.values(expected)[0],
  });
});

it('never sends again by itself what may have left', () => {
  const byItself: MessageEvent[] = ['uncertain', 'lost'];
  expect(byItself.map((event) => nextStatus('sending', event))).toEqual(['unknown', 'unknown']);
  expect(nextStatus('unknown', 'taken')).toBeNull();
});
