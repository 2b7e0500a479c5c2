import { setTimeout } from 'node:timers/promises';
import type { CampaignMessage } from '@botscope/contract';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { testMetadata } from '../../../platform/metadata/test-metadata.ts';
import type { RecipientOutcome, SenderDeps } from '../engine-deps.ts';
import { createCampaignSender } from '../run-campaigns.ts';
import { insertBot, insertCampaign, loadCounts, loadStatus, senderDeps } from '../test-campaigns.ts';

const metadata = testMetadata();
let telegram: SimulatedTelegram;
let number = 0;
beforeAll(async () => {
  telegram = await startSimulatedTelegram({ seed: 'albums' });
});
afterAll(() => telegram.stop());

const idOf = (index: number): string => `5d1c7b0e-3f5a-4b8e-9f6e-00000000000${index}`;
type Message = z.input<typeof CampaignMessage>;
const createAlbum = (count: number, overrides: Partial<Message> = {}): Message => ({
  text: 'Hi {first_name}',
  entities: [{ type: 'bold', offset: 0, length: 2 }],
  album: Array.from({ length: count }, (_, index) => ({
    kind: 'photo',
    file: idOf(index),
    ...(index === 1 && { has_spoiler: true }),
  })),
  ...overrides,
});

/** A bot with users who have started it, and the files of its campaigns. */
async function world(count: number, overrides: Partial<SenderDeps> = {}) {
  number += 1;
  const key = `al${String(number).padStart(11, '0')}`;
  const { db } = metadata();
  await insertBot(db, key);
  const bot = telegram.addBot({ username: `album${number}_bot` });
  const users = Array.from({ length: count }, (_, index) => {
    const user = telegram.user({ first_name: `P${index}`, bot });
    user.sends('/start');
    return user;
  }).sort((one, other) => one.user.id - other.user.id);
  const ids = users.map(({ user }) => user.id);
  const fileIds = new Map<string, string>();
  const outcomes: RecipientOutcome[] = [];
  const files: SenderDeps['files'] = {
    async find(_, id) {
      const fileId = fileIds.get(id);
      if (fileId !== undefined) return { fileId };
      return { name: `${id}.png`, type: 'image/png', bytes: 3, read: async () => new Blob(['png']) };
    },
    keepFileId: async (_, id, __, fileId) => void fileIds.set(id, fileId),
    // A store that takes its time: the next message must not find the ID there.
    async forgetFileId(_, id) {
      await setTimeout(50);
      fileIds.delete(id);
    },
  };
  const deps = {
    ...senderDeps({ db, apiRoot: telegram.url, token: bot.token, audience: () => ids, maxSpeed: 200, outcomes }),
    files,
    ...overrides,
  };
  const sender = createCampaignSender(deps);
  const work = sender.start();
  const start = async (message: Message, sendingOptions: object = {}): Promise<number> => {
    const fast = { speed: 200, interval_cap: 200, ...sendingOptions };
    const id = await insertCampaign(db, key, { message, sending: fast });
    sender.wake(key);
    return id;
  };
  const end = (id: number) =>
    expect.poll(async () => (await loadStatus(db, id)).status, { timeout: 20_000 }).not.toBe('In_progress');
  const loadRows = (id: number) =>
    db.selectFrom('campaign_recipients').selectAll().where('campaign_id', '=', id).orderBy('user_id').execute();
  const calls = (method: string) => bot.calls.filter((call) => call.method === method);
  return { db, bot, users, ids, fileIds, outcomes, work, start, end, rowsOf: loadRows, calls };
}

describe('an album', () => {
  it('is uploaded once and reaches everyone once, with the caption on its first file and no buttons', async () => {
    const buildFooter = () => ({ text: 'Unsubscribe', callback_data: 'botscope:unsubscribe:1' });
    const { db, users, ids, fileIds, work, outcomes, start, end, rowsOf, calls } = await world(12, {
      footerOf: buildFooter,
    });
    users[4]?.blocks();
    const id = await start(createAlbum(3, { caption_above: true, protect_content: true }));
    await end(id);
    await work.close();
    const albumCalls = calls('sendMediaGroup');
    expect(albumCalls.map(({ params }) => Number(params.chat_id)).toSorted((one, other) => one - other)).toEqual(ids);
    const [first, ...rest] = albumCalls;
    expect(first?.files.map(({ field }) => field)).toEqual(['file0', 'file1', 'file2']);
    expect(rest.flatMap(({ files }) => files)).toEqual([]);
    expect(fileIds.size).toBe(3);
    const name = `P${first?.params.chat_id}`;
    expect(first?.params).toMatchObject({ protect_content: 'true' });
    expect(first?.params.media).toEqual([
      {
        type: 'photo',
        media: 'attach://file0',
        caption: `Hi ${name}`,
        show_caption_above_media: true,
        caption_entities: [{ type: 'bold', offset: 0, length: 2 }],
      },
      { type: 'photo', media: 'attach://file1', has_spoiler: true, show_caption_above_media: true },
      { type: 'photo', media: 'attach://file2', show_caption_above_media: true },
    ]);
    expect(rest[0]?.params.reply_markup).toBeUndefined();
    const { kept, counted } = await loadCounts(db, id);
    expect(kept).toEqual({ total: 12, delivered: 11, not_delivered: 1, unknown: 0, waiting: 0, cancelled: 0 });
    expect(counted).toEqual(kept);
    const results = new Map(
      albumCalls.flatMap(({ status, answer, params }) =>
        status === 200
          ? [[Number(params.chat_id), (answer as { message_id: number }[]).map((one) => one.message_id)]]
          : [],
      ),
    );
    for (const row of await rowsOf(id)) {
      const messageIds = [row.message_id, ...(row.more_message_ids ?? [])].filter((one) => one !== null).map(Number);
      expect(messageIds).toEqual(results.get(Number(row.user_id)) ?? []);
    }
    for (const { userId, messageId } of outcomes.filter(({ status }) => status === 'Done'))
      expect(messageId).toBe(results.get(userId)?.[0]);
  });

  it('is unknown if Telegram refuses a part of it, and three of them stop the campaign', async () => {
    const { db, bot, work, start, end, calls } = await world(10);
    const description = 'Bad Request: failed to send message #2 with the error message "WEBPAGE_MEDIA_EMPTY"';
    bot.script({ method: 'sendMediaGroup', outcome: { code: 400, description }, times: 50 });
    const id = await start(createAlbum(2), { speed: 5, interval_cap: 5 });
    await end(id);
    await work.close();
    expect(await loadStatus(db, id)).toEqual({
      status: 'Error',
      problem: 'TelegramRefused',
      problem_description: description,
    });
    const { kept, counted } = await loadCounts(db, id);
    expect(kept).toEqual(counted);
    expect(kept).toMatchObject({ total: 10, unknown: calls('sendMediaGroup').length, delivered: 0 });
    expect(kept.unknown).toBeLessThan(10);
  });

  it('is uploaded again if Telegram does not take its file IDs any more', async () => {
    const { db, fileIds, work, start, end, calls } = await world(40);
    for (const index of [0, 1]) fileIds.set(idOf(index), `gone${index}`);
    const id = await start(createAlbum(2));
    await end(id);
    await work.close();
    expect(await loadStatus(db, id)).toMatchObject({ status: 'Done', problem: '' });
    expect((await loadCounts(db, id)).kept).toMatchObject({ delivered: 40, not_delivered: 0 });
    expect(calls('sendMediaGroup').filter(({ status }) => status === 400)).toHaveLength(1);
    expect(calls('sendMediaGroup').filter(({ files }) => files.length === 2)).toHaveLength(1);
  });

  it('counts with each of its files: the campaign keeps its speed, beside a text that is sent as well', async () => {
    const { db, bot, work, start, end, calls } = await world(8, { maxSpeed: 20 });
    // Calls that a busy machine has delayed come together with those on time. Counted as one each, they would be 48.
    bot.limit({ perSecond: 40 });
    const [album, text] = [await start(createAlbum(5)), await start({ text: 'Hello' })];
    await Promise.all([end(album), end(text)]);
    await work.close();
    for (const id of [album, text]) expect((await loadCounts(db, id)).kept).toMatchObject({ delivered: 8, unknown: 0 });
    expect(bot.calls.filter(({ status }) => status === 429)).toEqual([]);
    const times = calls('sendMediaGroup').map(({ at }) => at.getTime());
    // 40 files at 20 a second, of which the first ten may begin at once.
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(1_000);
  });

  it('reaches everyone at their own time, once, and goes on with those whose time comes later', async () => {
    let passed = 0;
    const zones = new Map<number, string>();
    const { db, ids, work, start, rowsOf, calls } = await world(6, {
      clock: () => Date.now() + passed,
      zonesOf: async () => zones,
    });
    const earlyIds = ids.filter((_, index) => index % 2 === 0);
    for (const id of earlyIds) zones.set(id, '+01:00');
    // In UTC it is that time in an hour: at +01:00 now.
    const localTime = new Date(Date.now() + 3_600_000).toISOString();
    const user_time = { date: localTime.slice(0, 10), time: localTime.slice(11, 16), time_zone: 'UTC' };
    const id = await start(createAlbum(3), { user_time });
    const chats = () => calls('sendMediaGroup').map(({ params }) => Number(params.chat_id));
    const sortIds = (list: number[]) => list.toSorted((one, other) => one - other);
    await expect.poll(() => sortIds(chats()), { timeout: 20_000 }).toEqual(earlyIds);
    const countWaiting = async () => (await loadCounts(db, id)).kept.waiting;
    await expect.poll(countWaiting, { timeout: 20_000 }).toBe(3);
    passed = 3_600_000;
    await expect.poll(async () => (await loadStatus(db, id)).status, { timeout: 40_000 }).toBe('Done');
    await work.close();
    expect(sortIds(chats())).toEqual(ids);
    for (const { more_message_ids } of await rowsOf(id)) expect(more_message_ids).toHaveLength(2);
    const { kept, counted } = await loadCounts(db, id);
    expect(kept).toEqual({ total: 6, delivered: 6, not_delivered: 0, unknown: 0, waiting: 0, cancelled: 0 });
    expect(counted).toEqual(kept);
  });

  it('larger than the speed is sent as a whole, and the next one waits for the rest', async () => {
    const { db, work, start, end, calls } = await world(3);
    const id = await start(createAlbum(10), { speed: 10, interval_cap: 5 });
    await end(id);
    await work.close();
    expect((await loadCounts(db, id)).kept).toMatchObject({ delivered: 3 });
    const times = calls('sendMediaGroup').map(({ at }) => at.getTime());
    for (const [index, time] of times.slice(1).entries()) expect(time - (times[index] ?? 0)).toBeGreaterThan(950);
  });
});

describe('a copy of a post', () => {
  const chat = { id: -1001234567890, type: 'channel', title: 'Shop', username: 'shop' } as const;
  const post = { message_id: 12, chat, date: 1_700_000_000, photo: [{ file_id: 'x' }], caption: 'Sale' };
  const ofPost = (overrides: Partial<Message> = {}): Message => ({
    post: { chat: '@shop', message_id: 12 },
    ...overrides,
  });

  it('reaches everyone, with a caption and buttons of its own', async () => {
    const { db, bot, ids, work, start, end, calls, rowsOf } = await world(3);
    bot.receives({ channel_post: post });
    const id = await start(
      ofPost({ text: 'For {first_name}', buttons: [[{ text: 'Go', url: 'https://shop.example.com' }]] }),
    );
    await end(id);
    await work.close();
    expect(calls('copyMessage').map(({ params }) => params)).toEqual(
      ids.map((user) => ({
        chat_id: String(user),
        from_chat_id: '@shop',
        message_id: '12',
        caption: `For P${user}`,
        reply_markup: { inline_keyboard: [[{ text: 'Go', url: 'https://shop.example.com' }]] },
      })),
    );
    expect((await rowsOf(id)).map(({ message_id }) => Number(message_id))).toEqual(
      calls('copyMessage').map(({ answer }) => (answer as { message_id: number }).message_id),
    );
    expect((await loadCounts(db, id)).kept).toMatchObject({ delivered: 3 });
  });

  it.each<[string, object | null, string]>([
    ['that is gone', { ...post, message_id: 11 }, 'Bad Request: message to copy not found'],
    ['that cannot be copied', { ...post, invoice: {} }, "Bad Request: message can't be copied"],
    ['in a chat that the bot cannot read', null, 'Bad Request: chat not found'],
  ])('%s stops the campaign, and everyone waits', async (_, knownPost, description) => {
    const { db, bot, work, start, end } = await world(5);
    if (knownPost !== null) bot.receives({ channel_post: knownPost as typeof post });
    const id = await start(ofPost({ text: knownPost === null ? 'Hi {first_name}' : '' }));
    await end(id);
    await work.close();
    expect(await loadStatus(db, id)).toEqual({
      status: 'Error',
      problem: 'TelegramRefused',
      problem_description: description,
    });
    expect((await loadCounts(db, id)).kept).toMatchObject({ total: 5, waiting: 5, not_delivered: 0 });
  });

  it('to a user whose chat is not found is that user’s matter', async () => {
    const { db, bot, work, ids, start, end } = await world(3);
    bot.receives({ channel_post: post });
    const outcome = { code: 400, description: 'Bad Request: chat not found' };
    bot.script({ method: 'copyMessage', chatId: ids[1] ?? 0, outcome });
    const id = await start(ofPost());
    await end(id);
    await work.close();
    expect((await loadCounts(db, id)).kept).toMatchObject({ delivered: 2, not_delivered: 1 });
  });
});
