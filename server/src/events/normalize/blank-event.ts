import type { Event } from '@botscope/contract';

/** An event of which nothing is known yet but whose it is and when it came. */
export function blankEvent({ bot, receivedAt }: { bot: string; receivedAt: number }): Event {
  return {
    bot,
    id: '0',
    partitionKey: 0,
    userId: 0,
    chatId: 0,
    chatType: '',
    direction: 'in',
    kind: 'opaque',
    type: '',
    isAction: false,
    isContact: false,
    isStart: false,
    membership: '',
    time: receivedAt,
    sentAt: 0,
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
