import type { Message } from '@botscope/server/simulation/users/telegram-types.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SimulatedUser } from '../../user.ts';
import { type SimulatedTelegram, startSimulatedTelegram } from '../server.ts';
import type { SimulatedBot } from '../simulated-bot.ts';
import { callMethod } from '../test-client.ts';

let telegram: SimulatedTelegram;
let bot: SimulatedBot;
let anna: SimulatedUser;
let chat_id: number;
const call = (method: string, parameters: Record<string, unknown> = {}) =>
  callMethod({ url: telegram.url, token: bot.token }, method, parameters);
const callForResult = async (method: string, parameters: Record<string, unknown>) =>
  (await call(method, { chat_id, ...parameters })).body.result;
const rejection = async (method: string, parameters: Record<string, unknown> = {}) =>
  (await call(method, { chat_id, ...parameters })).body.description;

beforeEach(async () => {
  telegram = await startSimulatedTelegram();
  bot = telegram.addBot({ username: 'shop_bot', first_name: 'Shop' });
  anna = telegram.user({ first_name: 'Anna' });
  anna.sends('/start');
  chat_id = anna.user.id;
});
afterEach(() => telegram.stop());

test('an album comes whole or not at all', async () => {
  const form = new FormData();
  form.set('chat_id', String(chat_id));
  const media = [
    { type: 'photo', media: 'attach://a', caption: 'Both' },
    { type: 'video', media: 'attach://b' },
  ];
  form.set('media', JSON.stringify(media));
  form.set('a', new Blob(['picture']), 'a.jpg');
  form.set('b', new Blob(['film']), 'b.mp4');
  const send = () => fetch(`${telegram.url}/bot${bot.token}/sendMediaGroup`, { method: 'POST', body: form });
  const { result } = (await (await send()).json()) as { result: Message[] };
  expect(result).toMatchObject([{ caption: 'Both', photo: [{}, {}, { file_size: 7 }] }, { video: { file_size: 4 } }]);
  expect(new Set(result.map((message) => message.media_group_id)).size).toBe(1);

  form.delete('b');
  expect(await (await send()).json()).toMatchObject({ description: 'Bad Request: there is no video in the request' });
  const next = (await callForResult('sendMessage', { text: 'next' })) as Message;
  expect(next.message_id).toBe(result[1]!.message_id + 1);
  const photo = { type: 'photo', media: 'https://example.com/a.jpg' };
  expect(await rejection('sendMediaGroup', { media: [photo] })).toMatch(/at least two/);
  expect(await rejection('sendMediaGroup', { media: [photo, { ...photo, type: 'document' }] })).toMatch(
    /can't be mixed/,
  );
});

test('copies carry the content, forwards the origin as well', async () => {
  const first = (await callForResult('sendMessage', { text: 'Hello' })) as Message;
  const from_chat_id = chat_id;
  expect(await callForResult('copyMessage', { from_chat_id, message_id: first.message_id })).toEqual({
    message_id: first.message_id + 1,
  });
  expect(await callForResult('forwardMessage', { from_chat_id, message_id: first.message_id })).toMatchObject({
    message_id: first.message_id + 2,
    text: 'Hello',
    forward_origin: { type: 'user', sender_user: { username: 'shop_bot' } },
  });
  const ids = [first.message_id, first.message_id + 1, 999];
  expect(await callForResult('forwardMessages', { from_chat_id, message_ids: ids })).toHaveLength(2);
  expect(await callForResult('copyMessages', { from_chat_id, message_ids: ids })).toHaveLength(2);
  expect(await rejection('copyMessages', { from_chat_id, message_ids: [2, 1] })).toMatch(/strictly increasing/);
  expect(await rejection('copyMessage', { from_chat_id, message_id: 999 })).toBe(
    'Bad Request: message to copy not found',
  );
});

test('an album has the options of its pictures and no buttons, and counts with each of its files', async () => {
  const photo = {
    type: 'photo',
    media: 'https://example.com/a.jpg',
    has_spoiler: true,
    show_caption_above_media: true,
  };
  const reply_markup = { inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] };
  const result = (await callForResult('sendMediaGroup', { media: [photo, photo], reply_markup })) as Message[];
  expect(result).toMatchObject([{ has_media_spoiler: true, show_caption_above_media: true }, {}]);
  expect(result.every((message) => message.reply_markup === undefined)).toBe(true);
  expect(await rejection('sendMediaGroup', { media: [photo, { ...photo, type: 'animation' }] })).toBe(
    'Bad Request: can\'t parse InputMedia: type "animation" can\'t be used in sendMediaGroup',
  );
  bot.limit({ perSecond: 3 });
  await callForResult('sendMediaGroup', { media: [photo, photo] });
  expect(await rejection('sendMediaGroup', { media: [photo, photo] })).toMatch(/Too Many Requests/);
  bot.limit(null);
  const message_ids = result.map(({ message_id }) => message_id);
  expect(await callForResult('deleteMessages', { message_ids: [...message_ids, 999] })).toBe(true);
  expect(await rejection('deleteMessage', { message_id: message_ids[1] })).toMatch(/not found/);
});

test('a copy of a post of a channel has a caption and buttons of its own', async () => {
  const chat = { id: -1001234567890, type: 'channel', title: 'Shop', username: 'shop' } as const;
  const post = { chat, date: 1_700_000_000, photo: [], caption: 'Sale', media_group_id: '7', author_signature: 'Ann' };
  bot.receives({ channel_post: { ...post, message_id: 12 } });
  bot.receives({ channel_post: { ...post, message_id: 13, has_protected_content: true } });
  const copy = async (extraParams: object) => {
    const { message_id } = (await callForResult('copyMessage', {
      from_chat_id: '@shop',
      message_id: 12,
      ...extraParams,
    })) as Message;
    return callForResult('forwardMessage', { from_chat_id: chat_id, message_id });
  };
  expect(await copy({})).toMatchObject({ caption: 'Sale' });
  expect(await copy({})).not.toHaveProperty('media_group_id');
  const captionParams = { caption: 'For you', caption_entities: [{ type: 'bold', offset: 0, length: 3 }] };
  expect(await copy(captionParams)).toMatchObject(captionParams);
  const copyRejection = (extraParams: object) =>
    rejection('copyMessage', { from_chat_id: '@shop', message_id: 12, ...extraParams });
  expect(await copyRejection({ message_id: 13 })).toBe("Bad Request: message can't be copied");
  expect(await copyRejection({ message_id: 14 })).toBe('Bad Request: message to copy not found');
  expect(await copyRejection({ from_chat_id: '@elsewhere' })).toBe('Bad Request: chat not found');
  expect(await copyRejection({ caption: 'x'.repeat(1_025) })).toBe('Bad Request: message caption is too long');
});

test('places, contacts, dice and polls', async () => {
  expect(await callForResult('sendLocation', { latitude: 55.5, longitude: 37.5 })).toMatchObject({
    location: { latitude: 55.5, longitude: 37.5 },
  });
  expect(await rejection('sendLocation', { latitude: 91, longitude: 1 })).toBe('Bad Request: wrong latitude specified');
  const venue = { latitude: 1, longitude: 2, title: 'Shop', address: 'Street 1' };
  expect(await callForResult('sendVenue', venue)).toMatchObject({
    venue: { title: 'Shop', location: { latitude: 1 } },
  });
  expect(await callForResult('sendContact', { phone_number: '99912345678', first_name: 'Courier' })).toMatchObject({
    contact: { phone_number: '99912345678' },
  });
  const { dice } = (await callForResult('sendDice', { emoji: '🎰' })) as { dice: { value: number } };
  expect(dice.value >= 1 && dice.value <= 64).toBe(true);
  expect(await callForResult('sendPoll', { question: 'Which?', options: [{ text: 'A' }, 'B'] })).toMatchObject({
    poll: { options: [{ text: 'A' }, { text: 'B' }], is_anonymous: true },
  });
  expect(await rejection('sendPoll', { question: 'Which?', options: ['A'] })).toMatch(/2 to 12/);
});
