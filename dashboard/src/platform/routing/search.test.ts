import { expect, test } from 'vitest';
import { parseSearch, stringifySearch, texts } from './search.ts';

test('a bot key of digits alone stays text', () => {
  expect(parseSearch('?bot=1234567890123&lang=ru')).toEqual({ bot: '1234567890123', lang: 'ru' });
});

test('missing and empty parameters are not written', () => {
  expect(stringifySearch({ lang: 'ru', bot: undefined, period: null, lines: '' })).toBe('?lang=ru');
  expect(stringifySearch({})).toBe('');
});

test('an address survives reading and writing', () => {
  const address = '?period=2026-01-01..2026-02-01&lines=text,photo&q=a+%26+b';
  expect(stringifySearch(parseSearch(address))).toBe(address);
});

test('a filter stays readable, and a percent sign in its values survives', () => {
  const filter = 'source:ads%2C1,site;language:!ru|premium:yes';
  const address = stringifySearch({ filter });
  expect(address).toBe('?filter=source:ads%252C1,site;language:!ru|premium:yes');
  expect(parseSearch(address)).toEqual({ filter });
});

test('parameters other than the named texts are dropped, and a missing one leaves no key', () => {
  expect(texts({ lang: 'en', bot: 5, other: 'x' }, ['lang', 'bot', 'demo'])).toEqual({ lang: 'en' });
});
