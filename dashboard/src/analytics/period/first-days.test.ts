import { expect, test } from 'vitest';
import { withFirstDays } from './first-days.ts';

test.each([
  ['a new bot opens today', true, {}, { period: 'today' }],
  ['what was chosen stays', true, { period: '30d', bot: 'b' }, { period: '30d', bot: 'b' }],
  ['the menu may ask for a detail', true, { details: 'month' }, { details: 'month' }],
  ['later the usual period is shown', false, { lang: 'ru' }, { lang: 'ru' }],
])('%s', (_name, isNew, address, expected) => {
  expect(withFirstDays({ new_bot: isNew }, address)).toEqual(expected);
});
