import { expect, test } from 'vitest';
import { parseLaunchPayload } from './bot-settings.ts';

test.each([
  ['https://t.me/shop_bot?start=source-ads_medium-tg', 'source-ads_medium-tg'],
  ['http://telegram.me/shop_bot?start=a', 'a'],
  ['t.me/shop_bot?start=a&text=b', 'a'],
  ['T.me/shop_bot/app?startapp=r-77', 'r-77'],
  ['https://t.me/shop_bot?startapp=x&mode=compact', 'x'],
  ['tg://resolve?domain=shop_bot&start=_tgr_abc', '_tgr_abc'],
  ['tg:resolve?domain=shop_bot&startgroup=g1&admin=post_messages', 'g1'],
  ['https://shop_bot.t.me/?start=sub', 'sub'],
  ['shop_bot.t.me?start=sub', 'sub'],
  ['https://example.com/?start=x', 'x'],
  ['https://t.me/shop_bot', ''],
  ['https://t.me/shop_bot?start=', ''],
  ['https://t.me/shop_bot?start=a%20b', 'a b'],
  ['/start source-ads', 'source-ads'],
  ['/start@shop_bot x', 'x'],
  ['/start', ''],
  ['  source-ads_x ', 'source-ads_x'],
  ['start=x', 'start=x'],
  ['http://', 'http://'],
  ['', ''],
])('%s → %s', (sample, payload) => {
  expect(parseLaunchPayload(sample)).toBe(payload);
});

test('a payload is as long as one that is kept', () => {
  expect(parseLaunchPayload('x'.repeat(600))).toHaveLength(512);
});
