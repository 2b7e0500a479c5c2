import { expect, test } from 'vitest';
import { guard, type Visibility } from './guard.ts';

const cases: [visibility: Visibility, signedIn: boolean, demo: boolean, elsewhere: '/' | '/signin' | null][] = [
  ['visitors', false, false, null],
  ['visitors', false, true, null],
  ['visitors', true, false, '/'],
  ['visitors', true, true, '/'],
  ['demo', false, false, '/signin'],
  ['demo', false, true, null],
  ['demo', true, false, null],
  ['demo', true, true, null],
  ['account', false, false, '/signin'],
  ['account', false, true, '/signin'],
  ['account', true, false, null],
  ['account', true, true, null],
];

test.each(cases)('a page for %s; signed in %s, demo %s', (visibility, signedIn, demo, elsewhere) => {
  expect(guard(visibility, { signedIn, demo })).toBe(elsewhere);
});
