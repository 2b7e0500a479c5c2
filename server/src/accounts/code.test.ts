import { expect, test } from 'vitest';
import { linkCode, parseCode } from './code.ts';
import { isTimeZone, timeZoneFor } from './time-zone.ts';

test.each([
  ['482913', { digits: '482913', account: null }],
  [' 482 913 ', { digits: '482913', account: null }],
  [linkCode('000001', 'AbC123'), { digits: '000001', account: 'AbC123' }],
  ['48291', null],
  ['4829131', null],
  ['48291a', null],
  ['482913-', null],
  ['482913-a b', null],
  ['482913-a-b', null],
  ['', null],
])('the code "%s" is read as %j', (text, expected) => {
  expect(parseCode(text)).toEqual(expected);
});

test.each([
  ['Europe/Moscow', true],
  ['UTC', true],
  ['America/Argentina/Buenos_Aires', true],
  ['+03:00', false],
  ['Mars/Olympus', false],
  ['', false],
])('"%s" is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});

test('the zone of a new account', () => {
  expect(timeZoneFor('en', 'Asia/Tokyo')).toBe('Asia/Tokyo');
  expect(timeZoneFor('ru')).toBe('Europe/Moscow');
  expect(timeZoneFor('en', 'nonsense')).toBe('UTC');
});
