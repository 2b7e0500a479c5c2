import type { Update as GrammyUpdate } from 'grammy/types';
import { expect, test } from 'vitest';
import { startJourney } from './journey.ts';

const setUp = () => {
  const journey = startJourney({ from: '2026-03-02T09:00:00Z', bot: 'shop_bot' });
  return { journey, anna: journey.user('Anna', { language_code: 'ru', is_premium: true }) };
};

test('a journey gives dated updates in order, exactly as a server would send them', () => {
  const { journey, anna } = setUp();
  anna.sends('/start promo');
  journey.after('20m');
  anna.presses('buy');
  journey.at('2026-03-03T10:00:00Z');
  anna.blocks();

  const user = { id: anna.user.id, is_bot: false, first_name: 'Anna', language_code: 'ru', is_premium: true };
  const chat = { id: anna.user.id, first_name: 'Anna', type: 'private' };
  const bot = { id: journey.bot.id, is_bot: true, first_name: 'shop_bot', username: 'shop_bot' };
  const first = journey.updates[0]?.update.update_id ?? 0;
  expect(first).toBeGreaterThan(99_999_999);
  expect(journey.updates).toEqual([
    {
      date: '2026-03-02T09:00:00.000Z',
      update: {
        update_id: first,
        message: {
          message_id: 1,
          from: user,
          chat,
          date: 1_772_442_000,
          text: '/start promo',
          entities: [{ offset: 0, length: 6, type: 'bot_command' }],
        },
      },
    },
    {
      date: '2026-03-02T09:20:00.000Z',
      update: {
        update_id: first + 1,
        callback_query: {
          id: expect.stringMatching(/^\d{18}$/),
          from: user,
          message: {
            message_id: 2,
            from: bot,
            chat,
            date: 1_772_443_200,
            text: 'Choose:',
            reply_markup: { inline_keyboard: [[{ text: 'buy', callback_data: 'buy' }]] },
          },
          chat_instance: expect.stringMatching(/^-\d+$/),
          data: 'buy',
        },
      },
    },
    {
      date: '2026-03-03T10:00:00.000Z',
      update: {
        update_id: first + 2,
        my_chat_member: {
          chat,
          from: user,
          date: 1_772_532_000,
          old_chat_member: { user: bot, status: 'member' },
          new_chat_member: { user: bot, status: 'kicked', until_date: 0 },
        },
      },
    },
  ]);
});

test('every action makes its kind of update, readable by a real library', () => {
  const { journey, anna } = setUp();
  const group = journey.group('Shoppers');
  anna.sends('hello @friend https://example.com');
  anna.edits('hello /help');
  anna.reacts('👍');
  anna.sendsPhoto('look');
  anna.sendsVoice();
  anna.sendsSticker();
  anna.sendsDocument();
  anna.sendsLocation();
  anna.sendsContact();
  anna.sendsInlineQuery('shoes');
  anna.choosesInline('shoe-1');
  anna.answersPoll('poll-1', 0, 2);
  anna.pays({ amount: 250, currency: 'XTR', payload: 'order-7' });
  anna.opensMiniAppData('{"size":42}');
  anna.joinsByRequest(group);
  anna.writesInGroup(group, '/start@shop_bot promo');
  anna.unblocks();

  const updates: GrammyUpdate[] = journey.updates.map((item) => item.update as GrammyUpdate);
  const contents = updates.map((update) => {
    const [, kind = ''] = Object.keys(update);
    if (kind !== 'message') return kind;
    const envelopeFields = ['from', 'chat', 'date', 'message_id', 'entities', 'caption'];
    return Object.keys(update.message ?? {})
      .filter((field) => !envelopeFields.includes(field))
      .join();
  });
  expect(contents).toEqual([
    'text',
    'edited_message',
    'message_reaction',
    'photo',
    'voice',
    'sticker',
    'document',
    'location',
    'contact',
    'inline_query',
    'chosen_inline_result',
    'poll_answer',
    'pre_checkout_query',
    'successful_payment',
    'web_app_data',
    'chat_join_request',
    'text',
    'my_chat_member',
  ]);
  expect(updates[0]?.message?.entities?.map((entity) => entity.type)).toEqual(['mention', 'url']);
  expect(updates[1]?.edited_message).toMatchObject({ message_id: 1, text: 'hello /help', edit_date: 1_772_442_000 });
  expect(updates[10]?.chosen_inline_result).toMatchObject({ query: 'shoes', result_id: 'shoe-1' });
  expect(updates[13]?.message?.successful_payment).toMatchObject({ currency: 'XTR', total_amount: 250 });
  expect(updates[16]?.message?.chat).toEqual(group);
});

test('actions at one moment keep their order without moving the clock', () => {
  const { journey, anna } = setUp();
  anna.sends('a');
  anna.sends('b');
  journey.after('30s');
  anna.sends('c');
  expect(journey.updates.map((item) => item.date)).toEqual([
    '2026-03-02T09:00:00.000Z',
    '2026-03-02T09:00:00.001Z',
    '2026-03-02T09:00:30.000Z',
  ]);
});

test('a journey run twice gives the same bytes; another seed gives other IDs', () => {
  const runJourney = (seed: number) => {
    const journey = startJourney({ from: '2026-03-02T09:00:00Z', seed });
    journey.user('Anna').sendsVoice();
    return JSON.stringify(journey.updates);
  };
  expect(runJourney(1)).toBe(runJourney(1));
  expect(runJourney(1)).not.toBe(runJourney(2));
});

test('mistakes in a journey throw errors', () => {
  const { journey, anna } = setUp();
  expect(() => anna.presses('x'.repeat(65))).toThrow('1 to 64 bytes');
  expect(() => anna.edits('nothing yet')).toThrow('has not written anything');
  expect(() => journey.after('20 minutes' as '20m')).toThrow('not a duration');
  expect(() => journey.at('tomorrow')).toThrow('not a date');
});
