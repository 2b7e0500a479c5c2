import { expect, it } from 'vitest';
import { createClock } from '../clock.ts';
import { createFloodControl, isFlooding } from './flood-control.ts';

it('takes so many messages within any second, and more only for Stars', () => {
  const clock = createClock('2026-11-25T12:00:00Z');
  const flood = createFloodControl(clock);
  const countAdmitted = (count: number, isPaid = false): number => {
    let passed = 0;
    for (let index = 0; index < count; index += 1) {
      try {
        flood.admit(isPaid);
        passed += 1;
      } catch {
        // Refused.
      }
    }
    return passed;
  };
  expect(countAdmitted(100)).toBe(100);
  flood.limit({ perSecond: 30, paidPerSecond: 100 });
  expect(countAdmitted(40)).toBe(30);
  expect(countAdmitted(40, true)).toBe(0);
  flood.addStars(1);
  expect(countAdmitted(40, true)).toBe(10);
  expect(flood.balance()).toEqual({ amount: 0, nanostar_amount: 0 });
  clock.advance('1s');
  flood.addStars(10);
  expect(countAdmitted(200, true)).toBe(100);
  expect(flood.balance()).toEqual({ amount: 3, nanostar_amount: 0 });
  expect(flood.transactions()).toEqual([
    {
      id: expect.any(String),
      amount: 8,
      nanostar_amount: 0,
      date: Date.parse('2026-11-25T12:00:00Z') / 1_000,
      receiver: { type: 'telegram_api', request_count: 80 },
    },
  ]);
});

it('takes an album whole or not at all, and bills each of its messages', () => {
  const clock = createClock('2026-11-25T12:00:00Z');
  const flood = createFloodControl(clock);
  flood.limit({ perSecond: 5, paidPerSecond: 20 });
  flood.admit(false, 3);
  expect(() => flood.admit(false, 3)).toThrow('retry after 1');
  flood.admit(false, 2);
  clock.advance('1s');
  // Larger than a second's messages: only alone.
  flood.admit(false, 10);
  expect(() => flood.admit(false)).toThrow('retry after 1');
  clock.advance('1s');
  flood.addStars(1);
  flood.admit(false, 4);
  flood.admit(true, 6);
  expect(flood.balance()).toEqual({ amount: 0, nanostar_amount: 500_000_000 });
  expect(() => flood.admit(true, 10)).toThrow('retry after 1');
});

it.each([
  ['sendMessage', true],
  ['copyMessage', true],
  ['forwardMessages', true],
  ['sendChatAction', false],
  ['editMessageText', false],
])('%s counts: %s', (method, counts) => {
  expect(isFlooding(method)).toBe(counts);
});
