import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { runAs, toAsker } from '../../platform/fairness/asker.ts';
import { createPasswordLanes, password } from './password.ts';

afterEach(() => {
  vi.useRealTimers();
});

const from = <Result>(address: string, work: () => Promise<Result>): Promise<Result> =>
  runAs(toAsker(null, address), work);

/*
 * | who                                  | attempts | is answered                     |
 * |--------------------------------------|----------|---------------------------------|
 * | strangers, 60 addresses of a network | 60       | one after another               |
 * | a browser that the account knows     | 1        | beside them                     |
 * | a new browser in another network     | 1        | next: the crowd is one asker    |
 */
test('a crowd in one network delays neither a known browser nor a newcomer', async () => {
  const hash = await password.hash('correct horse battery');
  const order: string[] = [];
  const crowd = Array.from({ length: 60 }, (_, index) =>
    from(`198.51.100.${index + 1}`, () => password.verify({ hash, password: 'a guess' })).then(() =>
      order.push('crowd'),
    ),
  );
  const knownBrowser = from('198.51.100.99', () =>
    password.verify({ hash, password: 'correct horse battery', isKnownDevice: true }),
  );
  const newcomer = from('203.0.113.7', () => password.verify({ hash, password: 'correct horse battery' }));
  const honest = [knownBrowser.then(() => order.push('known')), newcomer.then(() => order.push('newcomer'))];
  expect(await Promise.all([knownBrowser, newcomer])).toEqual([true, true]);
  await Promise.all([...crowd, ...honest]);
  expect(order).toHaveLength(62);
  expect(order.indexOf('known')).toBeLessThan(10);
  expect(order.indexOf('newcomer')).toBeLessThan(10);
}, 60_000);

/** Duration of a hash on a slow machine, ms. */
const hashMs = 60;
const networks = Array.from({ length: 200 }, (_, index) =>
  index % 2 === 0 ? `2001:db8:${index.toString(16)}::1` : `11.22.${index}.1`,
);

/*
 * Clock of the test; each hash takes 60 ms. Every wrong sign-in costs two.
 *
 * | who                                              | when         | is answered             |
 * |--------------------------------------------------|--------------|-------------------------|
 * | 200 networks (100 /48, 100 /24), 300 wrong tries | 0 s          |                         |
 * | the same, each again as soon as it is answered   | until 60 s   |                         |
 * | browsers that their accounts know                | 1, 20, 40 s  | within a second         |
 * | new browsers in networks of their own            | 1, 20, 40 s  | before their page gives up |
 */
test('a crowd from 200 networks that does not stop makes no honest sign-in a 503', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 0 });
  const lanes = createPasswordLanes({
    hash: async (plaintext) => plaintext,
    verify: (hash, plaintext) => new Promise((resolve) => setTimeout(() => resolve(hash === plaintext), hashMs)),
  });
  const guessPassword = async (address: string): Promise<void> => {
    for (const hash of ['of the account', 'of a sign-up'])
      await lanes.verify({ hash, password: `guess of ${address}` });
  };
  const tryAgain = async (address: string): Promise<void> => {
    while (performance.now() < 60_000) {
      await from(address, () => guessPassword(address)).catch(
        () => new Promise((resolve) => setTimeout(resolve, 1_000)),
      );
    }
  };
  const crowd = Promise.all([...networks, ...networks.slice(0, 100)].map(tryAgain));

  const waits: Record<string, number[]> = { known: [], new: [] };
  const failures: string[] = [];
  const signIn = async (kind: 'known' | 'new', address: string): Promise<void> => {
    const startedAt = performance.now();
    const question = { hash: 'right', password: 'right', isKnownDevice: kind === 'known' };
    await from(address, () => lanes.verify(question)).catch((error: unknown) => {
      failures.push(error instanceof AppError ? error.code : String(error));
    });
    waits[kind]?.push(performance.now() - startedAt);
  };
  const honest: Promise<void>[] = [];
  for (const [round, second] of [1, 20, 40].entries()) {
    await vi.advanceTimersByTimeAsync(second * 1_000 - performance.now());
    for (const owner of [1, 2, 3]) {
      honest.push(signIn('new', `203.0.${round}${owner}.7`), signIn('known', networks[owner] ?? ''));
    }
  }
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all([crowd, ...honest]);
  expect(failures).toEqual([]);
  expect(Math.max(...(waits.known ?? []))).toBeLessThan(1_000);
  expect(Math.max(...(waits.new ?? []))).toBeLessThan(25_000);
  expect([waits.known?.length, waits.new?.length]).toEqual([9, 9]);
}, 30_000);
