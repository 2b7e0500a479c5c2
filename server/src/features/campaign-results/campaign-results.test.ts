import { CampaignMessage, type Event } from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { acts, blocksBot, starts } from '../../events/rollups/test-history.ts';
import { engines, openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { AppError } from '../../platform/errors.ts';
import { createLoadResults } from './campaign-results.ts';
import { createReactionUsers } from './reaction-users.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore(engines[0] ?? 'embedded', { rollupTimeoutMs: 0 });
});
afterAll(() => store.close());

/*
 * All start on the first day. The campaign arrives on the second one:
 *
 * user  delivered  then
 * 1     10:00      blocks at 10:29:59 (first stretch, 1,799 s)
 * 2     10:00      blocks at 10:30 (second stretch, 1,800 s); had blocked on the first day, and returned
 * 3     11:00      presses "yes" three times, and "no" once; blocks at 22:59 (third stretch, 43,140 s)
 * 4     11:00      blocks at 23:00: twelve hours are over; presses "yes" under another message
 * 5     12:00      writes a day later, to the minute: not active any more
 * 6     not        refused at 12:00; blocks at 12:01
 * 7     12:00      writes at 11:59, before their own delivery, and presses "order 7"
 */
const day2 = (time: string): number => Date.parse(`2026-03-02T${time}Z`);
const deliveries: [user: number, at: string, messageId: number][] = [
  [1, '10:00:00', 11],
  [2, '10:00:00', 12],
  [3, '11:00:00', 13],
  [4, '11:00:00', 14],
  [5, '12:00:00', 15],
  [7, '12:00:00', 17],
];
const presses = (data: string, messageId: number): Partial<Event> => ({
  kind: 'callback_query',
  type: 'button',
  name: data,
  payload: JSON.stringify({ callback_query: { data, message: { message_id: messageId } } }),
});

it('counts who left, pressed and was active after their own delivery', async () => {
  const bot = store.freshBot();
  let id = 100;
  const event = (user: number, time: number, fields: Partial<Event> = {}): Event => {
    id += 1;
    const chat: Partial<Event> = { chatId: user, chatType: 'private' };
    return { ...acts(bot, user, id, '01T08:00', { ...chat, ...fields }), time, sentAt: Math.floor(time / 1_000) };
  };
  await store.write([
    ...[1, 2, 3, 4, 5, 6, 7].map((user) => acts(bot, user, user, '01T08:00', starts)),
    event(1, day2('10:29:59'), blocksBot),
    acts(bot, 2, 20, '01T09:00', blocksBot),
    acts(bot, 2, 21, '01T10:00'),
    event(2, day2('10:30:00'), blocksBot),
    ...[1, 2, 3].map((minute) => event(3, day2(`11:0${minute}:00`), presses('yes', 13))),
    event(3, day2('11:05:00'), presses('no', 13)),
    event(3, day2('22:59:00'), blocksBot),
    event(4, day2('11:10:00'), presses('yes', 99)),
    event(4, day2('23:00:00'), blocksBot),
    event(5, day2('12:00:00') + 24 * 3_600_000),
    event(6, day2('12:01:00'), blocksBot),
    event(7, day2('11:59:00')),
    event(7, day2('12:30:00'), presses('order 7', 17)),
  ]);
  const outcome = { bot, campaignId: 101, reason: '' };
  await store.writeCampaignOutcomes(bot, [
    // This message was unknown at first, and has arrived.
    { ...outcome, userId: 1, status: 'Error', reason: 'no_answer', at: day2('09:59:00'), messageId: 0 },
    ...deliveries.map(([userId, time, messageId]) => ({
      ...outcome,
      userId,
      status: 'Done' as const,
      at: day2(time),
      messageId,
    })),
    { ...outcome, userId: 6, status: 'Error', reason: 'blocked', at: day2('12:00:00'), messageId: 0 },
    { ...outcome, campaignId: 102, userId: 4, status: 'Done', at: day2('11:05:00'), messageId: 99 },
  ]);
  await store.flush();
  const message = z.parse(CampaignMessage, {
    text: 'News',
    buttons: [
      [
        { text: 'Yes', callback_data: 'yes' },
        { text: 'Shop', url: 'https://shop.example.com' },
        { text: 'No', callback_data: 'no' },
      ],
      [{ text: 'Order', callback_data: 'order {user_id}' }],
    ],
  });
  const results = createLoadResults({
    store,
    reasons: async () => [{ reason: 'blocked', count: 1 }],
    complaints: { count: async () => 2 },
    now: () => Date.parse('2026-03-04T00:00Z'),
  });
  const expected = {
    reasons: [{ reason: 'blocked', count: 1 }],
    complained_users: 2,
    stat_left_users_1: 1,
    stat_left_users_2: 1,
    stat_left_users_3: 1,
    // (1,799 + 1,800 + 43,140) / 3
    stat_avg_time_left: 15_580,
    buttons: [
      { text: 'Yes', callback_data: 'yes', users: 1, presses: 3 },
      { text: 'No', callback_data: 'no', users: 1, presses: 1 },
      { text: 'Order', callback_data: 'order {user_id}', users: 1, presses: 1 },
    ],
    // 3, 4 and 7.
    active_users: 3,
    // The bot is two days old.
    usual_left_users: null,
  };
  // Users 3, 4 and 7 are active; 4 pressed under another message, and left too late.
  const listUsers = async () => {
    const reactionUsers = createReactionUsers({ store, now: () => Date.parse('2026-03-04T00:00Z') });
    const one = (reaction: string, after = 0, limit = 10) =>
      reactionUsers({ bot, campaignId: 101, message, reaction, after, limit });
    return {
      active: await one('active'),
      left: await one('left'),
      left1: await one('left:1'),
      left2: await one('left:2'),
      left3: await one('left:3'),
      pressed: await one('pressed'),
      yes: await one('pressed:0'),
      no: await one('pressed:1'),
      order: await one('pressed:2'),
      page: await one('active', 3, 1),
      missing: await one('pressed:3').catch((error: unknown) => (error instanceof AppError ? error.code : error)),
    };
  };
  const users = {
    active: [3, 4, 7],
    left: [1, 2, 3],
    left1: [1],
    left2: [2],
    left3: [3],
    pressed: [3, 7],
    yes: [3],
    no: [3],
    order: [7],
    page: [4],
    missing: 'NotFound',
  };
  expect(await results({ bot, campaignId: 101, message })).toEqual(expected);
  expect(await listUsers()).toEqual(users);
  await store.rollUp(bot, Date.parse('2026-03-03T00:00Z'));
  expect(await results({ bot, campaignId: 101, message })).toEqual(expected);
  expect(await listUsers()).toEqual(users);
  expect(await results({ bot, campaignId: 103, message: { ...message, buttons: [] } })).toEqual({
    reasons: [{ reason: 'blocked', count: 1 }],
    stat_left_users_1: 0,
    stat_left_users_2: 0,
    stat_left_users_3: 0,
    stat_avg_time_left: null,
    buttons: [],
    active_users: 0,
    complained_users: 2,
    usual_left_users: null,
  });
});
