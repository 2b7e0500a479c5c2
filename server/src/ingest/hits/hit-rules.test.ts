import { expect, test } from 'vitest';
import { checkOrigin } from './allowed-origin.ts';
import { correctClock } from './correct-clock.ts';
import { createHitLimits } from './hit-limits.ts';
import { createNameCaps } from './name-caps.ts';

const minute = 60_000;
const at = Date.parse('2026-03-01T12:00:00Z');

test.each<[string, number, { sentAt: number | null; authAt: number | null }, number]>([
  ['a right clock', at - minute, { sentAt: at, authAt: at - 9 * minute }, at - minute],
  ['an hour slow', at - 61 * minute, { sentAt: at - 60 * minute, authAt: at - 9 * minute }, at - minute],
  ['a year fast', at + 525_600 * minute, { sentAt: at + 525_601 * minute, authAt: at - 9 * minute }, at - minute],
  ['later than it was sent', at + 5 * minute, { sentAt: at, authAt: at - 9 * minute }, at],
  ['before the app was opened', at - 60 * minute, { sentAt: at, authAt: at - 9 * minute }, at - 14 * minute],
  ['not sent at a time', at - minute, { sentAt: null, authAt: at - 9 * minute }, at - minute],
  ['nobody proven, yesterday', at - 23 * 60 * minute, { sentAt: at, authAt: null }, at - 23 * 60 * minute],
  ['nobody proven, last year', at - 525_600 * minute, { sentAt: at, authAt: null }, at - 25 * 60 * minute],
])('%s', (_, deviceTime, given, expected) => {
  expect(correctClock(deviceTime, { ...given, receivedAt: at })).toBe(expected);
});

test.each<[readonly string[], string | undefined, string]>([
  [[], 'https://evil.example', 'allowed'],
  [[], undefined, 'allowed'],
  [['https://app.example.com'], 'https://app.example.com', 'allowed'],
  [['https://app.example.com'], 'https://APP.example.com', 'allowed'],
  [['https://app.example.com'], 'http://app.example.com', 'refused'],
  [['https://app.example.com'], 'https://app.example.com.evil.example', 'refused'],
  [['https://app.example.com'], 'https://app.example.com:8443', 'refused'],
  [['https://app.example.com'], undefined, 'absent'],
  [['https://app.example.com'], 'null', 'absent'],
  [['https://*.example.com'], 'https://a.example.com', 'allowed'],
  [['https://*.example.com'], 'https://a.b.example.com', 'allowed'],
  [['https://*.example.com'], 'https://example.com', 'refused'],
  [['https://*.example.com'], 'https://evilexample.com', 'refused'],
  [['https://*.example.com'], 'https://evil.com/.example.com', 'refused'],
  [['https://a.example', 'https://b.example'], 'https://b.example', 'allowed'],
])('%j: %s is %s', (origins, origin, expected) => expect(checkOrigin(origins, origin)).toBe(expected));

test('a bucket empties, fills again by the second, and is one of its own for each subject', () => {
  let now = at;
  const rate = { perSecond: 1, burst: 200 };
  const limits = createHitLimits({
    rates: { app: rate, provenApp: rate, address: rate, user: rate },
    monotonic: () => now,
  });
  const take = (count: number, subject = 'ann') => limits.take('user', subject, count);
  expect([take(50), take(50), take(50), take(50)]).toEqual([0, 0, 0, 0]);
  expect(take(50)).toBe(50);
  expect(take(50, 'ben')).toBe(0);
  now += 49_000;
  expect(take(50)).toBe(1);
  now += 1_000;
  expect(take(50)).toBe(0);
  // A long pause fills it no further than its brim.
  now += 3_600_000;
  expect([take(200), take(1)]).toEqual([0, 1]);
});

test('names and paths beyond the caps are (other); proven users have caps that strangers cannot use up', async () => {
  let now = at;
  const reported = async () => [
    { name: 'old', isProven: false },
    { name: 'bought', isProven: true },
  ];
  const caps = createNameCaps({ reported, now: () => now });
  const by = (network: string, isProven = false) => ({ isProven, network });
  const cap = (name: string, path = '', from = by('flood')) => caps.cap('bot', 1, { name, path }, from);
  cap('first');
  await new Promise(setImmediate);
  for (let index = 0; index < 1_000; index += 1) cap(`name ${index}`);
  expect(['one too many', 'old', 'bought', 'name 5'].map((name) => cap(name).name)).toEqual([
    ...['(other)', 'old', 'bought', 'name 5'],
  ]);
  expect(cap('mine', '', by('user', true)).name, 'a new event of a proven user').toBe('mine');
  expect(cap('honest', '', by('elsewhere')).name, 'of a visitor from another network').toBe('honest');
  expect(cap('mine').name, 'of a proven user, reported by anyone').toBe('mine');
  expect(caps.cap('bot', 2, { name: 'one too many', path: '' }, by('flood')).name, 'another app').toBe('one too many');

  for (let index = 0; index < 998; index += 1) cap(`proven ${index}`, '', by('user', true));
  expect(cap('too many of proven users', '', by('user', true)).name).toBe('(other)');

  for (let index = 0; index < 10_000; index += 1) cap('first', `/${index}`);
  expect(['/one-too-many', '/7', ''].map((path) => cap('first', path).path)).toEqual(['(other)', '/7', '']);
  expect(cap('first', '/mine', by('user', true)).path).toBe('/mine');
  expect(cap('first', '/honest', by('elsewhere')).path).toBe('/honest');
  now += 86_400_000;
  expect(cap('one too many', '/one-too-many')).toEqual({ name: 'one too many', path: '/one-too-many' });
});
