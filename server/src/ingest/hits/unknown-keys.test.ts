import { expect, it } from 'vitest';
import { createUnknownKeys } from './unknown-keys.ts';

let clock = 0;
const start = () => {
  clock = Date.parse('2026-03-01T10:00:00Z');
  return createUnknownKeys({ now: () => clock });
};
const toKey = (number: number): string => number.toString(16).padStart(32, '0');
const ownKey = 'f'.repeat(32);

it('pages are known for an hour since they reported last', () => {
  const keys = start();
  keys.note(toKey(1), 'https://a.example', 'a.example');
  clock += 50 * 60_000;
  keys.note(toKey(2), 'https://a.example', 'a.example');
  keys.note(toKey(1), undefined, 'a.example');
  expect(keys.list(ownKey, () => true)).toEqual([
    { host: 'a.example', digits: '0001', at: '2026-03-01T10:50:00.000Z' },
    { host: 'a.example', digits: '0002', at: '2026-03-01T10:50:00.000Z' },
  ]);
  clock += 60 * 60_000;
  expect(keys.list(ownKey, () => true)).toEqual([]);
});

it('a thousand are kept, the newest five are shown, and the own key is none of them', () => {
  const keys = start();
  for (let number = 1; number <= 1_003; number += 1) keys.note(toKey(number), undefined, `page${number}.example`);
  keys.note(ownKey, undefined, 'own.example');
  const digits = (host: string) => keys.list(ownKey, (place) => place.host === host).map((one) => one.digits);
  expect([digits('page4.example'), digits('page5.example')]).toEqual([[], ['0005']]);
  expect(keys.list(ownKey, () => true).map(({ host }) => host)).toEqual(
    [1_003, 1_002, 1_001, 1_000, 999].map((number) => `page${number}.example`),
  );
});

it('an origin that no browser sends is not kept', () => {
  const keys = start();
  keys.note(toKey(1), undefined, '');
  keys.note(toKey(1), 'null', '');
  keys.note(toKey(1), `https://${'a'.repeat(300)}.example`, 'a.example');
  expect(keys.list(ownKey, () => true)).toEqual([]);
});
