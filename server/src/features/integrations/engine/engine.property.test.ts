import { randomUUID } from 'node:crypto';
import type { DeliveryState } from '@botscope/contract';
import { type PartnerFault, type PartnerServer, startPartner } from '@botscope/testkit/partners/partner-server.ts';
import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { Agent } from 'undici';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { testMetadata } from '../../../platform/metadata/test-metadata.ts';
import { createSealer } from '../../../platform/outgoing/sealer.ts';
import { insertBot } from '../../campaign-engine/test-campaigns.ts';
import { loadFigures } from '../figures.ts';
import { createDeliveryStore } from './delivery-store.ts';
import { createLanes } from './lanes.ts';
import { createSendWave } from './send-wave.ts';

/**
 * Random schedules of faults, kills and second processes. A provider that recognises what it got twice ends up with every
 * event once; one that does not, with every event at most once, but for those that are marked unknown and repeated by hand.
 */

const metadata = testMetadata();
const sealer = createSealer('s'.repeat(32));
let receiver: PartnerServer;
/** Integrations whose requests fail as a test says; others of the file must not see these faults. */
beforeAll(async () => {
  receiver = await startPartner(({ path }) => ({ status: path === '/refuse' ? 400 : 200 }));
});
afterAll(() => receiver.stop());

const lost: PartnerFault = { kind: 'lost' };
const reset: PartnerFault = { kind: 'reset' };
const broken: PartnerFault = { kind: 'answer', answer: { status: 503, body: 'busy' } };
const throttled: PartnerFault = { kind: 'answer', answer: { status: 429, headers: { 'retry-after': '7' } } };

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ is: fc.constant('events' as const), count: fc.integer({ min: 1, max: 5 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      is: fc.constant('wave' as const),
      faults: fc.array(fc.constantFrom(null, null, lost, reset, broken, throttled), { maxLength: 3 }),
      diesAfter: fc.option(fc.nat(12)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('two waves' as const) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('time' as const), minutes: fc.constantFrom(1, 10, 60) }) },
);

/** Dies at the n-th call of the metadata store; what was written stays. */
function dying<Target extends object>(target: Target, calls: { left: number }): Target {
  return new Proxy(target, {
    get(instance, name) {
      const value: unknown = Reflect.get(instance, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === 'executeQuery' || name === 'transaction' || name === 'selectFrom') {
          if (calls.left <= 0) throw new Error('killed');
          calls.left -= 1;
        }
        return Reflect.apply(value, instance, args);
      };
    },
  });
}

let bots = 0;

async function engineWorld(db: Kysely<Tables>, batch: number) {
  bots += 1;
  const bot = `int${String(bots).padStart(10, '0')}`;
  await insertBot(db, bot);
  let clock = Date.UTC(2026, 5, 1, 9);
  const key = randomUUID().replaceAll('-', '').slice(0, 16);
  const secret = `whsec_${Buffer.alloc(32, 'engine').toString('base64')}`;
  const { integration_id: id } = await db
    .insertInto('integrations')
    .values({
      ...{ key, bot_key: bot, provider: 'webhook', name: 'Server', lane: `test:${key}`, hints: '{}' },
      settings: JSON.stringify({ url: `${receiver.url}/${key}`, batch }),
      secrets: sealer.seal(JSON.stringify({ secret, headers: '' })),
      selection: JSON.stringify({ types: ['user.started'] }),
      privacy: JSON.stringify({ user_ids: 'plain' }),
      ...{ created_at: new Date(clock), active_since: new Date(clock) },
    })
    .returning('integration_id')
    .executeTakeFirstOrThrow();
  let count = 0;

  async function wave(instance: string, connection = db): Promise<void> {
    const now = () => clock;
    const lanes = createLanes({ db: connection, claimant: { instance, run: randomUUID() }, clock: now });
    const sending = { dispatcher: new Agent({ keepAliveTimeout: 10 }), origins: {}, ownHosts: new Set<string>(), now };
    const files = { withFile: () => Promise.reject(new Error('There are no files')) };
    const deps = { db: connection, sealer, deliveries: createDeliveryStore({ db: connection, lanes }), sending, files };
    const sendWave = createSendWave({ ...deps, logger: { warn: () => undefined }, random: () => 0.5, clock: now });
    const claimed = await lanes.claim([]);
    const lane = claimed.find((each) => each.lane === `test:${key}`);
    if (lane !== undefined) {
      const noPace = async (): Promise<void> => undefined;
      while (await sendWave(lane, id, noPace, new AbortController().signal));
    }
    await lanes.release(claimed.map((each) => each.lane));
  }

  return {
    wave,
    passTime(minutes: number): void {
      clock += minutes * 60_000;
    },
    async addEvents(more: number): Promise<void> {
      for (let index = 0; index < more; index += 1) {
        count += 1;
        const event = {
          ...{ id: `evt_${key}_${count}`, type: 'user.started', at: new Date(clock).toISOString() },
          ...{ bot: { key: bot, name: 'bot' }, user: null, data: {} },
        };
        await db
          .insertInto('integration_deliveries')
          .values({
            ...{ integration_id: id, event_key: `user.started:${count}`, type: 'user.started' },
            ...{ happened_at: new Date(clock), created_at: new Date(clock), due_at: new Date(clock) },
            event: JSON.stringify(event),
          })
          .execute();
      }
    },
    /** IDs that the receiver got, by how often. */
    received(): Map<string, number> {
      const ids = receiver.requests
        .filter(({ path }) => path === `/${key}`)
        .flatMap(({ body }) => {
          const sent = JSON.parse(body.toString()) as { id?: string; data: { id: string }[] };
          return sent.id === undefined ? sent.data.map((each) => each.id) : [sent.id];
        });
      return new Map([...Map.groupBy(ids, (each) => each)].map(([each, all]) => [each, all.length]));
    },
    async states(): Promise<DeliveryState[]> {
      const rows = await db
        .selectFrom('integration_deliveries')
        .select('state')
        .where('integration_id', '=', id)
        .execute();
      return rows.map(({ state }) => (state === 'sending' ? 'waiting' : state));
    },
    figures: async () => (await loadFigures(db, [id], () => clock)).get(id)?.figures,
    total: () => count,
    async resume(): Promise<void> {
      await sql`UPDATE integrations SET resume_at = NULL, status = 'on' WHERE integration_id = ${id}`.execute(db);
    },
  };
}

it('every event arrives, with one ID, whatever fails and whichever process dies', async () => {
  const { db } = metadata();
  const run = fc.record({ batch: fc.constantFrom(1, 3), steps: fc.array(step, { minLength: 15, maxLength: 30 }) });
  await fc.assert(
    fc.asyncProperty(run, async ({ batch, steps }) => {
      const one = await engineWorld(db, batch);
      for (const each of steps) {
        if (each.is === 'events') await one.addEvents(each.count);
        else if (each.is === 'time') one.passTime(each.minutes);
        else if (each.is === 'two waves') await Promise.all([one.wave('one'), one.wave('two')]);
        else {
          receiver.faults.push(...each.faults);
          await one
            .wave('one', dying(db, { left: each.diesAfter ?? Number.POSITIVE_INFINITY }))
            .catch((error: unknown) => {
              if (!(error instanceof Error) || error.message !== 'killed') throw error;
            });
          receiver.faults.length = 0;
        }
        const { matched = -1, waiting = 0, delivered = 0, failed = 0, unknown = 0 } = (await one.figures()) ?? {};
        expect(matched).toBe(one.total());
        expect(waiting + delivered + failed + unknown).toBe(matched);
      }
      // Claims of the dead expire, and pauses end.
      for (let rounds = 0; rounds < 12 && (await one.states()).includes('waiting'); rounds += 1) {
        one.passTime(48 * 60);
        await one.wave('three');
      }
      expect(new Set(await one.states())).toEqual(new Set(one.total() === 0 ? [] : ['delivered']));
      expect(one.received().size).toBe(one.total());
    }),
    { numRuns: byRunLength({ regular: 25, long: 400 }), seed: Number(process.env.SEED ?? 32) },
  );
});
