import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openedBy, signInitData } from '@botscope/testkit/init-data.ts';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { startBenchServer } from './load/bench-server.ts';
import { postBytes } from './load/connection.ts';
import { signIn } from './load/owner.ts';
import { type LoadResult, runLoad } from './load/run-load.ts';
import { createUpdateSource } from './load/take-updates.ts';
import { endAll, startScript } from './load/world.ts';

/**
 * Measures how many hits of Mini Apps a second the server takes, durable when answered, with the load generator on the
 * same machine: in batches of 50, one by one, and one by one with the initData of a new opening in each. The baseline
 * of the same run is pushes of updates in batches and one by one, which take the same way to the disk.
 */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
const seconds = Number(values.seconds);
const batchSize = 50;
// Enough of each that no limit of a user or an app is reached.
const appCount = 32;
const addresses = 250;
const launchCount = 15_000;
const token = `123456789:${'A'.repeat(35)}`;

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const port = await freePort();
const children: ChildProcess[] = [];
const telegram = await startScript(children, 'trivial-telegram.ts');
// Each request has an address of its own, as users have.
const server = await startBenchServer(port, {
  TELEGRAM_API_ROOT: `http://127.0.0.1:${telegram.port}`,
  TRUST_PROXY: '1',
});

interface Page {
  key: string;
  launch: string;
  initData: string;
}
let users = 0;
function openPage(keys: readonly string[]): Page {
  users += 1;
  const fields = openedBy({ id: 1_000_000 + users, first_name: 'Ann', language_code: 'en' }, Date.now());
  const key = keys[users % keys.length] as string;
  return { key, launch: hex(16), initData: signInitData(fields, { token }) };
}

let sentCount = 0;
function request(page: Page, events: number, isFirst: boolean): Buffer {
  sentCount += 1;
  const sentAt = Date.now();
  const body = {
    ...{
      k: page.key,
      v: 1,
      sent: sentAt,
      l: page.launch,
      p: 'android',
      w: '8.0',
      ...(isFirst && { i: page.initData }),
    },
    e: Array.from({ length: events }, (_, index) => ({
      ...{ id: hex(8), n: isFirst && index === 0 ? 'app_launch' : 'page', t: sentAt, u: `/shop/${index % 20}` },
    })),
  };
  const address = `198.51.${sentCount % addresses}.${Math.floor(sentCount / addresses) % addresses}`;
  return postBytes('/hit', { 'x-forwarded-for': address, origin: 'https://app.example.com' }, JSON.stringify(body));
}

async function measure(
  name: string,
  requests: readonly Buffer[],
  { connections, each, expected = 202 }: { connections: number; each: number; expected?: number },
): Promise<number> {
  let index = 0;
  const next = (): Buffer => requests[index++ % requests.length] as Buffer;
  const result: LoadResult = await runLoad({ port, connections, seconds, next, expected });
  const rate = Math.round((result.requests * each) / result.seconds);
  const reuseNote = index > requests.length ? `; requests used ${(index / requests.length).toFixed(1)} times` : '';
  console.log(
    `  ${name.padEnd(38)} ${rate.toLocaleString('en').padStart(7)}/s, p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms, failures ${result.failures}${reuseNote}`,
  );
  return rate;
}

const ratio = (one: number, other: number): string => `${Math.round((100 * one) / other)} %`;

try {
  const owner = await signIn(server);
  // A bot whose token is kept: the proof is then an HMAC.
  const connection = { connection_type: 'auto', delivery_method: 'getUpdates', delivery_method_send: 'proxy' };
  const botResponse = await owner.call('POST', '/bots', { bot_name: 'bot_123456789_bot', token, ...connection });
  const { key: botKey } = botResponse.bot as { key: string };
  const keys: string[] = [];
  for (let index = 0; index < appCount; index += 1) {
    const app = await owner.call('POST', `/bots/${botKey}/mini-apps`, { system_name: `app_${index}`, origins: [] });
    keys.push(String(app.key));
  }
  const pages = Array.from({ length: launchCount }, () => openPage(keys));
  await wait(3_000);
  console.log(`each for ${seconds} s`);
  await measure(
    'openings, 8 connections (warming up)',
    pages.map((page) => request(page, 1, true)),
    {
      ...{ connections: 8, each: 1 },
    },
  );
  const take = createUpdateSource('hits', '2026-01-01T00:00:00Z');
  const pushHeaders = { 'Api-Key': server.apiKey };
  const page = (index: number): Page => pages[index % pages.length] as Page;

  const batches = Array.from({ length: 1_200 * seconds }, (_, index) => request(page(index), batchSize, false));
  const inBatches = await measure(`hits in batches of ${batchSize}, 8 connections`, batches, {
    ...{ connections: 8, each: batchSize },
  });
  const pushes = Array.from({ length: 400 * seconds }, () =>
    postBytes('/v1/send-batch-update', pushHeaders, JSON.stringify(take(batchSize))),
  );
  const pushed = await measure(`updates in batches of ${batchSize}, 8 connections`, pushes, {
    ...{ connections: 8, each: batchSize, expected: 200 },
  });

  const singles = Array.from({ length: 8_000 * seconds }, (_, index) => request(page(index), 1, false));
  const oneByOne = await measure('hits one by one, 50 connections', singles, { connections: 50, each: 1 });
  const singlePushes = take(8_000 * seconds).map(({ update }) =>
    postBytes('/v1/send-update', pushHeaders, JSON.stringify(update)),
  );
  const pushedSingly = await measure('updates one by one, 50 connections', singlePushes, {
    ...{ connections: 50, each: 1, expected: 200 },
  });

  const openings = Array.from({ length: 4_000 * seconds }, () => request(openPage(keys), 1, true));
  const openingRate = await measure('openings, each with new initData', openings, { connections: 50, each: 1 });
  const [storedRequests, all] = await Promise.all([
    server.metric('botscope_hit_requests_total{status="202",dropped=""}'),
    server.metric('botscope_hit_requests_total'),
  ]);
  console.log(`  stored ${storedRequests.toLocaleString('en')} of ${all.toLocaleString('en')} requests`);
  console.log(
    `  of pushes of updates: batches ${ratio(inBatches, pushed)}, one by one ${ratio(oneByOne, pushedSingly)}; openings ${ratio(openingRate, oneByOne)} of hits one by one`,
  );
} finally {
  await server.stop();
  await endAll(children);
}
