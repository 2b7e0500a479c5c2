import { beforeAll, describe, expect, test } from 'vitest';
import { type Attempts, createAttempts, limits } from './attempts.ts';
import { testEngines, testMetadata } from './metadata/test-metadata.ts';

describe.each(testEngines)('attempts on $name', (engine) => {
  const metadata = testMetadata(engine);
  const start = Date.parse('2026-03-01T10:00:00Z');
  const clock = { now: start };
  let attempts: Attempts;
  beforeAll(() => {
    attempts = createAttempts(metadata().db, () => clock.now);
  });

  const takeMany = async (count: number, subject: string) => {
    const taken = await Promise.allSettled(
      Array.from({ length: count }, () => attempts.take({ 'mail:account+device': subject })),
    );
    return taken.filter((result) => result.status === 'fulfilled').length;
  };

  test('a window admits its number, also to many at once, and says how long it lasts', async () => {
    clock.now = start;
    expect(await takeMany(12, 'ann')).toBe(limits['mail:account+device'].max);
    clock.now = start + 59 * 60_000;
    await expect(attempts.take({ 'mail:account+device': 'ann' })).rejects.toMatchObject({
      code: 'TooManyRequests',
      message: 'Too many attempts; try again in 1 min',
      retryAfterS: 60,
    });
    expect(await takeMany(1, 'bob')).toBe(1);
  });

  test('refused attempts do not make the window longer', async () => {
    clock.now = start;
    expect(await takeMany(20, 'carl')).toBe(5);
    clock.now = start + 60 * 60_000;
    expect(await takeMany(20, 'carl')).toBe(5);
  });

  test('success forgets', async () => {
    clock.now = start;
    expect(await takeMany(6, 'dora')).toBe(5);
    await attempts.forget('mail:account+device', 'dora');
    expect(await takeMany(1, 'dora')).toBe(1);
  });

  test('several limits are counted at once, also for many who share some of them', async () => {
    clock.now = start;
    const take = (account: number) =>
      attempts.take({ 'mail:address': '192.0.2.1', 'mail:account+device': `many-${account}` }).then(
        () => true,
        () => false,
      );
    const taken = await Promise.all(Array.from({ length: 40 }, (_, index) => take(index % 10)));
    expect(taken.filter(Boolean)).toHaveLength(limits['mail:address'].max);
  });

  test('a rejected caller uses up nothing of others', async () => {
    clock.now = start;
    const guess = (address: string) =>
      attempts.take({
        'sign-in:address': address,
        'sign-in:account': 'eve',
        'sign-in:account+address': `eve ${address}`,
      });
    const guesses = await Promise.allSettled(Array.from({ length: 100 }, () => guess('192.0.2.2')));
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    // 40 of 50 are left for the account, from wherever its owner comes.
    for (let i = 0; i < 4; i++) for (let j = 0; j < 10; j++) await guess(`192.0.2.${10 + i}`);
    await expect(guess('192.0.2.9')).rejects.toMatchObject({ code: 'TooManyRequests' });
  });
});
