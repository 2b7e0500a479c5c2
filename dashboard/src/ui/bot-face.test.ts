import { expect, test } from 'vitest';
import { hueOf, initialsOf } from './bot-face.ts';

test.each([
  ['my_shop_bot', 'MS'],
  ['newsDigestBot', 'ND'],
  ['weatherbot', 'WE'],
  ['bot', 'BO'],
  ['a_b_c_d_bot', 'AB'],
  ['x1bot', 'X1'],
])('initials of %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('names that differ little get colours that differ much', () => {
  const distance = Math.abs(hueOf('shop1_bot') - hueOf('shop2_bot'));
  expect(Math.min(distance, 360 - distance)).toBeGreaterThan(20);
  expect(hueOf('shop1_bot')).toBe(hueOf('shop1_bot'));
});
