import { expect, test } from 'vitest';
import { partOf, proofOf, proofParts } from './proof-part.ts';

test('an account is asked for what it has', () => {
  const none = { has_password: false, second_factor: false, email: null };
  expect(proofParts(none)).toEqual(['fresh']);
  expect(proofParts({ ...none, email: 'ann@example.com' })).toEqual(['email_code']);
  expect(proofParts({ ...none, email: 'ann@example.com', second_factor: true })).toEqual(['code']);
  expect(proofParts({ ...none, email: 'ann@example.com', has_password: true })).toEqual(['password']);
  expect(proofParts({ has_password: true, second_factor: true, email: 'ann@example.com' })).toEqual([
    'password',
    'code',
  ]);
});

test('the endpoints get one part, and none from an account that has none', () => {
  expect(proofOf('password', 'secret')).toEqual({ password: 'secret' });
  expect(proofOf('email_code', '123456')).toEqual({ email_code: '123456' });
  expect(proofOf('fresh', '')).toEqual({});
});

test('a form that is open while the account changes asks for what it has now', () => {
  expect(partOf(['fresh'], undefined)).toBe('fresh');
  expect(partOf(['email_code'], 'fresh')).toBe('email_code');
  expect(partOf(['password', 'code'], 'code')).toBe('code');
  expect(partOf(['password'], 'code')).toBe('password');
});
