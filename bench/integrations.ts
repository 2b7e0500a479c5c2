import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { insertBot } from '@botscope/server/features/campaign-engine/test-campaigns.ts';
import { createDeliveryStore } from '@botscope/server/features/integrations/engine/delivery-store.ts';
import { createLanes } from '@botscope/server/features/integrations/engine/lanes.ts';
import { createSendWave } from '@botscope/server/features/integrations/engine/send-wave.ts';
import { startSender } from '@botscope/server/features/integrations/engine/start-sender.ts';
import { openMetadata } from '@botscope/server/platform/metadata/open-metadata.ts';
import { createSealer } from '@botscope/server/platform/outgoing/sealer.ts';
import { throwawayDirectory } from '@botscope/testkit/throwaway.ts';
import { sql } from 'kysely';
import { pino } from 'pino';
import { Agent, request } from 'undici';
import { quantile } from './quantile.ts';

/**
 * Sends events of integrations from the embedded metadata store to a receiver of the same process: one webhook with single events and with batches, beside a bare loop of the same requests; then 200 integrations of which
 * 20 are dead, and how long an event of the others waits.
 */
const { values } = parseArgs({
  options: { events: { type: 'string', default: '20000' }, seconds: { type: 'string', default: '20' } },
});
const events = Number(values.events);
const seconds = Number(values.seconds);
const secret = `whsec_${Buffer.alloc(32, 'bench').toString('base64')}`;
const sealer = createSealer('s'.repeat(32));
const logger = pino({ level: 'silent' });

/** When events arrived, by ID; those of `/dead` get no answer. */
const arrivals = new Map<string, number>();
const receiver = createServer(async (incoming, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  if (incoming.url?.startsWith('/dead')) return;
  const body = JSON.parse(Buffer.concat(chunks).toString()) as { id?: string; data: { id: string }[] };
  for (const id of body.id === undefined ? body.data.map((each) => each.id) : [body.id])
    arrivals.set(id, performance.now());
  response.end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const directory = await throwawayDirectory('bench-integrations-');
const { db, close } = await openMetadata({ dataDir: directory.path, logger });
const bot = 'benchintegrat';
await insertBot(db, bot);

async function insertIntegration(path: string, batch: number): Promise<number> {
  const { integration_id: id } = await db
    .insertInto('integrations')
    .values({
      ...{
        key: randomUUID().replaceAll('-', '').slice(0, 16),
        bot_key: bot,
        provider: 'webhook',
        name: path,
        hints: '{}',
      },
      ...{ lane: `bench:${path}`, settings: JSON.stringify({ url: `${url}${path}`, batch }) },
      secrets: sealer.seal(JSON.stringify({ secret, headers: '' })),
      selection: JSON.stringify({ types: ['user.started'] }),
      privacy: JSON.stringify({ user_ids: 'plain' }),
      ...{ created_at: new Date(), active_since: new Date() },
    })
    .returning('integration_id')
    .executeTakeFirstOrThrow();
  return id;
}

const insertEvents = (integrationId: number, from: number, count: number): Promise<unknown> =>
  sql`
  INSERT INTO integration_deliveries (integration_id, event_key, type, happened_at, event, created_at, due_at)
  SELECT ${integrationId}, 'user.started:' || number, 'user.started', now(), jsonb_build_object(
    'id', 'evt_' || ${integrationId}::int || '_' || number, 'type', 'user.started', 'at', '2026-06-01T09:00:00.000Z',
    'bot', jsonb_build_object('key', ${bot}::text, 'name', 'bench'), 'user', NULL,
    'data', jsonb_build_object('payload', repeat('x', 64), 'params', '{}'::jsonb, 'source', 'ads', 'is_first', true)), now(), now()
  FROM generate_series(${from}::int, ${from + count - 1}::int) AS number`.execute(db);

const sending = {
  dispatcher: new Agent({ connections: 1_024 }),
  origins: {},
  ownHosts: new Set<string>(),
  now: Date.now,
};
const lanes = createLanes({ db, claimant: { instance: 'bench', run: randomUUID() } });
const deliveries = createDeliveryStore({ db, lanes });
const files = { withFile: () => Promise.reject(new Error('There are no files')) };
const sendWave = createSendWave({ db, sealer, deliveries, sending, files, logger, random: Math.random });

/** Sends a backlog; returns events a second. */
async function drain(path: string, batch: number): Promise<number> {
  const id = await insertIntegration(path, batch);
  await insertEvents(id, 1, events);
  arrivals.clear();
  const startedAt = performance.now();
  const sender = startSender({ lanes, sendWave, logger });
  while (arrivals.size < events) await wait(20);
  const took = performance.now() - startedAt;
  await sender.close();
  await db.deleteFrom('integrations').where('integration_id', '=', id).execute();
  return Math.round((events / took) * 1_000);
}

/** The same requests, 16 at once, from a loop that keeps nothing. */
async function bareLoop(): Promise<number> {
  const count = Math.min(events, 10_000);
  const body = JSON.stringify({ type: 'user.started', id: 'bare', data: { payload: 'x'.repeat(400) } });
  const startedAt = performance.now();
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await request(`${url}/bare`, { method: 'POST', body, dispatcher: sending.dispatcher });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  return Math.round((count / (performance.now() - startedAt)) * 1_000);
}

/** 200 integrations, every tenth of which is dead; events come evenly. Delays of the living ones, ms. */
async function beside(): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < 200; index += 1)
    ids.push(await insertIntegration(index % 10 === 0 ? `/dead${index}` : `/alive${index}`, 1));
  arrivals.clear();
  const sender = startSender({ lanes, sendWave, logger });
  const insertedAt = new Map<string, number>();
  const endAt = performance.now() + seconds * 1_000;
  for (let number = 1; performance.now() < endAt; number += 1) {
    for (const [index, id] of ids.entries()) {
      if (index % 10 !== 0) insertedAt.set(`evt_${id}_${number}`, performance.now());
      await insertEvents(id, number, 1);
    }
    sender.wake();
    await wait(200);
  }
  for (let waited = 0; waited < 300 && [...insertedAt.keys()].some((each) => !arrivals.has(each)); waited += 1)
    await wait(100);
  await sending.dispatcher.destroy();
  await sender.close();
  return [...insertedAt].map(([id, at]) => (arrivals.get(id) ?? Number.POSITIVE_INFINITY) - at);
}

const bare = await bareLoop();
const single = await drain('/single', 1);
const batched = await drain('/batched', 100);
console.log(`bare loop, 16 at once, nothing kept: ${bare} requests/s`);
console.log(`one webhook, single events: ${single} events/s (${(single / bare).toFixed(2)} of the bare loop)`);
console.log(`one webhook, batches of 100: ${batched} events/s (${(batched / bare).toFixed(2)})`);
const delays = await beside();
const lost = delays.filter((delay) => !Number.isFinite(delay)).length;
console.log(
  `200 integrations, 20 of them dead: ${delays.length} events of the others, ${lost} missing, delay p50 ${Math.round(quantile(delays, 0.5))} ms, p99 ${Math.round(quantile(delays, 0.99))} ms`,
);
receiver.closeAllConnections();
receiver.close();
await close();
await directory.remove();
