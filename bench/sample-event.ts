import type { Event } from '@botscope/contract';

const bot = 'be9c4be9c4be9';
const first = Date.UTC(2026, 6, 1);
const names = ['Anna', 'Иван', 'Maria', 'Пётр', 'José', 'Ольга', 'Max', 'Lena'];
const texts = [
  '/start',
  'Каталог',
  'hello, do you ship to Kazan?',
  '🛒 Basket',
  'thanks!',
  'Сколько стоит доставка до Твери?',
];

/** A repeatable number between 0 and 2^32 from two. */
function scatter(seed: number, salt: number): number {
  let x = Math.imul(seed ^ (salt * 0x9e3779b1), 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** The `index`-th event of a bot with 50,000 users: texts and button presses of the usual shape and size. */
export function sampleEvent(index: number): Event {
  const userId = 200_000_000 + ((scatter(scatter(index, 1) % 50_000, 2) % 6_000_000_000) >>> 0);
  const time = first + index * 20 + (scatter(index, 3) % 20);
  const date = Math.floor(time / 1000);
  const firstName = names[userId % names.length] ?? '';
  const username = `user_${userId.toString(36)}`;
  const from = { id: userId, is_bot: false, first_name: firstName, last_name: 'K.', username, language_code: 'ru' };
  const chat = { id: userId, first_name: firstName, last_name: 'K.', username, type: 'private' };
  const button = index % 3 === 0;
  const text = texts[scatter(index, 4) % texts.length] ?? '';
  const message = { message_id: 1_000 + (scatter(index, 5) % 400_000), from, chat, date, text };
  const update = button
    ? {
        update_id: 700_000_000 + index,
        callback_query: {
          id: `${userId}${scatter(index, 6)}`,
          from,
          message: {
            ...message,
            from: { id: 7_000_000_001, is_bot: true, first_name: 'Shop', username: 'shop_bot' },
            reply_markup: {
              inline_keyboard: [
                [{ text: 'Open', callback_data: 'open:17' }],
                [{ text: 'Back', callback_data: 'back' }],
              ],
            },
          },
          chat_instance: String(scatter(userId, 7)),
          data: `open:${index % 40}`,
        },
      }
    : { update_id: 700_000_000 + index, message };
  return {
    bot,
    id: String((BigInt(scatter(index, 8)) << 32n) | BigInt(scatter(index, 9))),
    partitionKey: button ? 2 ** 31 + ((700_000_000 + index) >> 13) : Math.floor(date / 86_400),
    userId,
    chatId: userId,
    chatType: 'private',
    direction: 'in',
    kind: button ? 'callback_query' : 'message',
    type: button ? 'button' : text === '/start' ? 'command' : 'text',
    isAction: true,
    isContact: true,
    isStart: text === '/start' && !button,
    membership: '',
    time,
    sentAt: button ? 0 : date,
    receivedAt: time + 40,
    name: button ? `open:${index % 40}` : text === '/start' ? '/start' : '',
    text: button ? '' : text,
    startPayload: '',
    params: {},
    source: '',
    amount: 0,
    currency: '',
    code: 0,
    firstName,
    lastName: 'K.',
    username,
    language: 'ru',
    isPremium: userId % 7 === 0,
    payload: JSON.stringify(update),
  };
}
