import { countryCodes } from '@botscope/contract';
import { expect, test } from 'vitest';
import { findCountries, namedCountries } from './find-countries.ts';

const countriesIn = (locale: string) => {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return namedCountries((code) => (code === '' ? 'Unknown' : (names.of(code) ?? code)), locale);
};
const findCodes = (query: string, locale = 'en') =>
  findCountries(countriesIn(locale), query, locale).map(({ code }) => code);

test.each(['en', 'ru'])('every country has a name of its own in %s', (locale) => {
  const names = countriesIn(locale).map(({ name }) => name);
  expect(new Set(names).size).toBe(countryCodes.length + 1);
  expect(names.filter((name) => countryCodes.includes(name))).toEqual([]);
});

test('the unknown comes before the names', () => {
  expect(findCodes('').slice(0, 4)).toEqual(['', 'AF', 'AX', 'AL']);
});

test.each([
  ['germ', 'en', ['DE']],
  ['герм', 'ru', ['DE']],
  // The code before names that begin with it, and those before names that contain it.
  ['de', 'en', ['DE', 'DK', 'BD', 'CV', 'GP', 'SE']],
  ['nowhere', 'en', []],
])('%s in %s', (query, locale, codes) => {
  expect(findCodes(query, locale)).toEqual(codes);
});
