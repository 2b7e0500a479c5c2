import { maxTakeovers } from '@botscope/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Bus } from '../../platform/bus/bus.ts';
import { createListeners } from '../../platform/bus/listeners.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { createTakeovers, type Takeovers } from './takeover.ts';
import { createTakeoverStore } from './takeover-store.ts';

const bot = 'abcdef0123456';

/** Two ends of a bus, as two processes have them. */
function twoBuses(): [Pick<Bus, 'publish' | 'subscribe'>, Pick<Bus, 'publish' | 'subscribe'>] {
  const ends = [0, 1].map(() => createListeners(() => undefined));
  const createBus = (ownIndex: number) => ({
    subscribe: ends[ownIndex]!.subscribe,
    publish(topic: 'takeovers-changed', key: string) {
      for (const [index, end] of ends.entries()) end.deliver({ topic, key }, index === ownIndex);
    },
  });
  return [createBus(0) as Pick<Bus, 'publish' | 'subscribe'>, createBus(1) as Pick<Bus, 'publish' | 'subscribe'>];
}

describe.each(testEngines)('taken chats on $name', (engine) => {
  const metadata = testMetadata(engine);
  let now = Date.parse('2026-11-23T10:00:00Z');

  beforeEach(async () => {
    const { db } = metadata();
    await db.deleteFrom('takeovers').execute();
    for (const id of ['ann', 'ben'])
      await db
        .insertInto('accounts')
        .values({ id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const row = { key: bot, bot_name: 'x_bot', username: 'x_bot', account_key: 'ann', api_key_hash: '' };
    await db
      .insertInto('bots')
      .values({ ...row, token_sealed: null, token_hash: null, retention_days: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });

  const open = (bus: Pick<Bus, 'publish' | 'subscribe'>, queries: string[] = []): Promise<Takeovers> =>
    createTakeovers({
      rows: createTakeoverStore(metadata().db, () => now),
      bus,
      answerQuery: async (_bot, id) => void queries.push(id),
      logger: { warn: () => undefined },
    });

  it('are known to all processes, and given to one of two colleagues', async () => {
    const [localBus, remoteBus] = twoBuses();
    const [one, other] = [await open(localBus), await open(remoteBus)];
    const outcomes = await Promise.allSettled([
      one.take({ bot, userId: 7, account: 'ann', fromOther: false }),
      other.take({ bot, userId: 7, account: 'ben', fromOther: false }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const chat = { user: 7, mode: 'drop', since: now, until: now + 1_800_000 };
    for (const process of [one, other]) await expect.poll(() => process.chatsOf(bot)).toEqual([chat]);

    const heard: string[] = [];
    const stop = other.onChanged((key) => heard.push(key));
    await one.release(bot, 7);
    await expect.poll(() => other.chatsOf(bot)).toEqual([]);
    expect(heard).toEqual([bot]);
    stop();
    await Promise.all([one.close(), other.close()]);
  });

  it('end with their time; taken again, they begin from zero', async () => {
    const [bus] = twoBuses();
    const queries: string[] = [];
    const takeovers = await open(bus, queries);
    await takeovers.setMode(bot, 'deliver');
    await takeovers.take({ bot, userId: 7, account: 'ann', fromOther: false, minutes: 5 });
    takeovers.noteWithheld(bot, 7, null);
    takeovers.noteWithheld(bot, 7, 'query');
    await expect.poll(async () => (await takeovers.one(bot, 7))?.withheld, { timeout: 5_000 }).toBe(2);
    expect(queries).toEqual(['query']);
    // A colleague takes it over: it goes on as it was.
    await takeovers.take({ bot, userId: 7, account: 'ben', fromOther: true });
    expect(await takeovers.one(bot, 7)).toMatchObject({ account: 'ben', mode: 'deliver', withheld: 2 });

    now += 1_800_001;
    expect(await takeovers.one(bot, 7)).toBeNull();
    await takeovers.setMode(bot, 'drop');
    await takeovers.prolong(bot, 7, 'ben');
    expect(await takeovers.one(bot, 7)).toBeNull();
    await takeovers.take({ bot, userId: 7, account: 'ann', fromOther: false });
    expect(await takeovers.one(bot, 7)).toMatchObject({ account: 'ann', mode: 'drop', withheld: 0 });
    now += 1_800_001;
    expect(await takeovers.expire()).toBe(1);
    expect(takeovers.chatsOf(bot)).toEqual([]);
    await takeovers.close();
  });

  it('are released by who has them, and never by a colleague who saw an earlier state', async () => {
    const [bus] = twoBuses();
    const takeovers = await open(bus);
    const take = (account: string | null) => takeovers.take({ bot, userId: 7, account, fromOther: true });
    expect(await takeovers.release(bot, 7, 'ann')).toBe(false);
    for (const owner of ['ann', null]) {
      await take(owner);
      expect(await takeovers.release(bot, 7, 'ann')).toBe(true);
    }
    await take('ben');
    await expect(takeovers.release(bot, 7, 'ann')).rejects.toMatchObject({ code: 'TakenOver' });
    expect(await takeovers.one(bot, 7)).toMatchObject({ account: 'ben' });
    now += 1_800_001;
    expect(await takeovers.release(bot, 7, 'ann')).toBe(true);
    await takeovers.close();
  });

  it('are at most 10,000 of a bot; those who have one keep it', async () => {
    const [bus] = twoBuses();
    const takeovers = await open(bus);
    await metadata().run(`INSERT INTO takeovers (bot_key, user_id, account_key, mode, since, expires_at)
      SELECT '${bot}', id, NULL, 'drop', to_timestamp(${now / 1_000}), to_timestamp(${now / 1_000 + 1_800})
      FROM generate_series(1, ${maxTakeovers}) AS id`);
    const take = (userId: number, account: string | null = null) =>
      takeovers.take({ bot, userId, account, fromOther: false });
    await expect(take(maxTakeovers + 1)).rejects.toMatchObject({ code: 'TooManyTakeovers' });
    await expect(take(7, 'ann')).rejects.toMatchObject({ code: 'TakenOver' });
    await take(7);
    await takeovers.release(bot, 7);
    await take(maxTakeovers + 1);
    await takeovers.close();
  });
});
