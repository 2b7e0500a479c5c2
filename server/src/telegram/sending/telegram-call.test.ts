import type { OutgoingContent } from '@botscope/contract';
import { expect, it, test } from 'vitest';
import { sendingCall } from './telegram-call.ts';

const content = (overrides: Partial<OutgoingContent>): OutgoingContent => ({
  text: '',
  entities: [],
  buttons: [],
  ...overrides,
});
const buildPreview = (overrides: Partial<OutgoingContent>): unknown =>
  sendingCall(7, content(overrides)).params.link_preview_options;

test.each<[string, Partial<OutgoingContent>, object | undefined]>([
  ['nothing said', { text: 'https://a.example.com' }, undefined],
  ['off', { text: 'x', disable_preview: true, link_preview: { size: 'large' } }, { is_disabled: true }],
  [
    'a size names the first link, for Telegram ignores it otherwise',
    { text: 'See https://a.example.com/x now', link_preview: { size: 'large' } },
    { url: 'https://a.example.com/x', prefer_large_media: true },
  ],
  [
    'a link behind words that come first',
    {
      text: 'Shop or https://a.example.com',
      entities: [{ type: 'text_link', offset: 0, length: 4, url: 'https://b.example.com' }],
      link_preview: { size: 'small', above_text: true },
    },
    { url: 'https://b.example.com', prefer_small_media: true, show_above_text: true },
  ],
  [
    'an address of its own',
    { text: 'x', link_preview: { url: 'https://c.example.com' } },
    { url: 'https://c.example.com' },
  ],
])('the preview of a link: %s', (_, overrides, expected) => expect(buildPreview(overrides)).toEqual(expected));

it('puts captions above pictures only, and colours buttons', () => {
  const media = (kind: 'photo' | 'document') => ({ kind, file_id: 'AAA' });
  const photo = sendingCall(7, content({ text: 'Hi', media: media('photo'), caption_above: true }));
  expect(photo.params).toMatchObject({ caption: 'Hi', show_caption_above_media: true });
  const document = sendingCall(7, content({ text: 'Hi', media: media('document'), caption_above: true }));
  expect(document.params).not.toHaveProperty('show_caption_above_media');
  const { params } = sendingCall(
    7,
    content({ text: 'Hi', buttons: [[{ text: 'No', callback_data: 'n', style: 'danger' }]] }),
  );
  expect(params.reply_markup).toEqual({ inline_keyboard: [[{ text: 'No', callback_data: 'n', style: 'danger' }]] });
});
