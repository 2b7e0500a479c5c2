import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import type { MessageButton, MessageEntity } from './messages.ts';
import { isTrackable, replaceLinks, trackableLinks } from './tracked-links.ts';

test.each([
  ['https://shop.example.com/a?b={user_id}', true],
  ['http://example.com', true],
  ['https://{username}.example.com/', true],
  ['https://t.me/shop', false],
  ['https://shop.t.me/', false],
  ['HTTPS://Telegram.me/shop', false],
  ['https://start.me/', true],
  ['tg://resolve?domain=shop', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%s can be tracked: %s', (url, expected) => expect(isTrackable(url)).toBe(expected));

it('numbers buttons in the order of the keyboard, and links of the text after them', () => {
  const message = {
    buttons: [
      [
        { text: 'Yes', callback_data: 'yes' },
        { text: 'Shop', url: 'https://shop.example.com' },
      ],
      [{ text: 'Chat', url: 'https://t.me/shop' }],
    ],
    entities: [
      { type: 'bold', offset: 0, length: 2 },
      { type: 'text_link', offset: 0, length: 2, url: 'https://news.example.com' },
    ] satisfies MessageEntity[],
  };
  expect(trackableLinks(message)).toEqual([
    { link: 1, place: 'button', url: 'https://shop.example.com' },
    { link: 101, place: 'text', url: 'https://news.example.com' },
  ]);
  expect(replaceLinks(message, (link) => `https://r/${link}`)).toEqual({
    buttons: [
      [
        { text: 'Yes', callback_data: 'yes' },
        { text: 'Shop', url: 'https://r/1' },
      ],
      [{ text: 'Chat', url: 'https://t.me/shop' }],
    ],
    entities: [
      { type: 'bold', offset: 0, length: 2 },
      { type: 'text_link', offset: 0, length: 2, url: 'https://r/101' },
    ],
  });
});

it('replaces exactly the links that it lists', () => {
  const url = fc.constantFrom(
    'https://a.example.com',
    'https://t.me/x',
    'tg://user?id=1',
    'http://b.example.com/{user_id}',
  );
  const button: fc.Arbitrary<MessageButton> = fc.oneof(
    fc.record({ text: fc.constant('x'), url }),
    fc.record({ text: fc.constant('x'), callback_data: fc.constant('y') }),
  );
  const entity: fc.Arbitrary<MessageEntity> = fc.record({
    ...{ type: fc.constant('text_link' as const), offset: fc.constant(0), length: fc.constant(1) },
    url,
  });
  fc.assert(
    fc.property(
      fc.array(fc.array(button, { maxLength: 8 }), { maxLength: 20 }),
      fc.array(entity, { maxLength: 150 }),
      (buttons, entities) => {
        const message = { buttons, entities };
        const before = trackableLinks(message);
        const after = trackableLinks(replaceLinks(message, (link) => `https://r.example.com/${link}`));
        expect(after).toEqual(before.map((one) => ({ ...one, url: `https://r.example.com/${one.link}` })));
      },
    ),
  );
});
