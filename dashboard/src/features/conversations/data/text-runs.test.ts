import { expect, test } from 'vitest';
import { daysIn } from '../pages/conversation/use-clock.ts';
import { findAddress, textRuns } from './text-runs.ts';

const entity = (type: string, offset: number, length: number) => ({ type, offset, length });

test('formats lie in each other, cross each other and end with the text', () => {
  const words = (text: string, entities: ReturnType<typeof entity>[]) =>
    textRuns(text, entities).map((run) => [run.text, ...run.entities.map(({ type }) => type)].join(' '));
  expect(words('plain', [])).toEqual(['plain']);
  expect(words('abcdef', [entity('bold', 1, 4), entity('italic', 2, 2)])).toEqual([
    'a',
    'b bold',
    'cd bold italic',
    'e bold',
    'f',
  ]);
  expect(words('abcd', [entity('bold', 0, 3), entity('italic', 2, 9)])).toEqual([
    'ab bold',
    'c bold italic',
    'd italic',
  ]);
  expect(words('👍ok', [entity('bold', 2, 2), entity('code', 9, 1)])).toEqual(['👍', 'ok bold']);
  expect(textRuns('', [entity('bold', 0, 3)])).toEqual([]);
});

test.each([
  ['shop.example/a', { type: 'url' }, 'https://shop.example/a'],
  ['HTTP://shop.example', { type: 'url' }, 'HTTP://shop.example'],
  ['javascript:alert(1)', { type: 'url' }, null],
  ['here', { type: 'text_link', url: 'tg://user?id=1' }, 'tg://user?id=1'],
  ['here', { type: 'text_link' }, null],
  ['@shop_bot', { type: 'mention' }, 'https://t.me/shop_bot'],
  ['@ev/il', { type: 'mention' }, null],
  ['a@b.example', { type: 'email' }, 'mailto:a@b.example'],
  ['#tag', { type: 'hashtag' }, null],
] as const)('%s leads to a safe address or nowhere', (text, format, address) => {
  expect(findAddress(text, { offset: 0, length: text.length, ...format })).toBe(address);
});

test.each([
  ['UTC', '2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-03-01', '2026-02-28T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-03-01', '2026-03-01T11:00:00.000Z'],
  // Clocks went from midnight to one.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
])('a day begins where its zone says: %s, %s', (zone, day, begin) => {
  const start = daysIn(zone).startOf(day);
  expect(start !== null && new Date(start).toISOString()).toBe(begin);
  expect(daysIn(zone).startOf('yesterday')).toBeNull();
});
