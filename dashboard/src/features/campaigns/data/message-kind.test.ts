import { expect, it, test } from 'vitest';
import { canHaveCaptionAbove, contentFor, moveItem, readPost, writtenPost } from './message-kind.ts';

const photo = { kind: 'photo' as const, file: 'one', has_spoiler: true };
const video = { kind: 'video' as const, file: 'two' };

test.each<[string, { chat: string; message_id: number } | null]>([
  ['https://t.me/channel/12', { chat: '@channel', message_id: 12 }],
  [' t.me/channel/12?single ', { chat: '@channel', message_id: 12 }],
  ['https://telegram.me/channel/5/12', { chat: '@channel', message_id: 12 }],
  ['https://t.me/s/channel/12', { chat: '@channel', message_id: 12 }],
  ['https://t.me/c/1234567890/12', { chat: '-1001234567890', message_id: 12 }],
  ['https://t.me/c/1234567890/5/12', { chat: '-1001234567890', message_id: 12 }],
  ['-1001234567890 12', { chat: '-1001234567890', message_id: 12 }],
  ['@channel/12', { chat: '@channel', message_id: 12 }],
  ['4711: 12', { chat: '4711', message_id: 12 }],
  ['https://t.me/channel', null],
  ['https://t.me/+AbCdEf', null],
  ['https://t.me/c/12', null],
  ['https://example.com/channel/12', null],
  ['@channel 0', null],
  ['hello', null],
  ['', null],
])('%j is a post or none', (text, post) => {
  expect(readPost(text)).toEqual(post);
  if (post !== null) expect(readPost(writtenPost(post))).toEqual(post);
});

it('keeps files where they can be', () => {
  const noContent = { media: null, album: undefined, post: undefined };
  expect(contentFor('album', { media: photo })).toEqual({ ...noContent, album: [photo] });
  expect(contentFor('album', { media: { kind: 'animation', file: 'one' } })).toEqual({ ...noContent, album: [] });
  expect(contentFor('message', { media: null, album: [video, photo] })).toEqual({ ...noContent, media: video });
  expect(contentFor('post', { media: photo })).toEqual(noContent);
});

it('captions stand above pictures only', () => {
  const noContent = { media: null, album: undefined, post: undefined };
  expect(canHaveCaptionAbove('message', { ...noContent, media: photo })).toBe(true);
  expect(canHaveCaptionAbove('message', { ...noContent, media: { kind: 'voice', file: 'one' } })).toBe(false);
  expect(canHaveCaptionAbove('message', noContent)).toBe(false);
  expect(canHaveCaptionAbove('album', { ...noContent, album: [photo, video] })).toBe(true);
  expect(canHaveCaptionAbove('album', { ...noContent, album: [{ kind: 'document', file: 'one' }] })).toBe(false);
  expect(canHaveCaptionAbove('post', noContent)).toBe(false);
});

it('moves one of several', () => {
  expect(moveItem(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moveItem(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
  expect(moveItem(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c']);
});
