import { beforeAll, describe, expect, test } from 'vitest';
import { type Attempts, type CountedAttempts, createAttempts, type LimitName, limits } from './attempts.ts';
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
    const results = await Promise.allSettled(
      Array.from({ length: count }, () => attempts.take({ 'mail:account+device': subject })),
    );
    return results.filter((result) => result.status === 'fulfilled').length;
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

  test('a window that a clock days ahead has opened is over when the clock is right again', async () => {
    clock.now = start + 3 * 86_400_000;
    expect(await takeMany(20, 'anna')).toBe(5);
    clock.now = start;
    expect(await takeMany(20, 'anna')).toBe(5);
    await expect(attempts.take({ 'mail:account+device': 'anna' })).rejects.toMatchObject({ retryAfterS: 3_600 });
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
    const results = await Promise.all(Array.from({ length: 40 }, (_, index) => take(index % 10)));
    expect(results.filter(Boolean)).toHaveLength(limits['mail:address'].max);
  });

  test('a rejected caller uses up nothing of others', async () => {
    clock.now = start;
    const guess = (address: string) =>
      attempts.take({
        'sign-in:address': address,
        'sign-in:account': { subject: 'eve', asker: address },
        'sign-in:account+address': `eve ${address}`,
      });
    const guesses = await Promise.allSettled(Array.from({ length: 100 }, () => guess('192.0.2.2')));
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    // 40 of 50 are left for the account, from wherever its owner comes.
    for (let i = 0; i < 4; i++) for (let j = 0; j < 10; j++) await guess(`192.0.2.${10 + i}`);
    await expect(guess('192.0.2.9')).rejects.toMatchObject({ code: 'TooManyRequests' });
    // Only their network has used up its share.
    await guess('198.51.100.9');
  });

  const sharedLimits = (Object.keys(limits) as LimitName[]).filter((name) => limits[name].spentBy === 'anyone');
  const admits = (name: LimitName, subject: string, asker: string): Promise<boolean> =>
    attempts.take({ [name]: { subject, asker } } as CountedAttempts).then(
      () => true,
      () => false,
    );

  test.each(sharedLimits)('%s: a crowd leaves something to newcomers, and is bounded itself', async (name) => {
    clock.now = start;
    const limit = limits[name];
    if (limit.spentBy !== 'anyone') throw new Error(name);
    const { each, total, trickleMinutes } = limit.newcomers;
    const subject = `crowd ${name}`;
    // Six addresses use up the limit, and more.
    const crowd = Array.from({ length: limit.max + 12 * each }, (_, index) => `198.51.${index % 6}.7`);
    for (const address of crowd) await admits(name, subject, address);
    expect(await admits(name, subject, '198.51.3.200'), 'a neighbour in the network').toBe(false);
    const newcomer = await Promise.all(Array.from({ length: each + 1 }, () => admits(name, subject, '2001:db8:1::1')));
    expect(newcomer.filter(Boolean), 'from a new network').toHaveLength(each);
    expect(await admits(name, subject, '2001:db8:1:2::1'), 'its neighbour in 48 bits').toBe(false);
    // A larger crowd cannot ask for more than twice the limit; then one is admitted now and again.
    const addresses = Array.from({ length: total + 10 }, (_, index) => `10.${index >> 8}.${index & 255}.1`);
    const admitted: boolean[] = [];
    for (const address of addresses) admitted.push(await admits(name, subject, address));
    expect(admitted.filter(Boolean).length).toBeLessThanOrEqual(total + 1);
    expect(await admits(name, subject, '203.0.113.1')).toBe(false);
    clock.now += trickleMinutes * 60_000;
    expect(await admits(name, subject, '203.0.113.2'), 'after a while').toBe(true);
  });

  // A limit that is added must be added here: is its subject the asker's own, or can strangers use it up?
  test('all limits that strangers can use up', () => {
    expect(sharedLimits).toEqual([
      'sign-in:account',
      'mail:account',
      'own-mail:mailbox',
      'second-factor:account',
      'invite:email',
      'notification:account+kind',
      'share-password:share',
    ]);
    const askers = (Object.keys(limits) as LimitName[]).filter((name) => !sharedLimits.includes(name));
    // By an address, a device or a sum of both; the others count an account that is signed in, or a thing of one use.
    const bySession = askers.filter((name) => !/(?:address|device)$/.test(name));
    expect(bySession).toEqual([
      'own-mail:account',
      'own-code:account',
      'proof:account',
      'check-token:account',
      'test-webhook:account',
      'connect:account',
      'add-bot:account',
      'check-bot:account',
      'invite:account',
      'invite:account+email',
      'notification:problem',
      'share-make:account',
      'message:account',
      'message-file:account',
      'link-check:account',
      'telegram-proof:once',
    ]);
  });
});
