import type { Event } from '@botscope/contract';

/** A text message of user 1 on 1 March 2026 at noon, with changes. */
export function anEvent(changes: Partial<Event> = {}): Event {
  const time = changes.time ?? Date.UTC(2026, 2, 1, 12);
  const sentAt = changes.sentAt ?? Math.floor(time / 1000);
  return {
    bot: '0000000000000',
    id: '1',
    partitionKey: Math.floor(sentAt / 86_400),
    userId: 1,
    chatId: changes.userId ?? 1,
    chatType: 'private',
    direction: 'in',
    kind: 'message',
    type: 'text',
    isAction: true,
    isContact: true,
    isStart: false,
    membership: '',
    time,
    sentAt,
    receivedAt: time + 50,
    name: '',
    text: 'hello',
    startPayload: '',
    params: {},
    source: '',
    amount: 0,
    currency: '',
    code: 0,
    firstName: 'Ada',
    lastName: '',
    username: 'ada',
    language: 'en',
    isPremium: false,
    payload: '{"update_id":1}',
    ...changes,
  };
}
