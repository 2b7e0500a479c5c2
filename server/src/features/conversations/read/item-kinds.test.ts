import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversionEvent } from '../../../events/normalize/conversion-event.ts';
import { hitEvent } from '../../../events/normalize/hit-event.ts';
import { importedEvent } from '../../../events/normalize/imported-event.ts';
import { defaultStartRules } from '../../../events/normalize/normalize-update.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ann, annsChat, shopBot, startHistory } from '../test-history.ts';
import { readConversation } from './conversation.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

type History = ReturnType<typeof startHistory>;
const sentAt = '2026-03-01T10:00:00Z';
const ms = Date.parse(sentAt);
const now = Date.parse('2026-03-02T12:00:00Z');

/** The one item of a history. */
async function readItem(write: (history: History, bot: string) => unknown) {
  const bot = store.freshBot();
  const history = startHistory(bot);
  write(history, bot);
  await store.write(history.events);
  const { items } = await readConversation({ store, bot, user: ann.id, now }, {}, 50);
  expect(items).toHaveLength(1);
  return items[0];
}

const file = (size = 0) => ({ file_id: 'AgAC', file_unique_id: 'u', ...(size > 0 && { file_size: size }) });
const shownFile = (overrides: object = {}) => ({ file_id: 'AgAC', size: 0, width: 0, height: 0, ...overrides });
const shownContent = (kind: string, overrides: object = {}) => ({
  kind,
  file: shownFile(),
  preview: null,
  name: '',
  mime: '',
  duration: 0,
  emoji: '',
  has_spoiler: false,
  ...overrides,
});
const thumbnail = { file_id: 'thumb', file_unique_id: 't', width: 90, height: 60, file_size: 5 };
const preview = { file_id: 'thumb', size: 5, width: 90, height: 60 };

test.each<[string, Record<string, unknown>, object]>([
  [
    'a video with a spoiler',
    {
      video: { ...file(9), width: 640, height: 360, duration: 12, mime_type: 'video/mp4', thumbnail },
      has_media_spoiler: true,
    },
    shownContent('video', {
      file: shownFile({ size: 9, width: 640, height: 360 }),
      preview,
      mime: 'video/mp4',
      duration: 12,
      has_spoiler: true,
    }),
  ],
  [
    'an animation, which comes with a document of the same file',
    { animation: { ...file(), file_name: 'cat.mp4' }, document: { ...file(), file_name: 'cat.mp4' } },
    shownContent('animation', { name: 'cat.mp4' }),
  ],
  [
    'an audio by its title',
    { audio: { ...file(), title: 'Song', duration: 180 } },
    shownContent('audio', { name: 'Song', duration: 180 }),
  ],
  [
    'a voice message',
    { voice: { ...file(), mime_type: 'audio/ogg', duration: 3 } },
    shownContent('voice', { mime: 'audio/ogg', duration: 3 }),
  ],
  [
    'a video note, which is a circle',
    { video_note: { ...file(), length: 240, duration: 5 } },
    shownContent('video_note', { file: shownFile({ width: 240, height: 240 }), duration: 5 }),
  ],
  [
    'a document',
    { document: { ...file(7), file_name: 'a.pdf', mime_type: 'application/pdf' } },
    shownContent('document', { file: shownFile({ size: 7 }), name: 'a.pdf', mime: 'application/pdf' }),
  ],
  [
    'an animated sticker',
    { sticker: { ...file(), width: 512, height: 512, emoji: '👍', is_animated: true } },
    shownContent('sticker', {
      file: shownFile({ width: 512, height: 512 }),
      mime: 'application/x-tgsticker',
      emoji: '👍',
    }),
  ],
  [
    'a contact',
    { contact: { phone_number: '+3712', first_name: 'Ben', last_name: 'B', user_id: 8 } },
    { kind: 'contact', name: 'Ben B', phone: '+3712', user_id: 8 },
  ],
  [
    'a location',
    { location: { latitude: 56.9, longitude: 24.1 } },
    { kind: 'location', latitude: 56.9, longitude: 24.1, title: '', address: '' },
  ],
  [
    'a venue, which comes with its location',
    {
      venue: { location: { latitude: 1, longitude: 2 }, title: 'Café', address: 'Street 1' },
      location: { latitude: 1, longitude: 2 },
    },
    { kind: 'venue', latitude: 1, longitude: 2, title: 'Café', address: 'Street 1' },
  ],
  [
    'a poll',
    { poll: { id: '1', question: 'Tea?', options: [{ text: 'Yes' }, { text: 'No' }] } },
    { kind: 'poll', question: 'Tea?', options: ['Yes', 'No'] },
  ],
  ['a dice', { dice: { emoji: '🎲', value: 4 } }, { kind: 'dice', emoji: '🎲', value: 4 }],
  [
    'an invoice',
    { invoice: { title: 'Box', currency: 'EUR', total_amount: 999 } },
    { kind: 'invoice', title: 'Box', amount: 999, currency: 'EUR' },
  ],
  [
    'a payment',
    {
      successful_payment: { currency: 'XTR', total_amount: 5, invoice_payload: 'box', telegram_payment_charge_id: 'c' },
    },
    { kind: 'payment', title: 'box', amount: 5, currency: 'XTR' },
  ],
  [
    'a refund',
    { refunded_payment: { currency: 'XTR', total_amount: 5, invoice_payload: 'box', telegram_payment_charge_id: 'c' } },
    { kind: 'refund', title: 'box', amount: 5, currency: 'XTR' },
  ],
  [
    'data of a Mini App',
    { web_app_data: { button_text: 'Order', data: '{"id":1}' } },
    { kind: 'webapp', button: 'Order', data: '{"id":1}' },
  ],
  ['a service message', { pinned_message: { message_id: 3, date: 0 } }, { kind: 'service', name: 'pinned_message' }],
  ['a content that is newer than this version', { hologram: { depth: 3 } }, { kind: 'other', name: 'hologram' }],
])('%s', async (_, message, content) => {
  const item = await readItem((history) => history.says(1, sentAt, message));
  expect(item?.type === 'message' && item.versions[0]?.content).toEqual(content);
});

const note = (overrides: object) => ({
  id: expect.any(String),
  cursor: expect.any(String),
  at: new Date(ms).toISOString(),
  way: 'in',
  type: 'note',
  name: '',
  text: '',
  message_id: 0,
  amount: 0,
  currency: '',
  ...overrides,
});
const member = (status: string) => ({ user: shopBot, status });
const profile = { userId: ann.id, firstName: 'Ann', lastName: '', username: 'ann', language: 'en', isPremium: false };

test.each<[string, (history: History, bot: string) => unknown, object]>([
  [
    'a pressed button with its text',
    (history) => {
      const reply_markup = { inline_keyboard: [[{ text: 'Track', callback_data: 'track' }]] };
      const message = { message_id: 5, chat: annsChat, date: ms / 1_000, reply_markup };
      history.update(sentAt, { callback_query: { id: '1', from: ann, data: 'track', message } });
    },
    { note: 'press', name: 'track', text: 'Track', message_id: 5 },
  ],
  [
    'an inline query',
    (history) => history.update(sentAt, { inline_query: { id: '1', from: ann, query: 'cats', offset: '' } }),
    { note: 'inline_query', text: 'cats' },
  ],
  [
    'a chosen inline result',
    (history) => history.update(sentAt, { chosen_inline_result: { result_id: 'r1', from: ann, query: 'cats' } }),
    { note: 'inline_choice', name: 'r1', text: 'cats' },
  ],
  [
    'a checkout',
    (history) =>
      history.update(sentAt, {
        pre_checkout_query: { id: '1', from: ann, currency: 'EUR', total_amount: 999, invoice_payload: 'box' },
      }),
    { note: 'checkout', name: 'box', amount: 999, currency: 'EUR' },
  ],
  [
    'a question about shipping',
    (history) =>
      history.update(sentAt, { shipping_query: { id: '1', from: ann, invoice_payload: 'box', shipping_address: {} } }),
    { note: 'shipping', name: 'box' },
  ],
  [
    'an answer to a poll, counted from one',
    (history) => history.update(sentAt, { poll_answer: { poll_id: '1', user: ann, option_ids: [0, 2] } }),
    { note: 'poll_answer', text: '1, 3' },
  ],
  [
    'paid media',
    (history) => history.update(sentAt, { purchased_paid_media: { from: ann, paid_media_payload: 'album' } }),
    { note: 'paid_media', name: 'album' },
  ],
  [
    'a block',
    (history) =>
      history.update(sentAt, {
        my_chat_member: {
          chat: annsChat,
          from: ann,
          date: ms / 1_000,
          old_chat_member: member('member'),
          new_chat_member: member('kicked'),
        },
      }),
    { note: 'blocked' },
  ],
  [
    'an unblocking',
    (history) =>
      history.update(sentAt, {
        my_chat_member: {
          chat: annsChat,
          from: ann,
          date: ms / 1_000,
          old_chat_member: member('kicked'),
          new_chat_member: member('member'),
        },
      }),
    { note: 'unblocked' },
  ],
  [
    'a conversion',
    ({ events }, bot) =>
      events.push(
        conversionEvent({
          bot,
          targetId: 101,
          userId: ann.id,
          amount: 500,
          currency: 'EUR',
          date: sentAt,
          receivedAt: ms,
          nonce: 'n',
        }),
      ),
    { note: 'conversion', name: '101', amount: 500, currency: 'EUR' },
  ],
  [
    'the start of a Mini App',
    ({ events }, bot) => events.push(hit(bot, 'app_launch')),
    { note: 'app_launch', name: 'app_launch', text: 'from-link' },
  ],
  [
    'an event of a Mini App, whose page also says that it is still open,',
    ({ events }, bot) => events.push(hit(bot, 'cart'), hit(bot, 'visible'), hit(bot, 'hidden')),
    { note: 'app_event', name: 'cart' },
  ],
  [
    'what an import says of the past',
    ({ events }, bot) =>
      events.push(
        importedEvent({
          bot,
          user: { ...profile, source: 'ads' },
          membership: '',
          at: ms,
          receivedAt: ms,
          rules: defaultStartRules,
        }),
      ),
    { note: 'imported', text: 'ads' },
  ],
])('%s is a line of its own', async (_, write, expected) => {
  expect(await readItem(write)).toEqual(note(expected));
});

const hit = (bot: string, name: string) =>
  hitEvent({
    bot,
    user: profile,
    name,
    at: ms,
    receivedAt: ms,
    startPayload: 'from-link',
    platform: 'ios',
    version: '8.0',
    rules: defaultStartRules,
  });
