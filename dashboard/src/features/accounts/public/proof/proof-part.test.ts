import { expect, test } from 'vitest';
import { pickPart, proofParts, toProof } from './proof-part.ts';

test('an account is asked for what it has', () => {
  const emptyAccount = { has_password: false, second_factor: false, email: null };
  expect(proofParts(emptyAccount)).toEqual(['fresh']);
  expect(proofParts({ ...emptyAccount, email: 'ann@example.com' })).toEqual(['email_code']);
  expect(proofParts({ ...emptyAccount, email: 'ann@example.com', second_factor: true })).toEqual(['code']);
  expect(proofParts({ ...emptyAccount, email: 'ann@example.com', has_password: true })).toEqual(['password']);
  expect(proofParts({ has_password: true, second_factor: true, email: 'ann@example.com' })).toEqual([
    'password',
    'code',
  ]);
});

test('the endpoints get one part, and none from an account that has none', () => {
  expect(toProof('password', 'secret')).toEqual({ password: 'secret' });
  expect(toProof('email_code', '123456')).toEqual({ email_code: '123456' });
  expect(toProof('fresh', '')).toEqual({});
});

test('a form that is open while the account changes asks for what it has now', () => {
  expect(pickPart(['fresh'], undefined)).toBe('fresh');
  expect(pickPart(['email_code'], 'fresh')).toBe('email_code');
  expect(pickPart(['password', 'code'], 'code')).toBe('code');
  expect(pickPart(['password'], 'code')).toBe('password');
});
