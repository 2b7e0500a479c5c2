import { CampaignMessage, CampaignVariants } from '@botscope/contract';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { campaignAddresses } from './message-links.ts';

const content = (message: z.input<typeof CampaignMessage>, variants: z.input<typeof CampaignVariants> = {}) => ({
  message: z.parse(CampaignMessage, message),
  variants: z.parse(CampaignVariants, variants),
});
const listCheckedUrls = (text: string): string[] => campaignAddresses(content({ text })).checked.map(({ url }) => url);

test.each<[string, string[]]>([
  ['Visit https://shop.example.com/sale.', ['https://shop.example.com/sale']],
  ['(https://shop.example.com/a), http://b.example.com!', ['https://shop.example.com/a', 'http://b.example.com']],
  ['https://en.example.org/wiki/Bot_(film)', ['https://en.example.org/wiki/Bot_(film)']],
  ['«https://shop.example.com/?a=1&b=2»', ['https://shop.example.com/?a=1&b=2']],
  ['https://t.me/shop_bot and https://news.t.me/x', []],
  ['HTTPS://SHOP.EXAMPLE.COM', ['HTTPS://SHOP.EXAMPLE.COM']],
  ['no address: shop.example.com, tg://user?id=1', []],
])('%s', (text, urls) => {
  expect(listCheckedUrls(text)).toEqual(urls);
});

test('addresses of buttons, formats, previews and Mini Apps, each once', () => {
  const { checked: addresses } = campaignAddresses(
    content({
      text: 'Our shop: https://shop.example.com/a',
      entities: [{ type: 'text_link', offset: 4, length: 4, url: 'https://shop.example.com/b' }],
      buttons: [
        [
          { text: 'Go', url: 'https://shop.example.com/a' },
          { text: 'App', web_app: 'https://app.example.com/' },
        ],
      ],
      link_preview: { url: 'https://shop.example.com/c' },
    }),
  );
  expect(addresses.map(({ url }) => url).sort()).toEqual([
    'https://app.example.com/',
    ...['a', 'b', 'c'].map((path) => `https://shop.example.com/${path}`),
  ]);
});

test('addresses with variables are not requested, also those with spaces in a fallback', () => {
  const { checked: addresses, unchecked } = campaignAddresses(
    content({
      text: 'https://shop.example.com/{first_name|my friend}?x=1',
      buttons: [[{ text: 'Go', url: 'https://shop.example.com/?id={user_id}' }]],
    }),
  );
  expect(addresses).toEqual([]);
  expect(unchecked.map(({ url, reason }) => `${reason} ${url}`)).toEqual([
    'variables https://shop.example.com/?id={user_id}',
    'variables https://shop.example.com/{first_name}?x=1',
  ]);
});

test('the check names the versions that have the address if there are several', () => {
  const message = { text: 'https://shop.example.com/a' };
  const { checked: addresses } = campaignAddresses(
    content(message, { languages: [{ code: 'ru', message }], others: [{ share: 50, message: { text: 'No link' } }] }),
  );
  expect(addresses).toEqual([
    {
      url: 'https://shop.example.com/a',
      versions: [
        { variant: 'A', language: '' },
        { variant: 'A', language: 'ru' },
      ],
    },
  ]);
});

test('more than 24 addresses are not requested', () => {
  const text = Array.from({ length: 30 }, (_, number) => `https://shop.example.com/${number}`).join(' ');
  const { checked: addresses, unchecked } = campaignAddresses(content({ text }));
  expect(addresses).toHaveLength(24);
  expect(unchecked.map(({ reason }) => reason)).toEqual(Array.from({ length: 6 }, () => 'too_many'));
});
