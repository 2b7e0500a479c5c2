import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testMetadata } from '../../../platform/metadata/test-metadata.ts';
import type { CallTelegram } from '../../../telegram/sending/call-telegram.ts';
import type { CallEnd } from '../../../telegram/sending/classify-outcome.ts';
import { createCampaignSender } from './run-campaigns.ts';
import { countsOf, insertBot, insertCampaign, senderDeps, statusOf } from './test-campaigns.ts';

const metadata = testMetadata();
const seed = Number(process.env.SEED ?? 15);
const people = 40;
const answerOf = (code: number, description: string, parameters?: object): CallEnd => ({
  status: code,
  body: JSON.stringify({ ok: false, error_code: code, description, parameters }),
});
const failure = (code: string): CallEnd => ({ error: Object.assign(new Error(code), { code }) });
const delivery: CallEnd = { status: 200, body: '{"ok":true,"result":{"message_id":7}}' };

/** How calls end, whether Telegram has the message, and whether it is tried again by itself. */
const faults = {
  ok: { end: delivery, arrives: true, again: false },
  cut: { end: { status: 200, body: null }, arrives: true, again: false },
  timeOutAfter: { end: failure('UND_ERR_HEADERS_TIMEOUT'), arrives: true, again: false },
  resetBefore: { end: failure('ECONNRESET'), arrives: false, again: false },
  gateway: { end: { status: 502, body: '<html>' }, arrives: false, again: false },
  refusedConnection: { end: failure('ECONNREFUSED'), arrives: false, again: true },
  limited: { end: answerOf(429, 'Too Many Requests', { retry_after: 0.05 }), arrives: false, again: true },
  blocked: { end: answerOf(403, 'Forbidden: bot was blocked by the user'), arrives: false, again: false },
  deactivated: { end: answerOf(403, 'Forbidden: user is deactivated'), arrives: false, again: false },
} as const satisfies Record<string, { end: CallEnd; arrives: boolean; again: boolean }>;
type Fault = keyof typeof faults;

describe('under any faults', () => {
  it('a campaign reaches nobody twice and forgets nobody, and its counts hold at every look', async () => {
    const { db } = metadata();
    let number = 0;
    const names = fc.constantFrom(...(Object.keys(faults) as Fault[]));
    const plan = fc.record({
      calls: fc.array(fc.tuple(names, fc.integer({ min: 0, max: 30 })), { minLength: people, maxLength: people }),
      stops: fc.array(fc.integer({ min: 20, max: 200 }), { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, async ({ calls, stops }) => {
        number += 1;
        const bot = `faults${String(number).padStart(7, '0')}`;
        await insertBot(db, bot);
        const arrived = new Map<number, number>();
        const ended = new Map<number, Fault>();
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
          if (!faults[name].again) ended.set(userId, name);
          return faults[name].end;
        };
        const ids = Array.from({ length: people }, (_, index) => index + 1);
        const deps = senderDeps({ db, apiRoot: '', token: 'token', audience: () => ids, maxSpeed: 300 });
        const id = await insertCampaign(db, bot, { sending: { speed: 300, interval_cap: 300 } });
        // Two processes, of which one is stopped and started now and then.
        const processes = ['one', 'two'].map((instance) => createCampaignSender({ ...deps, call, instance }));
        let works = processes.map((sender) => sender.start());
        for (const ms of stops) {
          await wait(ms);
          await Promise.all(works.map((work) => work.close()));
          works = processes.map((sender) => sender.start());
        }
        await expect
          .poll(
            async () => {
              const { kept } = await countsOf(db, id);
              expect(kept.total).toBe(kept.delivered + kept.not_delivered + kept.waiting + kept.cancelled);
              return (await statusOf(db, id)).status;
            },
            { timeout: 30_000, interval: 100 },
          )
          .toBe('Done');
        await Promise.all(works.map((work) => work.close()));
        const { kept, counted } = await countsOf(db, id);
        const endedAs = (...wanted: Fault[]): number =>
          [...ended.values()].filter((name) => wanted.includes(name)).length;
        expect(
          [...arrived.values()].filter((times) => times > 1),
          'sent twice',
        ).toEqual([]);
        expect(ended.size, 'skipped').toBe(people);
        expect(kept).toEqual(counted);
        expect(kept).toEqual({
          total: people,
          delivered: endedAs('ok', 'cut'),
          not_delivered: people - endedAs('ok', 'cut'),
          unknown: endedAs('timeOutAfter', 'resetBefore', 'gateway'),
          waiting: 0,
          cancelled: 0,
        });
      }),
      { numRuns: 8, seed, endOnFailure: true },
    );
  }, 300_000);
});
