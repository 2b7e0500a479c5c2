import { expect, test } from 'vitest';
import { createSiteVisits } from './site-visits.ts';

const page = (entry: string, overrides: object = {}) => ({
  params: {},
  referrer: '',
  host: 'example.com',
  entry,
  ...overrides,
});
const minute = 60_000;

test.each<[string, number, object, string]>([
  ['the next page is of the same visit', 1, {}, '/a'],
  ['just before half an hour is over', 30 * minute - 1, {}, '/a'],
  ['half an hour later', 30 * minute, {}, '/b'],
  ['the same source again: a page changed its path', 1, { params: { utm_source: 'google' } }, '/a'],
  ['another link', 1, { params: { utm_source: 'yandex' } }, '/b'],
  ['another website', 1, { referrer: 'news.org/' }, '/b'],
])('%s', (_, pause, overrides, entry) => {
  let now = 0;
  const visits = createSiteVisits({ monotonic: () => now });
  visits.of(1, 'v', page('/a', { params: { utm_source: 'google' } }));
  now += pause;
  expect(visits.of(1, 'v', page('/b', overrides)).entry).toBe(entry);
});

test('visitors and websites have visits of their own', () => {
  const visits = createSiteVisits({ monotonic: () => 0 });
  visits.of(1, 'v', page('/a'));
  expect(visits.of(1, 'w', page('/b')).entry).toBe('/b');
  expect(visits.of(2, 'v', page('/c')).entry).toBe('/c');
});
