import { expect, it } from 'vitest';
import { createTakenChats, type TakenChat } from './taken-chats.ts';

const bot = 'bot';
const ann = { id: 7, is_bot: false, first_name: 'Ann' };
const chat = { id: 7, type: 'private' };
const message = (text: string) => ({ message_id: 1, date: 1, from: ann, chat, text });
const takenChat: TakenChat = { user: 7, mode: 'drop', since: 100, until: 1_000 };

function world(chats: readonly TakenChat[]) {
  const noted: string[] = [];
  const state = { chats, now: 500 };
  const takenChats = createTakenChats({
    chatsOf: () => state.chats,
    onWithheld: (_bot, user, queryId) => noted.push(`withheld ${user} ${queryId ?? ''}`.trim()),
    onStart: (_bot, user) => noted.push(`start ${user}`),
    onMailingPress: (_bot, { action, userId }) => noted.push(`${action} ${userId}`),
    now: () => state.now,
  });
  let id = 0;
  const decide = (update: object, canDeliverLater = true) => {
    id += 1;
    return takenChats.decide(bot, { update_id: id, ...update }, canDeliverLater).do;
  };
  return { ...takenChats, decide, noted, state };
}

it.each<[string, object, string]>([
  ['a message', { message: message('hi') }, 'drop'],
  ['an edit', { edited_message: message('hi') }, 'drop'],
  ['a reaction', { message_reaction: { chat, user: ann, message_id: 1 } }, 'drop'],
  ['a button', { callback_query: { id: 'q', from: ann, message: { chat, message_id: 1 } } }, 'drop'],
  ['/start', { message: message('/start ads') }, 'pass'],
  ['/start for this bot', { message: message('/start@shop_bot') }, 'pass'],
  ['another command', { message: message('/started') }, 'drop'],
  ['a payment', { message: { ...message(''), successful_payment: { currency: 'XTR' } } }, 'pass'],
  ['a check-out', { pre_checkout_query: { id: 'q', from: ann } }, 'pass'],
  ['an inline query', { inline_query: { id: 'q', from: ann } }, 'pass'],
  [
    'our own button',
    { callback_query: { id: 'q', from: ann, data: 'botscope:unsubscribe:101', message: { chat } } },
    'drop',
  ],
  ['blocking', { my_chat_member: { chat, from: ann } }, 'pass'],
  ['a group', { message: { ...message('hi'), chat: { id: -5, type: 'group' } } }, 'pass'],
  [
    'a button in a group',
    { callback_query: { id: 'q', from: ann, message: { chat: { id: -5, type: 'group' } } } },
    'pass',
  ],
  ['another user', { message: { ...message('hi'), chat: { id: 8, type: 'private' } } }, 'pass'],
  ['nonsense', { message: 'hi' }, 'pass'],
])('%s of a taken chat: %s', (_, update, expected) => {
  expect(world([takenChat]).decide(update)).toBe(expected);
});

it('ends with its time, and at once with /start, even before the list says so', () => {
  const { decide, noted, state } = world([takenChat]);
  expect(decide({ message: message('one') })).toBe('drop');
  expect(decide({ message: message('/start') })).toBe('pass');
  expect(decide({ message: message('two') })).toBe('pass');
  expect(noted).toEqual(['withheld 7', 'start 7']);
  // Taken again.
  state.chats = [{ ...takenChat, since: 600 }];
  expect(decide({ message: message('three') })).toBe('drop');
  state.now = 1_000;
  expect(decide({ message: message('four') })).toBe('pass');
});

it('an update delivered later waits in the lane of its chat; buttons are answered and gone', () => {
  const { decide, isLaneTaken, noted, state } = world([{ ...takenChat, mode: 'deliver' }]);
  expect(decide({ message: message('one') })).toBe('deliver');
  expect(decide({ message: message('one') }, false)).toBe('drop');
  expect(decide({ callback_query: { id: 'q', from: ann, message: { chat } } })).toBe('drop');
  expect(noted).toEqual(['withheld 7', 'withheld 7', 'withheld 7 q']);
  expect([isLaneTaken(bot, 'chat 7'), isLaneTaken(bot, 'chat 8'), isLaneTaken(bot, 'chat -7')]).toEqual([
    true,
    false,
    false,
  ]);
  state.chats = [];
  expect(isLaneTaken(bot, 'chat 7')).toBe(false);
});

it('decides the same about an update that comes again, and notes it once', () => {
  const { noted, state } = world([]);
  const takenChats = createTakenChats({
    chatsOf: () => state.chats,
    onWithheld: () => noted.push('withheld'),
    onStart: () => undefined,
    onMailingPress: () => undefined,
    now: () => 500,
  });
  const update = { update_id: 9, message: message('hi') };
  state.chats = [takenChat];
  expect(takenChats.decide(bot, update, false).do).toBe('drop');
  state.chats = [];
  expect(takenChats.decide(bot, update, false).do).toBe('drop');
  expect(takenChats.decide(bot, { ...update, update_id: 10 }, false).do).toBe('pass');
  expect(noted).toEqual(['withheld']);
});

it('keeps presses of our own buttons from every bot, whether or not its chat is taken over', () => {
  const { decide, noted } = world([]);
  const press = (data: string, type = 'private') => ({
    callback_query: { id: 'q', from: ann, data, message: { chat: { ...chat, type }, message_id: 1 } },
  });
  expect(decide({ message: message('hi') })).toBe('pass');
  expect(decide(press('botscope:unsubscribe:101'))).toBe('drop');
  expect(decide(press('botscope:subscribe:101'))).toBe('drop');
  for (const data of ['botscope:unsubscribe:', 'botscope:other:101', 'unsubscribe'])
    expect(decide(press(data))).toBe('pass');
  expect(decide(press('botscope:unsubscribe:101', 'group'))).toBe('pass');
  expect(noted).toEqual(['unsubscribe 7', 'subscribe 7']);
});
