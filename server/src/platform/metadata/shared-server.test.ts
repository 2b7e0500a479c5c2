import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openThrowawayStore } from '../../events/store/test-stores.ts';
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
  let later = Promise.resolve();
  await one.withLock('released', async () => {
    later = released.promise.then(assertLocked);
  });
  released.resolve();
  await later;
});

it('refuses a process with another secret, in one sentence', async () => {
  await assertSameSecret(one.db, 'a'.repeat(32));
  await assertSameSecret(other.db, 'a'.repeat(32));
  await expect(assertSameSecret(other.db, 'b'.repeat(32))).rejects.toThrow(WrongSecret);
});
