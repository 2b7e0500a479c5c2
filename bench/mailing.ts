import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createLedger } from '@botscope/server/features/campaign-engine/recipients/ledger.ts';
import { createCampaignSender } from '@botscope/server/features/campaign-engine/run-campaigns.ts';
import { insertBot, insertCampaign, senderDeps } from '@botscope/server/features/campaign-engine/test-campaigns.ts';
import { openMetadata } from '@botscope/server/platform/metadata/open-metadata.ts';
import { throwawayDirectory } from '@botscope/testkit/throwaway.ts';
import { pino } from 'pino';
import { quantile } from './quantile.ts';

/**
 * The sender of campaigns on the embedded metadata store, against a Telegram that answers every call after 60 ms: the share
 * of the allowed speed that it reaches, the first message after a start, a stop, and what a recipient takes on disk.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, recipients: { type: 'string', default: '1000000' } },
});
const seconds = Number(values.seconds);
const recipients = Number(values.recipients);
const answerMs = 60;

let calls: number[] = [];
const telegram = createServer((request, response) => {
  calls.push(performance.now());
  request.resume();
  setTimeout(() => response.end(`{"ok":true,"result":{"message_id":${calls.length}}}`), answerMs);
}).listen(0, '127.0.0.1');
await wait(50);
const apiRoot = `http://127.0.0.1:${(telegram.address() as AddressInfo).port}`;
const directory = await throwawayDirectory('bench-mailing-');
const logger = pino({ level: 'silent' });
const { db, run: runSql, close } = await openMetadata({ dataDir: directory.path, logger });

/** A campaign of a bot of its own, sent until it is stopped. */
async function run(name: string, options: { speed: number; users: number }, until: () => Promise<void>) {
  const key = `bench${name}`.padEnd(13, 'x');
  await insertBot(db, key);
  const { speed, users } = options;
  async function* generateAudience(_: unknown, afterId: number): AsyncGenerator<number[]> {
    for (let from = afterId + 1; from <= users; from += 10_000)
      yield Array.from({ length: Math.min(10_000, users - from + 1) }, (__, index) => from + index);
  }
  const deps = {
    ...senderDeps({ db, apiRoot, token: 'token', audience: () => [], maxSpeed: speed }),
    audienceOf: generateAudience,
  };
  const sender = createCampaignSender(deps);
  const work = sender.start();
  await wait(200);
  const id = await insertCampaign(db, key, { sending: { speed, interval_cap: speed } });
  calls = [];
  const startedAt = performance.now();
  sender.wake(key);
  await until();
  const sentCalls = calls;
  const stoppedAt = performance.now();
  await db.updateTable('campaigns').set({ status: 'Cancel' }).where('campaign_id', '=', id).execute();
  await wait(1_500);
  const lastCall = Math.max(stoppedAt, calls.at(-1) ?? 0);
  await work.close();
  return { id, first: (sentCalls[0] ?? Number.NaN) - startedAt, calls: sentCalls, stopMs: lastCall - stoppedAt };
}

/** The most calls that arrived within any second. */
function maxWithinSecond(arrivals: readonly number[]): number {
  let [first, maxCount] = [0, 0];
  for (const [index, arrivedAt] of arrivals.entries()) {
    while ((arrivals[first] ?? arrivedAt) <= arrivedAt - 1_000) first += 1;
    maxCount = Math.max(maxCount, index - first + 1);
  }
  return maxCount;
}

const isPrepared = async (): Promise<boolean> => {
  const campaigns = await db
    .selectFrom('campaigns')
    .select('prepared_until')
    .where('status', '=', 'In_progress')
    .execute();
  return campaigns.every(({ prepared_until }) => prepared_until === null);
};

/** Measures what a campaign's page reads of the ledger, with most rows delivered, 3 % not, and a few unknown. */
async function look(id: number): Promise<void> {
  await runSql(`
UPDATE campaign_recipients SET finished_at = now(), message_id = 1,
  status = (CASE WHEN user_id % 33 = 0 THEN 'Error' ELSE 'Done' END)::recipient_status,
  reason = (CASE WHEN user_id % 33 <> 0 THEN NULL WHEN user_id % 9999 = 0 THEN 'no_answer' ELSE 'blocked' END)
WHERE campaign_id = ${id}`);
  const ledger = createLedger(db);
  const first = { limit: 51 };
  const reads: Record<string, () => Promise<unknown>> = {
    'all recipients, first page': () => ledger.page(id, first),
    'not delivered': () => ledger.page(id, { ...first, group: 'not_delivered' }),
    'unknown, a hundred of them': () => ledger.page(id, { ...first, group: 'unknown' }),
    'a reason that nobody has': () => ledger.page(id, { ...first, reason: 'left' }),
    'why it was not delivered': () => ledger.reasons(id),
  };
  for (const [name, read] of Object.entries(reads)) {
    const times: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      const startedAt = performance.now();
      await read();
      if (round >= 2) times.push(performance.now() - startedAt);
    }
    console.log(
      `  ${name.padEnd(28)} p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`,
    );
  }
}

try {
  const stops: number[] = [];
  for (const speed of [10, 30, 300]) {
    const result = await run(`speed${speed}`, { speed, users: speed * seconds * 2 }, () => wait(seconds * 1_000));
    const began = result.calls[0] ?? 0;
    const callCount = result.calls.filter((calledAt) => calledAt <= began + (seconds - 1) * 1_000).length;
    const share = (callCount / (speed * (seconds - 1))) * 100;
    stops.push(result.stopMs);
    const maxCalls = maxWithinSecond(result.calls);
    console.log(
      `  ${speed}/s: ${share.toFixed(1)} % of the allowed speed over ${seconds} s; at most ${maxCalls} calls in any second`,
    );
  }
  console.log(`stop: last call at most ${quantile(stops, 1).toFixed(0)} ms later`);
  const size = async (): Promise<number> => {
    const [row] = await runSql("SELECT pg_total_relation_size('campaign_recipients') AS bytes");
    return Number(row?.bytes);
  };
  const before = await size();
  let preparedMs = 0;
  const largeRun = await run('large', { speed: 10, users: recipients }, async () => {
    const startedAt = performance.now();
    do await wait(250);
    while (!(await isPrepared()));
    preparedMs = performance.now() - startedAt;
  });
  const count = recipients.toLocaleString('en');
  console.log(
    `${count} recipients: first message after ${largeRun.first.toFixed(0)} ms, all prepared after ${(preparedMs / 1_000).toFixed(1)} s`,
  );
  console.log(`${count} rows: ${(((await size()) - before) / 1_048_576).toFixed(1)} MB`);
  await look(largeRun.id);
} finally {
  await close();
  telegram.close();
  telegram.closeAllConnections();
  await directory.remove();
}
