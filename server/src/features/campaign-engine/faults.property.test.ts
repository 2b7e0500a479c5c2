import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import type { CallTelegram } from '../../telegram/sending/call-telegram.ts';
import type { CallEnd } from '../../telegram/sending/classify-outcome.ts';
import { createCampaignStore } from '../campaigns/campaign-store.ts';
import { createLedger } from './recipients/ledger.ts';
import { createCampaignSender } from './run-campaigns.ts';
import { insertBot, insertCampaign, loadCounts, loadStatus, senderDeps } from './test-campaigns.ts';

const metadata = testMetadata();
const seed = Number(process.env.SEED ?? 15);
const users = 40;
/** `npm run test:long` asks for more. */
const runs = Number(process.env.CAMPAIGN_FAULTS ?? 8);
const createAnswer = (code: number, description: string, parameters?: object): CallEnd => ({
  status: code,
  body: JSON.stringify({ ok: false, error_code: code, description, parameters }),
});
const noFiles = { keepFileId: async () => undefined, forgetFileId: async () => undefined };
const failure = (code: string): CallEnd => ({ error: Object.assign(new Error(code), { code }) });
const delivery: CallEnd = { status: 200, body: '{"ok":true,"result":{"message_id":7}}' };
const albumDelivery: CallEnd = { status: 200, body: '{"ok":true,"result":[{"message_id":7},{"message_id":8}]}' };
const album = ['5d1c7b0e-3f5a-4b8e-9f6e-000000000000', '5d1c7b0e-3f5a-4b8e-9f6e-000000000001'].map((file) => ({
  kind: 'photo' as const,
  file,
}));

/** Ends of calls, whether Telegram has the message, and whether it is tried again by itself. */
const faults = {
  ok: { end: delivery, arrives: true, again: false },
  cut: { end: { status: 200, body: null }, arrives: true, again: false },
  timeOutAfter: { end: failure('UND_ERR_HEADERS_TIMEOUT'), arrives: true, again: false },
  resetBefore: { end: failure('ECONNRESET'), arrives: false, again: false },
  gateway: { end: { status: 502, body: '<html>' }, arrives: false, again: false },
  refusedConnection: { end: failure('ECONNREFUSED'), arrives: false, again: true },
  limited: { end: createAnswer(429, 'Too Many Requests', { retry_after: 0.05 }), arrives: false, again: true },
  blocked: { end: createAnswer(403, 'Forbidden: bot was blocked by the user'), arrives: false, again: false },
  deactivated: { end: createAnswer(403, 'Forbidden: user is deactivated'), arrives: false, again: false },
} as const satisfies Record<string, { end: CallEnd; arrives: boolean; again: boolean }>;
type Fault = keyof typeof faults;

describe('under any faults', () => {
  it('a campaign reaches nobody twice and forgets nobody, and its counts hold at every look', async () => {
    const { db } = metadata();
    const [rows, ledger] = [createCampaignStore(db), createLedger(db)];
    let number = 0;
    const names = fc.constantFrom(...(Object.keys(faults) as Fault[]));
    const plan = fc.record({
      calls: fc.array(fc.tuple(names, fc.integer({ min: 0, max: 30 })), { minLength: users, maxLength: users }),
      stops: fc.array(fc.integer({ min: 20, max: 200 }), { maxLength: 2 }),
      pauses: fc.array(fc.tuple(fc.integer({ min: 0, max: 150 }), fc.integer({ min: 0, max: 100 })), { maxLength: 3 }),
      repeats: fc.integer({ min: 0, max: 2 }),
      isAlbum: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ calls, stops, pauses, repeats, isAlbum }) => {
        number += 1;
        const bot = `faults${String(number).padStart(7, '0')}`;
        await insertBot(db, bot);
        const arrived = new Map<number, number>();
        const endings = new Map<number, Fault>();
        let next = 0;
        let rejections = 0;
        const call: CallTelegram = async (_, { params }) => {
          const userId = Number(params.chat_id);
          const [drawn, ms] = calls[next++ % calls.length] ?? ['ok', 0];
          // Pauses while nothing is sent grow with each of them: a few show the same.
          if (faults[drawn].again) rejections += 1;
          const name = faults[drawn].again && rejections > 3 ? 'ok' : drawn;
          await wait(ms);
          if (faults[name].arrives) arrived.set(userId, (arrived.get(userId) ?? 0) + 1);
          if (!faults[name].again) endings.set(userId, name);
          return isAlbum && name === 'ok' ? albumDelivery : faults[name].end;
        };
        const ids = Array.from({ length: users }, (_, index) => index + 1);
        const files = { ...noFiles, find: async (_: string, id: string) => ({ fileId: id }) };
        const deps = {
          ...senderDeps({ db, apiRoot: '', token: 'token', audience: () => ids, maxSpeed: 300 }),
          ...(isAlbum && { files }),
        };
        const message = isAlbum ? { album } : { text: 'Hello' };
        const id = await insertCampaign(db, bot, { message, sending: { speed: 300, interval_cap: 300 } });
        // Two processes, of which one is stopped and started now and then.
        const processes = ['one', 'two'].map((instance) => createCampaignSender({ ...deps, call, instance }));
        let works = processes.map((sender) => sender.start());
        for (const ms of stops) {
          await wait(ms);
          await Promise.all(works.map((work) => work.close()));
          works = processes.map((sender) => sender.start());
        }
        const waitForEnd = () =>
          expect
            .poll(
              async () => {
                const { kept } = await loadCounts(db, id);
                expect(kept.total).toBe(kept.delivered + kept.not_delivered + kept.waiting + kept.cancelled);
                return (await loadStatus(db, id)).status;
              },
              { timeout: 60_000, interval: 100 },
            )
            .toBe('Done');
        // Colleagues stop it and go on, at any moment; what has ended cannot be stopped.
        for (const [before, pause] of pauses) {
          await wait(before);
          if ((await rows.happen(bot, id, 'stopped')) === undefined) break;
          await wait(pause);
          expect(await rows.happen(bot, id, 'resumed')).toBeDefined();
          for (const sender of processes) sender.wake(bot);
        }
        await waitForEnd();
        // Sent again to the users that it certainly did not reach.
        for (let repeated = 0; repeated < repeats; repeated += 1) {
          if (!(await ledger.repeat(id, 'not_delivered'))) break;
          for (const sender of processes) sender.wake(bot);
          await waitForEnd();
        }
        await Promise.all(works.map((work) => work.close()));
        const { kept, counted } = await loadCounts(db, id);
        const albums = await db
          .selectFrom('campaign_recipients')
          .select(['user_id', 'more_message_ids'])
          .where('campaign_id', '=', id)
          .execute();
        for (const { user_id, more_message_ids } of albums)
          expect((more_message_ids ?? []).map(Number)).toEqual(
            isAlbum && endings.get(Number(user_id)) === 'ok' ? [8] : [],
          );
        const endedAs = (...faultNames: Fault[]): number =>
          [...endings.values()].filter((name) => faultNames.includes(name)).length;
        expect(
          [...arrived.values()].filter((times) => times > 1),
          'sent twice',
        ).toEqual([]);
        expect(endings.size, 'skipped').toBe(users);
        expect(kept).toEqual(counted);
        expect(kept).toEqual({
          total: users,
          delivered: endedAs('ok', 'cut'),
          not_delivered: users - endedAs('ok', 'cut'),
          unknown: endedAs('timeOutAfter', 'resetBefore', 'gateway'),
          waiting: 0,
          cancelled: 0,
        });
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
  }, 3_600_000);
});
