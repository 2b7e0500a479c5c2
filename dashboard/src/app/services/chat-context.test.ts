import type { Init } from '@botscope/contract';
import { expect, test } from 'vitest';
import { chatContext } from './chat-context.ts';

const bot = (number: number) => ({
  key: `b${number}`,
  bot_name: `shop_${number}_bot`,
  token: 'secret',
  last_update_at: '2026-11-20',
  users: ['Anna'],
});
const session = (count: number) =>
  ({
    user: { key: 'a1', email: 'ann@example.com', tariff: 4, time_zone: 'Europe/Berlin', locale: 'ru', tid: 5 },
    bots: Object.fromEntries(Array.from({ length: count }, (_, index) => [`b${index}`, bot(index)])),
  }) as unknown as Pick<Init, 'user' | 'bots'>;

test('the chat gets the account, its tariff, at most five bots by name, the language; nothing else', () => {
  const createBots = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ key: `b${n}`, name: `shop_${n}_bot` }));
  const rest = { user: { key: 'a1', email: 'ann@example.com' }, tariff: 4, locale: 'en' };
  expect(chatContext(session(1), 'en')).toEqual({ ...rest, bots: createBots(1) });
  expect(chatContext(session(7), 'en')).toEqual({ ...rest, bots: createBots(5) });
});

test('a visitor is nobody', () => {
  expect(chatContext({ ...session(1), user: null }, 'en')).toBeNull();
});
