import { expect, test } from 'vitest';
import { type LinkReading, readWarnings } from './read-warnings.ts';

const reading = (payload: string, fields: Partial<LinkReading> = {}): LinkReading => ({
  kind: 'start',
  username: 'shop_bot',
  read: { payload, params: {}, source: '', count: 0 },
  ...fields,
});
const codes = (link: LinkReading) => readWarnings(link, 'shop_bot').map(({ code }) => code);

test('a good link of the bot has none, however its name is written', () => {
  expect(codes(reading('source-x', { username: 'Shop_Bot' }))).toEqual([]);
  expect(codes(reading('source-x', { kind: null, username: null }))).toEqual([]);
});

test.each<[string, LinkReading, string[]]>([
  ['of another bot', reading('x', { username: 'other_bot' }), ['otherBot']],
  ['of a Mini App', reading('x', { kind: 'startapp' }), ['miniApp']],
  ['of a group', reading('x', { kind: 'startgroup' }), ['group']],
  ['without a payload', reading(''), ['noPayload']],
  ['of the affiliate programs', reading('_tgr_abc'), ['affiliate']],
  ['of a business account', reading('bizChat123'), ['business']],
  ['65 characters for a chat', reading('x'.repeat(65)), ['tooLong']],
  ['65 characters for an app', reading('x'.repeat(65), { kind: 'startapp' }), ['miniApp']],
])('%s', (_, link, expected) => {
  expect(codes(link)).toEqual(expected);
});

test('names the characters that are in the way', () => {
  expect(readWarnings(reading('a b.c.d'), 'shop_bot')).toEqual([{ code: 'characters', found: ' .' }]);
});
