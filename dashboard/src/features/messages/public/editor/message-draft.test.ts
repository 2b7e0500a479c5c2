import { expect, test } from 'vitest';
import {
  charactersLeft,
  detectMediaKind,
  emptyDraft,
  findProblems,
  type MessageDraft,
  toDraftButton,
  toMessage,
} from './message-draft.ts';

const key = '5d1c7b0e-3f5a-4b8e-9f6e-0123456789ab';
const file = { id: '6d1c7b0e-3f5a-4b8e-9f6e-0123456789ab', name: 'cat.jpg', type: 'image/jpeg', bytes: 5 };

test('a draft is sent without blanks at its ends, with what was chosen and nothing else', () => {
  const draft: MessageDraft = {
    ...emptyDraft,
    content: { text: ' hello ', entities: [{ type: 'bold', offset: 1, length: 5 }] },
    buttons: [[{ id: 'a', text: 'Shop', action: 'url', value: 'https://shop.example' }], []],
    silent: true,
    noPreview: true,
  };
  expect(toMessage(draft, { idempotency_key: key, replyTo: 7 })).toEqual({
    idempotency_key: key,
    text: 'hello',
    entities: [{ type: 'bold', offset: 0, length: 5 }],
    buttons: [[{ text: 'Shop', url: 'https://shop.example' }]],
    reply_to_message_id: 7,
    disable_notification: true,
    disable_preview: true,
  });
  const withFile = { ...draft, media: { kind: 'photo' as const, file, has_spoiler: true } };
  const { media, disable_preview } = toMessage(withFile, { idempotency_key: key, replyTo: undefined });
  expect(media).toEqual({ kind: 'photo', upload: file.id, has_spoiler: true });
  expect(disable_preview).toBeUndefined();
});

test('characters are counted as Telegram counts them, and a caption has fewer', () => {
  const content = { text: '👋 hi', entities: [] };
  expect(charactersLeft({ ...emptyDraft, content })).toBe(4_092);
  expect(charactersLeft({ content, media: { kind: 'photo', file, has_spoiler: false } })).toBe(1_020);
});

test.each([
  ['image/jpeg', 'photo'],
  ['image/gif', 'animation'],
  ['video/mp4', 'video'],
  ['audio/mpeg', 'audio'],
  ['audio/ogg', 'voice'],
  ['application/pdf', 'document'],
])('a file of type %s is sent as %s', (type, kind) => expect(detectMediaKind(type)).toBe(kind));

test('a button is edited as it was sent, and a wrong one is found by its place', () => {
  const { id: _, ...button } = toDraftButton({ text: 'More', callback_data: 'more' });
  expect(button).toEqual({ text: 'More', action: 'callback_data', value: 'more' });
  const buttons = [[{ id: 'a', text: 'Shop', action: 'url' as const, value: 'nowhere' }]];
  const content = { text: 'x', entities: [] };
  expect(findProblems({ content, media: null, buttons })).toEqual([{ code: 'InvalidButton', path: ['buttons', 0, 0] }]);
});
