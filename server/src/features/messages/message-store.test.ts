import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { longestCallMs } from '../../telegram/sending/call-telegram.ts';
import { createMessageStore, type MessageStore } from './message-store.ts';

const bot = 'abcdef0123456';
const content = { text: 'hi', entities: [], buttons: [] };

describe.each(testEngines)('the ledger on $name', (engine) => {
  const metadata = testMetadata(engine);
  let now = Date.parse('2026-11-23T10:00:00Z');
  let [one, other]: [MessageStore, MessageStore] = [undefined as never, undefined as never];
  const openStore = (instance: string, run = randomUUID()): MessageStore =>
    createMessageStore({ db: metadata().db, instance, run, now: () => now });

  beforeEach(async () => {
    const { db } = metadata();
    await db.deleteFrom('messages').execute();
    await db
      .insertInto('accounts')
      .values({ id: 'ann' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = { key: bot, bot_name: 'x_bot', username: 'x_bot', account_key: 'ann', api_key_hash: '' };
    await db
      .insertInto('bots')
      .values({ ...row, token_sealed: null, token_hash: null, retention_days: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    [one, other] = [openStore('one'), openStore('other')];
  });

  const write = async (userId: number, fileInstance: string | null = null): Promise<string> => {
    const id = randomUUID();
    const messageFields = { id, bot, userId, author: 'ann', idempotencyKey: id, method: 'sendMessage' };
    expect(await one.insert({ ...messageFields, content, fileInstance })).toBe(true);
    expect(await one.insert({ ...messageFields, content, fileInstance })).toBe(false);
    return id;
  };
  const loadStatus = async (id: string): Promise<string> => {
    const row = await one.one(bot, 7, id);
    return `${row?.status} ${row?.reason ?? ''}`.trim();
  };
  const lane = { bot, chat: 7 };

  it('gives a chat’s messages in order, one at a time, to one of two processes', async () => {
    const [first, second] = [await write(7), await write(7)];
    await write(8);
    const takenRows = await Promise.all([one.take(lane), other.take(lane), one.take(lane)]);
    expect(takenRows.filter((row) => row !== undefined).map(({ id }) => id)).toEqual([first]);
    const sender = takenRows[1] === undefined ? one : other;
    expect(await other.take({ bot, chat: 8 })).toBeDefined();
    await sender.finish(first, 'delivered', { messageId: 1 });
    expect((await one.take(lane))?.id).toBe(second);
    expect(await one.take(lane)).toBeUndefined();
  });

  it('lets what is postponed hold up the messages behind it, until it is due', async () => {
    const [first] = [await write(7), await write(7)];
    await one.take(lane);
    await one.postpone(first, 5_000, { reason: 'too_many_requests' });
    expect(await other.take(lane)).toBeUndefined();
    expect(await one.dueIn(lane)).toBe(5_000);
    expect(await one.due()).toEqual([]);
    now += 5_000;
    expect(await one.due()).toEqual([lane]);
    expect(await other.take(lane)).toMatchObject({ id: first, attempts: 2 });
  });

  it('sends what a clock that was days ahead has postponed as soon as the clock is right', async () => {
    const id = await write(7);
    await one.take(lane);
    now += 3 * 86_400_000;
    await one.postpone(id, 5_000, { reason: 'too_many_requests' });
    expect(await one.dueIn(lane)).toBe(5_000);
    now -= 3 * 86_400_000;
    expect(await one.dueIn(lane)).toBe(0);
    expect(await one.due()).toEqual([lane]);
    expect(await one.take(lane)).toMatchObject({ id, attempts: 2 });
  });

  it('calls unknown what a process that is gone has taken: at once on its own disk, else when its time is over', async () => {
    const id = await write(7);
    await one.take(lane);
    expect(await other.recover()).toBe(0);
    expect(await one.recover()).toBe(0);
    expect(await openStore('one').recover()).toBe(1);
    expect(await loadStatus(id)).toBe('unknown interrupted');

    const lateId = await write(7);
    await one.take(lane);
    now += longestCallMs + 1;
    expect(await other.recover()).toBe(1);
    expect(await loadStatus(lateId)).toBe('unknown interrupted');
    // It was only slow: its answer counts.
    expect(await one.finish(lateId, 'delivered', { messageId: 5 })).toBe(true);
    expect(await loadStatus(lateId)).toBe('delivered');
  });

  it('lets a colleague’s decision stand against an answer that comes later', async () => {
    const id = await write(7);
    await one.take(lane);
    await openStore('one').recover();
    expect(await one.decide(id, 'cancelled')).toBe(false);
    expect(await one.decide(id, 'repeated')).toBe(true);
    expect(await one.finish(id, 'delivered', { messageId: 5 })).toBe(false);
    expect(await loadStatus(id)).toBe('waiting');
    expect(await one.decide(id, 'cancelled')).toBe(true);
    expect(await one.decide(id, 'repeated')).toBe(false);
  });

  it('leaves a file to the instance that has it, and gives it up after a day', async () => {
    const id = await write(7, 'other');
    expect(await one.take(lane)).toBeUndefined();
    expect(await one.due()).toEqual([]);
    expect(await other.due()).toEqual([lane]);
    now += 86_400_001;
    await one.refuseFileless();
    expect(await loadStatus(id)).toBe('refused file_gone');
  });

  it('keeps an answer until it is recorded, and forgets messages with the bot’s other data', async () => {
    const id = await write(7);
    await one.take(lane);
    const answer = { status: 200 };
    await one.finish(id, 'delivered', { messageId: 5, answer });
    expect((await other.unrecorded()).map((row) => row.answer)).toEqual([answer]);
    await one.recorded(id);
    expect(await other.unrecorded()).toEqual([]);
    const waitingId = await write(7);
    const { db } = metadata();
    await db.updateTable('bots').set({ retention_days: 30 }).where('key', '=', bot).execute();
    now += 31 * 86_400_000;
    expect(await one.forgetOld()).toBe(1);
    expect((await one.open(bot, 7)).map((row) => row.id)).toEqual([waitingId]);
    await db.updateTable('bots').set({ retention_days: null }).where('key', '=', bot).execute();
  });
});
