import { expect, test } from 'vitest';
import { isFieldKey } from './custom-fields.ts';

test.each([
  ['city', true],
  ['Last_order-2', true],
  ['a b', false],
  ['', false],
  ['constructor', false],
  ['__proto__', false],
])('%j is a key: %s', (key, isKey) => {
  expect(isFieldKey(key)).toBe(isKey);
});
