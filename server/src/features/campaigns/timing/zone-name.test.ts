import { expect, test } from 'vitest';
import { parseZone, zoneOfCountry } from './zone-name.ts';

test.each([
  ['Europe/Moscow', 'Europe/Moscow'],
  [' America/Argentina/Buenos_Aires ', 'America/Argentina/Buenos_Aires'],
  ['+03:00', '+03:00'],
  ['+3', '+03:00'],
  ['-0330', '-03:30'],
  ['UTC+5', '+05:00'],
  ['gmt -5:30', '-05:30'],
  ['+14:00', '+14:00'],
  ['UTC', 'UTC'],
  ['Z', 'UTC'],
  ['+14:30', null],
  ['-13', null],
  ['+3:75', null],
  ['3', null],
  ['CST', null],
  ['Moscow', null],
  ['Europe/Atlantis', null],
  ['', null],
])('“%s” is %s', (text, zone) => {
  expect(parseZone(text)).toBe(zone);
});

test.each([
  ['FR', 'Europe/Paris'],
  ['JP', 'Asia/Tokyo'],
  ['BY', 'Europe/Minsk'],
  // Two names of one time.
  ['DE', 'Europe/Berlin'],
  // Several times.
  ['RU', null],
  ['US', null],
  ['BR', null],
  ['PT', null],
  ['ES', null],
  // Nobody's.
  ['XX', null],
  ['', null],
  ['fr', null],
  ['France', null],
])('the zone of %s is %s', (country, zone) => {
  expect(zoneOfCountry(country, Date.parse('2026-01-01T00:00:00Z'))).toBe(zone);
});
