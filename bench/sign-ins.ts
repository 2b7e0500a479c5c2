import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { operatorSecret } from '@botscope/server/platform/operator-secret.ts';
import { simulatePopulation } from '@botscope/server/simulation/population.ts';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { startBenchServer } from './load/bench-server.ts';
import { postBytes } from './load/connection.ts';
import { runPacedLoad } from './load/paced-load.ts';
import { quantile } from './quantile.ts';

/**
 * Measures what sign-ins cost the bots that push: the same pushes at a fixed rate without and with 200 sign-ins a
 * minute, one in ten of them wrong; in turn, because a machine has better and worse minutes. A password's hash is slow
 * by intention; it must not delay an update.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '500' },
    'sign-ins': { type: 'string', default: '200' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const rate = Number(values.rate);
const perMinute = Number(values['sign-ins']);
const password = 'bench bench bench';

const users = simulatePopulation({ seed: 'sign-ins', from: '2026-01-01T00:00:00Z', usersPerDay: 2_000 });
const port = await freePort();
// Every sign-in comes from an address of its own, as behind a proxy: from one, the limits would end the measurement.
const server = await startBenchServer(port, { TRUST_PROXY: '1' });

async function makeAccounts(count: number): Promise<string[]> {
  const secret = operatorSecret(readFileSync(join(server.dataDir, 'app-secret'), 'utf8').trim());
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const email = `user-${index}@example.com`;
      const body = JSON.stringify({ email, password });
      const answer = await fetch(`http://127.0.0.1:${port}/operator/create-account`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`no account: ${await answer.text()}`);
      return email;
    }),
  );
}

function makePushes(count: number): Buffer[] {
  return Array.from({ length: count }, () => {
    const { value, done } = users.next();
    if (done) throw new Error('the population has ended');
    return postBytes('/v1/send-update', { 'Api-Key': server.apiKey }, JSON.stringify(value.update));
  });
}

async function push(): Promise<{ p50: number; p99: number }> {
  const requests = makePushes(rate * seconds);
  let index = 0;
  const result = await runPacedLoad({ port, rate, seconds, next: () => requests[index++ % requests.length] as Buffer });
  console.log(`  pushes p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms, failures ${result.failures}`);
  return result;
}

/** Signs in at the given pace until it is stopped; returns how long each took, ms. */
async function signInUntil(isOver: () => boolean, emails: readonly string[]): Promise<number[]> {
  const took: number[] = [];
  const underWay: Promise<void>[] = [];
  for (let count = 0; !isOver(); count += 1) {
    const isWrong = count % 10 === 9;
    const startedAt = performance.now();
    const request = fetch(`http://127.0.0.1:${port}/api/user/sign-in/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`,
      },
      body: JSON.stringify({ identity: emails[count % emails.length], password: isWrong ? 'a wrong guess' : password }),
    });
    underWay.push(
      request.then(async (answer) => {
        await answer.arrayBuffer();
        took.push(performance.now() - startedAt);
        if (answer.status !== (isWrong ? 400 : 200)) throw new Error(`a sign-in was answered ${answer.status}`);
      }),
    );
    await wait(60_000 / perMinute);
  }
  await Promise.all(underWay);
  return took;
}

/** Pushes and sign-ins side by side. */
async function pushAndSignIn(emails: readonly string[], took: number[]): Promise<{ p99: number }> {
  let isDone = false;
  const signingIn = signInUntil(() => isDone, emails);
  const pushed = await push().finally(() => {
    isDone = true;
  });
  took.push(...(await signingIn));
  return pushed;
}

try {
  const emails = await makeAccounts(40);
  console.log('warming up');
  await push();
  const p99: Record<'alone' | 'together', number[]> = { alone: [], together: [] };
  const took: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`${rate} pushes/s for ${seconds} s, nobody signs in (${round} of ${rounds})`);
    p99.alone.push((await push()).p99);
    console.log(`… and ${perMinute} sign-ins a minute`);
    p99.together.push((await pushAndSignIn(emails, took)).p99);
  }
  console.log(
    `${took.length} sign-ins, p50 ${quantile(took, 0.5).toFixed(0)} ms, p99 ${quantile(took, 0.99).toFixed(0)} ms`,
  );
  const [baselineP99, combinedP99] = [quantile(p99.alone, 0.5), quantile(p99.together, 0.5)];
  console.log(
    `push p99 ${baselineP99.toFixed(1)} ms alone, ${combinedP99.toFixed(1)} ms with sign-ins: ratio ${(combinedP99 / baselineP99).toFixed(2)}`,
  );
} finally {
  await server.stop();
}
