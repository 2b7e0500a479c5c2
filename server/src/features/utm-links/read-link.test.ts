import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLink } from './read-link.ts';

test.each([
  ['https://t.me/shop_bot?start=source-ads_medium-tg', 'start shop_bot source-ads_medium-tg'],
  ['http://telegram.me/shop_bot?start=a', 'start shop_bot a'],
  ['https://telegram.dog/shop_bot?start=a', 'start shop_bot a'],
  ['www.t.me/Shop_Bot/?start=a&text=b#c', 'start Shop_Bot a'],
  ['T.me/shop_bot?startgroup=g1&admin=post_messages', 'startgroup shop_bot g1'],
  ['t.me/shop_bot/app?startapp=r-77', 'startapp shop_bot r-77'],
  ['t.me/shop_bot?startapp=x&mode=compact', 'startapp shop_bot x'],
  ['t.me/shop_bot/app', 'startapp shop_bot'],
  ['t.me/@shop_bot?start=a', 'start shop_bot a'],
  ['tg://resolve?domain=shop_bot&start=_tgr_abc', 'start shop_bot _tgr_abc'],
  ['tg:resolve?domain=shop_bot&startgroup=g1', 'startgroup shop_bot g1'],
  ['TG://Resolve/?domain=shop_bot&appname=app&startapp=x', 'startapp shop_bot x'],
  ['https://shop_bot.t.me/?start=sub', 'start shop_bot sub'],
  ['shop_bot.t.me?start=sub', 'start shop_bot sub'],
  ['https://t.me/shop_bot', 'start shop_bot'],
  ['https://t.me/shop_bot?start=', 'start shop_bot'],
  ['https://t.me/shop_bot?start=source%2Dads', 'start shop_bot source-ads'],
  ['https://t.me/shop_bot?start=a%20b', 'start shop_bot a b'],
  ['https%3A%2F%2Ft.me%2Fshop_bot%3Fstart%3Dsource-ads', 'start shop_bot source-ads'],
  ['/start source-ads', 'null null source-ads'],
  ['/start@shop_bot x', 'null null x'],
  ['  source-ads_x ', 'null null source-ads_x'],
  ['source%2Dads', 'null null source-ads'],
  ['bizChat123', 'null null bizChat123'],
])('%s', (pasted, expected) => {
  const { kind, username, payload } = readLink(pasted) ?? {};
  expect(`${kind} ${username} ${payload}`.trim()).toBe(expected);
});

test.each([
  'https://example.com/?start=x',
  'https://example.com/t.me/shop_bot?start=x',
  'https://nott.me/shop_bot?start=x',
  'https://t.me/',
  'https://t.me/+AbCdEf123',
  'https://t.me/joinchat/AbCdEf123',
  'https://t.me/addstickers/Animals',
  'https://t.me/share/url?url=x',
  'https://t.me/durov/123',
  'https://t.me/c/1234567/89',
  'https://t.me/abc?start=x',
  'tg://join?invite=abc',
  'tg://resolve?start=x',
  'javascript:alert(1)',
  'ftp://t.me/shop_bot?start=x',
  'hello there',
  'привет',
  '/start',
  'start=x',
  '%',
  'x'.repeat(513),
])('neither link nor payload: %s', (pasted) => {
  expect(readLink(pasted)).toBeNull();
});

test('never throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `t.me/${text}`),
      ),
      (pasted) => {
        const read = readLink(pasted);
        expect(read === null || typeof read.payload === 'string').toBe(true);
      },
    ),
  );
});
