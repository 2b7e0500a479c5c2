import { expect, test } from 'vitest';
import { checkOrigin } from './allowed-places.ts';
import { createHitLimits } from './hit-limits.ts';
import { createNameCaps } from './name-caps.ts';
import { correctClock } from './take-hits.ts';

const minute = 60_000;
const noon = Date.parse('2026-03-01T12:00:00Z');

test.each<[string, number, { sentAt: number | null; authAt: number | null }, number]>([
  ['a right clock', noon - minute, { sentAt: noon, authAt: noon - 9 * minute }, noon - minute],
  ['an hour slow', noon - 61 * minute, { sentAt: noon - 60 * minute, authAt: noon - 9 * minute }, noon - minute],
  [
    'a year fast',
    noon + 525_600 * minute,
    { sentAt: noon + 525_601 * minute, authAt: noon - 9 * minute },
    noon - minute,
  ],
  ['later than it was sent', noon + 5 * minute, { sentAt: noon, authAt: noon - 9 * minute }, noon],
  ['before the app was opened', noon - 60 * minute, { sentAt: noon, authAt: noon - 9 * minute }, noon - 14 * minute],
  ['not sent at a time', noon - minute, { sentAt: null, authAt: noon - 9 * minute }, noon - minute],
  ['nobody proven, yesterday', noon - 23 * 60 * minute, { sentAt: noon, authAt: null }, noon - 23 * 60 * minute],
  ['nobody proven, last year', noon - 525_600 * minute, { sentAt: noon, authAt: null }, noon - 25 * 60 * minute],
])('%s', (_, deviceTime, times, expected) => {
  expect(correctClock(deviceTime, { ...times, receivedAt: noon })).toBe(expected);
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
  let now = noon;
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
  let now = noon;
  const reported = async () => [
    { name: 'old', isProven: false },
    { name: 'bought', isProven: true },
  ];
  const caps = createNameCaps({ reported, now: () => now });
  const createReporter = (network: string, isProven = false) => ({ isProven, network });
  const cap = (name: string, path = '', from = createReporter('flood')) =>
    caps.cap({ kind: 'app', id: 1, bot: 'bot' }, { name, path }, from);
  cap('first');
  await new Promise(setImmediate);
  for (let index = 0; index < 1_000; index += 1) cap(`name ${index}`);
  expect(['one too many', 'old', 'bought', 'name 5'].map((name) => cap(name).name)).toEqual([
    ...['(other)', 'old', 'bought', 'name 5'],
  ]);
  expect(cap('mine', '', createReporter('user', true)).name, 'a new event of a proven user').toBe('mine');
  expect(cap('honest', '', createReporter('elsewhere')).name, 'of a visitor from another network').toBe('honest');
  expect(cap('mine').name, 'of a proven user, reported by anyone').toBe('mine');
  expect(
    caps.cap({ kind: 'app', id: 2, bot: 'bot' }, { name: 'one too many', path: '' }, createReporter('flood')).name,
    'another app',
  ).toBe('one too many');

  for (let index = 0; index < 998; index += 1) cap(`proven ${index}`, '', createReporter('user', true));
  expect(cap('too many of proven users', '', createReporter('user', true)).name).toBe('(other)');

  for (let index = 0; index < 10_000; index += 1) cap('first', `/${index}`);
  expect(['/one-too-many', '/7', ''].map((path) => cap('first', path).path)).toEqual(['(other)', '/7', '']);
  expect(cap('first', '/mine', createReporter('user', true)).path).toBe('/mine');
  expect(cap('first', '/honest', createReporter('elsewhere')).path).toBe('/honest');
  now += 86_400_000;
  expect(cap('one too many', '/one-too-many')).toEqual({ name: 'one too many', path: '/one-too-many' });
});
