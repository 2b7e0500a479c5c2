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
  const busOf = (own: number) => ({
    subscribe: ends[own]!.subscribe,
    publish(topic: 'takeovers-changed', key: string) {
      for (const [index, end] of ends.entries()) end.deliver({ topic, key }, index === own);
    },
  });
  return [busOf(0) as Pick<Bus, 'publish' | 'subscribe'>, busOf(1) as Pick<Bus, 'publish' | 'subscribe'>];
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
    const [here, there] = twoBuses();
    const [one, other] = [await open(here), await open(there)];
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
});
