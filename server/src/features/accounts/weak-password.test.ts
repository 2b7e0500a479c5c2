import { expect, test } from 'vitest';
import { isWeakPassword } from './weak-password.ts';

const owner = ['ann.lee@example.com', 'Ann Lee'];

test.each([
  ['password', true],
  ['PASSWORD123', true],
  ['йцукенгшщз', true],
  ['12121212', true],
  ['        ', true],
  ['ann.lee@example.com', true],
  ['Ann.Lee99', true],
  ['ann lee 1990!', true],
  ['botscope', true],
  ['correct horse', false],
  ['password of ann', false],
  ['lee.ann.lee', false],
])('%s is weak: %s', (password, weak) => {
  expect(isWeakPassword(password, owner)).toBe(weak);
});

test('an owner without a name makes nothing weak', () => {
  expect(isWeakPassword('2468 1357', [''])).toBe(false);
});
