import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openThrowawayStore } from '../../events/store/test-stores.ts';
import { createBots, listProblems } from '../../features/bots/bots.ts';
import { createMutex } from '../../features/connections/mutex.ts';
import { assertLocked } from '../lock-context.ts';
import { type Metadata, openMetadata } from './open-metadata.ts';
import { assertSameSecret, WrongSecret } from './secret-fingerprint.ts';
import { startTestPostgres, type TestPostgres } from './test-postgres.ts';

/* Two processes on one PostgreSQL server, here two stores of one process. */
let postgres: TestPostgres;
let one: Metadata;
let other: Metadata;
const logger = pino({ level: 'silent' });

beforeAll(async () => {
  postgres = await startTestPostgres();
  const databaseUrl = await postgres.createDatabase();
  [one, other] = [
    await openMetadata({ dataDir: '/nowhere', databaseUrl, logger }),
    await openMetadata({ dataDir: '/nowhere', databaseUrl, logger }),
  ];
});
afterAll(async () => {
  await one.close();
  await other.close();
  await postgres.stop();
});

/** Ends the session that holds a lock, as a broken network or a restarted server does. */
const cutLock = () =>
  other.run("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted");

describe('a lock whose connection is lost', () => {
  it('lets no further write begin, while the next holder works', async () => {
    const steps: string[] = [];
    const cut = Promise.withResolvers<void>();
    // Begun outside of the first lock, as in another process.
    const next = cut.promise.then(() =>
      other.withLock('history/a', async () => {
        await assertLocked();
        steps.push('the other’s write');
      }),
    );
    const work = one.withLock('history/a', async () => {
      await assertLocked();
      steps.push('first write');
      await cutLock();
      cut.resolve();
      await next;
      await assertLocked();
      steps.push('second write');
    });
    await expect(work).rejects.toMatchObject({ code: 'StoreUnavailable', message: 'The lock history/a was lost' });
    expect(steps).toEqual(['first write', 'the other’s write']);
  });

  it('stops a roll-up before it writes', async () => {
    const store = await openThrowawayStore();
    try {
      const bot = store.freshBot();
      const rolling = one.withLock(`history/${bot}`, async () => {
        await cutLock();
        await store.rollUp(bot, Date.parse('2024-03-02T00:00:00Z'));
      });
      await expect(rolling).rejects.toMatchObject({ code: 'StoreUnavailable' });
      const rows = () =>
        store.query({ sql: 'SELECT count() AS rows FROM rollups WHERE bot = {bot:String}', params: { bot } });
      expect(await rows()).toEqual([{ rows: 0 }]);
      await other.withLock(`history/${bot}`, () => store.rollUp(bot, Date.parse('2024-03-02T00:00:00Z')));
      expect(await rows()).not.toEqual([{ rows: 0 }]);
    } finally {
      await store.close();
    }
  });

  it('keeps an inner lock’s work from going on when the outer one is lost', async () => {
    const work = one.withLock('outer', async () => {
      await cutLock();
      await one.withLock('inner', assertLocked);
    });
    await expect(work).rejects.toMatchObject({ message: 'The lock outer was lost' });
  });
});

it('a lock that was released stops nothing that was begun under it', async () => {
  const released = Promise.withResolvers<void>();
  let laterCheck = Promise.resolve();
  await one.withLock('released', async () => {
    laterCheck = released.promise.then(assertLocked);
  });
  released.resolve();
  await laterCheck;
});

it('two hundred locks at once take turns on few connections', async () => {
  const holders = { now: 0, most: 0 };
  const works = Array.from({ length: 200 }, (_, index) =>
    one.withLock(`crowd/${index}`, async () => {
      holders.now += 1;
      holders.most = Math.max(holders.most, holders.now);
      await one.withLock(`inside/${index % 3}`, async () => undefined);
      holders.now -= 1;
    }),
  );
  await Promise.all(works);
  expect(holders.most).toBeGreaterThan(1);
  expect(holders.most).toBeLessThanOrEqual(20);
});

it('work on one bot’s connection is in order, whichever process does it', async () => {
  const [firstMutex, secondMutex] = [createMutex(one.withLock), createMutex(other.withLock)];
  const steps: string[] = [];
  const work = (name: string) => async () => {
    steps.push(`${name} begins`);
    await one.run('SELECT pg_sleep(0.02)');
    steps.push(`${name} ends`);
  };
  await Promise.all([
    firstMutex('bot', work('a')),
    secondMutex('bot', work('b')),
    firstMutex('bot', work('c')),
    secondMutex('bot', work('d')),
  ]);
  const pairs = Array.from({ length: 4 }, (_, index) => steps.slice(2 * index, 2 * index + 2).join(', '));
  expect(pairs.sort()).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name} begins, ${name} ends`));
});

it('changes of one bot’s problems by two processes lose none', async () => {
  const parts = { secret: 's'.repeat(32), logger };
  const [firstBots, secondBots] = [createBots({ metadata: one, ...parts }), createBots({ metadata: other, ...parts })];
  const { key } = await firstBots.ensureDemo('0123456789abd', 'both_bot');
  const add = (bots: typeof firstBots, detail: string) =>
    bots.changeProblems(key, (open) => [...open, { code: 'Gap', since: '', heard: '', detail }]);
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((number) => add(number % 2 ? firstBots : secondBots, String(number))));
  const bot = await firstBots.byKey(key);
  expect(
    listProblems(bot!)
      .map(({ detail }) => detail)
      .sort(),
  ).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  await Promise.all([firstBots.close(), secondBots.close()]);
});

it('refuses a process with another secret, in one sentence', async () => {
  await assertSameSecret(one.db, 'a'.repeat(32));
  await assertSameSecret(other.db, 'a'.repeat(32));
  await expect(assertSameSecret(other.db, 'b'.repeat(32))).rejects.toThrow(WrongSecret);
});
