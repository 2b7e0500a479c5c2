import { expect, test } from 'vitest';
import { estimateStrength } from './strength.ts';

test.each([
  ['', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['12345678901234567890', 'weak'],
  ['password', 'weak'],
  ['password123', 'weak'],
  ['Tr0ub4dor', 'fair'],
  ['kx7Qf2Zm9w', 'fair'],
  ['kx7Q!f2Zm9w', 'good'],
  ['a quiet evening', 'good'],
  ['four brown horses swim north', 'strong'],
  ['тихий вечер у реки', 'strong'],
])('%s is %s', (password, strength) => {
  expect(estimateStrength(password)).toBe(strength);
});
