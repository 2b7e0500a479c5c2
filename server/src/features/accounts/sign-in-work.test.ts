import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { runAs, toAsker } from '../../platform/fairness/asker.ts';
import { startTestServer, type TestVisitor } from '../../roles/test-server.ts';
import { createPasswordLanes } from './password.ts';
import { createSignInWork, type SignInWork } from './sign-in-work.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** The proof of a browser that has solved a challenge. */
function solve({ challenge, bits }: ReturnType<SignInWork['challenge']>): string {
  for (let nonce = 0; ; nonce += 1) {
    const hash = createHash('sha256').update(`${challenge}:${nonce}`).digest();
    if (hash.readUInt32BE() >>> (32 - bits) === 0) return `${challenge}:${nonce}`;
  }
}

function attempt(work: SignInWork, proof: string | undefined): string {
  try {
    work.assertDone(proof);
    return 'taken';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

test('in a crowd, a solved challenge of this installation is taken once, for two minutes', () => {
  let now = Date.UTC(2026, 10, 27, 12);
  let isCrowded = false;
  const create = (secret: string) => createSignInWork({ secret, isCrowded: () => isCrowded, now: () => now, bits: 10 });
  const work = create('secret of the installation');
  expect(attempt(work, undefined)).toBe('taken');

  isCrowded = true;
  const solved = solve(work.challenge());
  const { challenge } = work.challenge();
  const late = solve(work.challenge());
  const proofs: [description: string, proof: string | undefined, outcome: string][] = [
    ['nothing', undefined, 'Overloaded'],
    ['a challenge without a solution', `${challenge}:0`, 'Overloaded'],
    ['not a number', `${challenge}:x`, 'Overloaded'],
    ['a solution for another installation', solve(create('another').challenge()), 'Overloaded'],
    ['a later end of life', `9${solved}`, 'Overloaded'],
    ['a solution', solved, 'taken'],
    ['the same again', solved, 'Overloaded'],
  ];
  expect(proofs.map(([description, proof]) => [description, attempt(work, proof)])).toEqual(
    proofs.map(([description, , outcome]) => [description, outcome]),
  );
  now += 120_001;
  expect(attempt(work, late)).toBe('Overloaded');
});

/*
 * Clock of the test; each hash takes 60 ms, and every wrong sign-in costs two.
 *
 * | who                                      | when        | is answered                                     |
 * |------------------------------------------|-------------|-------------------------------------------------|
 * | 400 networks that solve nothing          | until 60 s  | 100 wait, the others are rejected at once       |
 * | a new browser that solves the challenge  | 1, 20, 40 s | within 15 s                                     |
 */
test('a crowd from 400 networks that does no work keeps no new browser out', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], now: 0 });
  const lanes = createPasswordLanes({
    hash: async (plaintext) => plaintext,
    verify: (hash, plaintext) => new Promise((resolve) => setTimeout(() => resolve(hash === plaintext), 60)),
  });
  const work = createSignInWork({
    secret: 'secret',
    isCrowded: lanes.isCrowded,
    now: () => Math.floor(performance.now()),
    bits: 10,
  });
  const signIn = (address: string, password: string, proof?: string): Promise<boolean> =>
    runAs(toAsker(null, address), async () => {
      work.assertDone(proof);
      return (await lanes.verify({ hash: 'right', password })) || lanes.verify({ hash: 'of a sign-up', password });
    });
  const guessOn = async (address: string): Promise<void> => {
    while (performance.now() < 60_000) {
      await signIn(address, 'a guess').catch(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
    }
  };
  const crowd = Promise.all(Array.from({ length: 400 }, (_, index) => guessOn(`11.${index >> 8}.${index & 255}.1`)));

  const waits: number[] = [];
  const honest: Promise<void>[] = [];
  for (const second of [1, 20, 40]) {
    await vi.advanceTimersByTimeAsync(second * 1_000 - performance.now());
    const startedAt = performance.now();
    honest.push(
      signIn(`203.0.${second}.7`, 'right', solve(work.challenge())).then((isRight) => {
        if (isRight) waits.push(performance.now() - startedAt);
      }),
    );
  }
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all([crowd, ...honest]);
  expect(waits).toHaveLength(3);
  expect(Math.max(...waits)).toBeLessThan(15_000);
}, 30_000);

/*
 * Through HTTP, where a visitor's call holds one of 40 places while its password waits.
 *
 * | who                                     | does                             | is answered                     |
 * |-----------------------------------------|----------------------------------|---------------------------------|
 * | 150 networks, until the others are done | sign in with a guess, again      | wrong, or "busy" without a wait |
 * | a new browser                           | solves a challenge, signs in     | signed in                       |
 * | a browser that the account knows        | signs in                         | signed in                       |
 */
test('a crowd at the API keeps nobody out who works for the turn, nor a known browser', async () => {
  const server = await startTestServer({ ROLES: 'api', TRUST_PROXY: '1' });
  const [email, password] = ['owner@example.com', 'correct horse'];
  await server.services.accounts.createAccount({ email, password });
  const logIn = (visitor: TestVisitor, address: string, work?: string, guess = password) =>
    visitor.post(
      '/api/user/sign-in/login',
      { identity: guess === password ? email : `${address}@example.com`, password: guess, work },
      { 'x-forwarded-for': address },
    );
  const usualBrowser = server.visitor();
  expect((await logIn(usualBrowser, '198.51.100.1')).status).toBe(200);

  let isOver = false;
  const answers = { wrong: 0, busy: 0 };
  const crowd = Promise.all(
    Array.from({ length: 150 }, async (_, index) => {
      while (!isOver) {
        const { status } = await logIn(server.visitor(), `11.22.${index}.1`, undefined, 'a guess');
        answers[status === 503 ? 'busy' : 'wrong'] += 1;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }),
  );
  await expect.poll(() => answers.busy).toBeGreaterThan(0);

  const newBrowser = server.visitor();
  const { data } = (await newBrowser.get('/api/user/sign-in/challenge')).body as unknown as {
    data: ReturnType<SignInWork['challenge']>;
  };
  const worked = await logIn(newBrowser, '203.0.113.7', solve(data));
  const knownBrowserAnswer = await logIn(usualBrowser, '198.51.100.1');
  isOver = true;
  await crowd;
  await server.close();
  expect([worked.status, knownBrowserAnswer.status]).toEqual([200, 200]);
  expect(answers.wrong).toBeGreaterThan(0);
});
