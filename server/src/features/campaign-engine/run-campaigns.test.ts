import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createCallTelegram } from '../../telegram/sending/call-telegram.ts';
import type { RecipientOutcome, SenderDeps } from './engine-deps.ts';
import { createLedger } from './recipients/ledger.ts';
import { createCampaignSender } from './run-campaigns.ts';
import { insertBot, insertCampaign, loadCounts, loadStatus, senderDeps } from './test-campaigns.ts';

const metadata = testMetadata();
let telegram: SimulatedTelegram;
let number = 0;
beforeAll(async () => {
  telegram = await startSimulatedTelegram({ seed: 'campaigns' });
});
afterAll(() => telegram.stop());

/** A bot with users who have started it, and a sender for it. */
async function world(count: number, overrides: Partial<SenderDeps> = {}) {
  number += 1;
  const key = `ca${String(number).padStart(11, '0')}`;
  const { db } = metadata();
  await insertBot(db, key);
  const bot: SimulatedBot = telegram.addBot({ username: `news${number}_bot` });
  const users = Array.from({ length: count }, (_, index) => {
    const user = telegram.user({ first_name: `P${index}`, bot });
    user.sends('/start');
    return user;
  }).sort((one, other) => one.user.id - other.user.id);
  const ids = users.map(({ user }) => user.id);
  const outcomes: RecipientOutcome[] = [];
  const deps = {
    ...senderDeps({ db, apiRoot: telegram.url, token: bot.token, audience: () => ids, maxSpeed: 200, outcomes }),
    ...overrides,
  };
  const sender = createCampaignSender(deps);
  const work = sender.start();
  const listDelivered = (): number[] =>
    bot.calls.filter(({ status }) => status === 200).map(({ params }) => Number(params.chat_id));
  const start = async (campaign: Omit<Parameters<typeof insertCampaign>[2], 'userIds'> = {}): Promise<number> => {
    const fast = { speed: 200, interval_cap: 200, ...campaign.sending };
    const id = await insertCampaign(db, key, { ...campaign, sending: fast });
    sender.wake(key);
    return id;
  };
  const end = (id: number) =>
    expect.poll(async () => (await loadStatus(db, id)).status, { timeout: 20_000 }).not.toBe('In_progress');
  return { db, key, bot, users, ids, outcomes, sender, work, delivered: listDelivered, start, end };
}

describe('campaigns', () => {
  it('reach everyone once, and say so in the ledger, in the counts and to the analytics', async () => {
    const { db, work, ids, outcomes, delivered, start, end, users } = await world(60);
    users[3]?.blocks();
    const id = await start({ message: { text: 'Hello {first_name|friend}' } });
    await end(id);
    await work.close();
    const reached = ids.filter((one) => one !== users[3]?.user.id);
    expect(delivered().toSorted((one, other) => one - other)).toEqual(reached);
    const { kept, counted } = await loadCounts(db, id);
    expect(kept).toEqual({ total: 60, delivered: 59, not_delivered: 1, unknown: 0, waiting: 0, cancelled: 0 });
    expect(counted).toEqual(kept);
    expect(await loadStatus(db, id)).toEqual({ status: 'Done', problem: '', problem_description: '' });
    expect(await createLedger(db).reasons(id)).toEqual([{ reason: 'blocked', count: 1 }]);
    expect(outcomes).toHaveLength(60);
    expect(outcomes.filter(({ status, messageId }) => status === 'Done' && messageId > 0)).toHaveLength(59);
  });

  it('puts each user’s values into the text', async () => {
    const { work, bot, ids, start, end } = await world(2);
    await end(await start({ message: { text: 'Hi {first_name|friend}' } }));
    await work.close();
    expect(bot.calls.map(({ params }) => params.text)).toEqual(ids.map((id) => `Hi P${id}`));
  });

  it('stop within a second, and go on with those who wait', async () => {
    const { db, sender, key, work, ids, delivered, start, end } = await world(60);
    const id = await start({ sending: { speed: 20, interval_cap: 20 } });
    await expect.poll(() => delivered().length).toBeGreaterThan(5);
    await db.updateTable('campaigns').set({ status: 'Cancel' }).where('campaign_id', '=', id).execute();
    const calls = delivered().length;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    // These were claimed before the stop.
    expect(delivered().length - calls).toBeLessThanOrEqual(20);
    const stoppedCount = delivered().length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(delivered()).toHaveLength(stoppedCount);
    await db.updateTable('campaigns').set({ status: 'In_progress' }).where('campaign_id', '=', id).execute();
    sender.wake(key);
    await end(id);
    await work.close();
    expect(delivered().toSorted((one, other) => one - other)).toEqual(ids);
  });

  it('wait as long as Telegram asks, and lose nobody', async () => {
    const startTimes: number[] = [];
    const limited: number[] = [];
    const dispatcher = new Agent();
    const callTelegram = createCallTelegram(dispatcher);
    const call: SenderDeps['call'] = async (...args) => {
      startTimes.push(performance.now());
      const end = await callTelegram(...args);
      if ('status' in end && end.status === 429) limited.push(performance.now());
      return end;
    };
    const { work, bot, ids, delivered, start, end } = await world(30, { call });
    bot.script({ method: 'sendMessage', outcome: { retryAfter: 2 }, times: 3 });
    await end(await start());
    await work.close();
    await dispatcher.close();
    expect(limited).toHaveLength(3);
    const last = Math.max(...limited);
    // One may begin while the answer is on its way through the process.
    expect(Math.min(...startTimes.filter((time) => time > last + 100)) - last).toBeGreaterThanOrEqual(1_990);
    expect(delivered().toSorted((one, other) => one - other)).toEqual(ids);
  });

  it('send nothing to those who were claimed before a limit and not called yet', async () => {
    const gates = Array.from({ length: 20 }, () => Promise.withResolvers<void>());
    let batches = 0;
    const skippedOf: SenderDeps['skippedOf'] = async () => {
      await gates[batches++]?.promise;
      return new Map();
    };
    const { db, work, bot, ids, delivered, start, end } = await world(8, { skippedOf });
    bot.script({ method: 'sendMessage', outcome: { retryAfter: 2 } });
    const id = await start({ sending: { speed: 10, interval_cap: 10 } });
    const pausedUntil = async () =>
      (await db.selectFrom('campaigns').select('paused_until').where('campaign_id', '=', id).executeTakeFirst())
        ?.paused_until ?? null;
    await expect.poll(() => batches, { timeout: 10_000 }).toBeGreaterThan(1);
    gates[0]?.resolve();
    await expect.poll(pausedUntil, { timeout: 10_000 }).not.toBeNull();
    for (const gate of gates) gate.resolve();
    await end(id);
    await work.close();
    const [limited, ...laterTimes] = bot.calls.map(({ at }) => at.getTime());
    expect(Math.min(...laterTimes) - (limited ?? 0)).toBeGreaterThanOrEqual(1_990);
    expect(delivered().toSorted((one, other) => one - other)).toEqual(ids);
  });

  it('count as unknown what may have arrived, and repeat it only when asked', async () => {
    const { db, sender, key, work, bot, ids, delivered, start, end } = await world(6);
    bot.script({ method: 'sendMessage', chatId: ids[2], outcome: { reset: 'after' } });
    const id = await start();
    await end(id);
    expect((await loadCounts(db, id)).kept).toMatchObject({ delivered: 5, not_delivered: 1, unknown: 1 });
    const ledger = createLedger(db);
    expect(await ledger.repeat(id, 'not_delivered')).toBe(false);
    expect(await ledger.repeat(id, 'unknown')).toBe(true);
    sender.wake(key);
    await end(id);
    await work.close();
    expect((await loadCounts(db, id)).kept).toMatchObject({ delivered: 6, not_delivered: 0, unknown: 0 });
    expect(bot.calls.filter(({ params }) => Number(params.chat_id) === ids[2])).toHaveLength(2);
    expect(delivered()).toHaveLength(6);
  });

  it('stop at the first rejection of a message that is the same for all', async () => {
    const { db, work, bot, start, end } = await world(20);
    const description = "Bad Request: can't parse entities: unexpected end";
    bot.script({ method: 'sendMessage', outcome: { code: 400, description }, times: 100 });
    const id = await start({ sending: { speed: 2 } });
    await end(id);
    await work.close();
    expect(await loadStatus(db, id)).toEqual({
      status: 'Error',
      problem: 'TelegramRefused',
      problem_description: description,
    });
    expect((await loadCounts(db, id)).kept).toMatchObject({ delivered: 0, not_delivered: 0, waiting: 20 });
    expect(bot.calls).toHaveLength(1);
  });

  it('stop once three users are refused if their message has variables', async () => {
    const { db, work, bot, start, end } = await world(20);
    bot.script({
      method: 'sendMessage',
      outcome: { code: 400, description: 'Bad Request: message is too long' },
      times: 100,
    });
    const id = await start({ message: { text: '{first_name}' }, sending: { speed: 4 } });
    await end(id);
    await work.close();
    expect((await loadStatus(db, id)).problem).toBe('TelegramRefused');
    expect((await createLedger(db).reasons(id))[0]).toMatchObject({ reason: 'too_long', count: bot.calls.length });
    expect(bot.calls.length).toBeGreaterThanOrEqual(3);
    expect(bot.calls.length).toBeLessThan(6);
  });

  it('all stop when the token of their bot is revoked; users who wait go on waiting', async () => {
    const { db, work, bot, start, end } = await world(10);
    bot.revokeToken();
    const [one, other] = [await start(), await start()];
    await end(one);
    await end(other);
    await work.close();
    expect((await loadStatus(db, one)).problem).toBe('WrongToken');
    expect((await loadStatus(db, other)).problem).toBe('WrongToken');
    expect((await loadCounts(db, one)).kept.waiting).toBe(10);
  });

  it('skip users who left or were excluded before their turn', async () => {
    const skippedOf: SenderDeps['skippedOf'] = async (_, ids) =>
      new Map(ids.slice(0, 2).map((id, index) => [id, index === 0 ? 'left' : 'excluded'] as const));
    const { db, work, delivered, start, end } = await world(2, { skippedOf });
    const id = await start({ sending: { speed: 4 } });
    await end(id);
    await work.close();
    expect(
      delivered().length + (await loadCounts(db, id)).kept.not_delivered + (await loadCounts(db, id)).kept.cancelled,
    ).toBe(2);
    expect(await createLedger(db).reasons(id)).toContainEqual({ reason: 'left', count: expect.any(Number) });
  });

  it('send nothing to those who unsubscribe while a limit keeps them waiting, though they were claimed before', async () => {
    const unsubscribed = new Set<number>();
    const skippedOf: SenderDeps['skippedOf'] = async (_, ids) =>
      new Map(ids.filter((id) => unsubscribed.has(id)).map((id) => [id, 'unsubscribed'] as const));
    const { db, bot, work, delivered, start, end } = await world(40, { skippedOf });
    // Three limits one after another: a busy machine may have claimed only one recipient before the first.
    bot.script({ method: 'sendMessage', outcome: { retryAfter: 2 }, times: 3 });
    const id = await start({ sending: { speed: 50 } });
    // Recipients of the first claim are back on the list; calls that are on their way cannot be called back.
    const claimedOnce = () =>
      db
        .selectFrom('campaign_recipients')
        .select('user_id')
        .where('campaign_id', '=', id)
        .where('status', '=', 'ForSend')
        .where('fence', 'is not', null)
        .orderBy('user_id', 'desc')
        .execute();
    await expect.poll(async () => (await claimedOnce()).length, { timeout: 10_000, interval: 10 }).toBeGreaterThan(1);
    for (const { user_id } of (await claimedOnce()).slice(0, 2)) unsubscribed.add(Number(user_id));
    await end(id);
    await work.close();
    expect(delivered().filter((user) => unsubscribed.has(user))).toEqual([]);
    expect((await loadCounts(db, id)).kept).toMatchObject({ delivered: 38, cancelled: 2 });
  });

  it('that are planned begin at their time, or not at all where it is long over', async () => {
    const { db, work, delivered, start, end } = await world(3);
    const soon = await start({ status: 'Not_started', dateSend: new Date(Date.now() + 600) });
    const missed = await start({ status: 'Not_started', dateSend: new Date(Date.now() - 3 * 3_600_000) });
    await expect.poll(async () => (await loadStatus(db, soon)).status, { timeout: 5_000 }).toBe('Done');
    await end(missed);
    await work.close();
    expect(await loadStatus(db, missed)).toMatchObject({ status: 'Error', problem: 'MissedDate' });
    expect(delivered()).toHaveLength(3);
  });

  it('take turns by message if they belong to one bot', async () => {
    const { work, bot, start, end } = await world(20);
    const slow = { sending: { speed: 10, interval_cap: 10 } };
    const one = await start({ message: { text: 'A' }, ...slow });
    const other = await start({ message: { text: 'B' }, ...slow });
    await end(one);
    await end(other);
    await work.close();
    const texts = bot.calls.slice(0, 20).map(({ params }) => params.text);
    expect(texts.filter((text) => text === 'B').length).toBeGreaterThanOrEqual(7);
  });
});
