import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { automationWorld, command, onCommand } from './test-automations.ts';

const seed = Number(process.env.SEED ?? 16);
const metadata = testMetadata();
let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

/** Action of a step, and the minutes that pass before it. */
const step = fc.record({
  minutes: fc.constantFrom(0, 0, 1, 1, 7, 30, 90),
  does: fc.oneof(
    { weight: 5, arbitrary: fc.record({ is: fc.constant('event' as const), user: fc.integer({ min: 1, max: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('copy' as const), of: fc.nat(5) }) },
    // An event of a process that was away comes now, received some minutes ago.
    {
      weight: 1,
      arbitrary: fc.record({
        is: fc.constant('late' as const),
        user: fc.integer({ min: 1, max: 2 }),
        ago: fc.integer({ min: 1, max: 4 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ is: fc.constant('look' as const), diesAfter: fc.option(fc.nat(12)) }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('two looks' as const) }) },
    { weight: 3, arbitrary: fc.record({ is: fc.constant('deliver' as const) }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('refuse' as const), user: fc.integer({ min: 1, max: 2 }) }) },
  ),
});

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

it('every trigger leads to one message or to one reason, in any sequence of steps', async () => {
  const { db } = metadata();
  const settings = fc.record({
    delay_minutes: fc.constantFrom(0, 0, 5, 45),
    pause_hours: fc.constantFrom(0, 1, 3),
    repeat: fc.constantFrom('once' as const, 'each' as const),
    // Long enough for triggers of one user to meet each other, and the messages of earlier ones.
    steps: fc.array(step, { minLength: 25, maxLength: 45 }),
  });
  await fc.assert(
    fc.asyncProperty(settings, async ({ steps, delay_minutes, pause_hours, repeat }) => {
      const one = await automationWorld(db, store);
      const id = await one.automation({ trigger: onCommand('/buy'), delay_minutes, pause_hours, repeat });
      const happened: ReturnType<typeof one.event>[] = [];
      const write = async (user: number, ago = 0) => {
        const time = one.now() - ago * 60_000;
        if (one.minute() - ago < 0) return;
        const event = one.event(user, { ...command('/buy'), time, receivedAt: time });
        happened.push(event);
        await store.write([event]);
      };
      for (const { minutes, does } of steps) {
        one.at(one.minute() + minutes);
        switch (does.is) {
          case 'event':
            await write(does.user);
            break;
          case 'late':
            await write(does.user, does.ago);
            break;
          case 'copy': {
            const event = happened.at(does.of);
            if (event !== undefined) await store.write([{ ...event, receivedAt: one.now() }]);
            break;
          }
          case 'look': {
            const calls = { left: does.diesAfter ?? Number.POSITIVE_INFINITY };
            const run = one.startRun('one', dying(db, calls));
            await one.look({ events: 'deep' }, run).catch((error: unknown) => {
              if (!(error instanceof Error) || error.message !== 'killed') throw error;
            });
            break;
          }
          case 'two looks':
            await Promise.all([
              one.look({ events: 'deep' }, one.startRun('one')),
              one.look({ events: 'deep' }, one.startRun('two')),
            ]);
            break;
          case 'deliver':
            await one.deliver();
            break;
          case 'refuse':
            await one.deliver([does.user]);
            break;
        }
        const { campaign } = await one.statistics(id);
        expect(campaign.total).toBe(
          campaign.delivered + campaign.not_delivered + campaign.waiting + campaign.cancelled,
        );
      }
      // The delay of the last ones passes; of those of one user, each look sends or skips one.
      one.at(one.minute() + 46);
      for (let rounds = 0; rounds <= happened.length; rounds += 1) {
        await one.look({ events: 'deep' });
        await one.deliver();
      }

      const { totals, campaign } = await one.statistics(id);
      expect(totals).toMatchObject({ planned: 0, waiting: 0 });
      expect(totals.triggered).toBe(totals.delivered + totals.not_delivered + totals.cancelled + totals.skipped);
      expect(campaign).toMatchObject({
        ...{ delivered: totals.delivered, not_delivered: totals.not_delivered, cancelled: totals.cancelled },
        total: totals.delivered + totals.not_delivered + totals.cancelled,
      });
      const runs = await db.selectFrom('automation_runs').selectAll().where('campaign_id', '=', id).execute();
      expect(one.sent).toHaveLength(totals.delivered);
      // Naively: of each user, every event belongs to a run that is less than a pause away from it, itself included.
      const pauseMs = repeat === 'once' ? Number.POSITIVE_INFINITY : Math.max(1, pause_hours * 3_600_000);
      for (const event of happened) {
        const nearbyRuns = runs.filter(
          (run) =>
            Number(run.user_id) === event.userId &&
            (run.trigger_id === event.id || Math.abs(new Date(run.triggered_at).getTime() - event.time) < pauseMs),
        );
        expect(nearbyRuns.length, `the event ${event.id} was forgotten`).toBeGreaterThan(0);
      }
      // And no two messages were sent for one event, or too soon after each other.
      const eventIds = new Set(happened.map((event) => event.id));
      expect(runs.every((run) => eventIds.has(run.trigger_id))).toBe(true);
      for (const [, userRuns] of Map.groupBy(runs, (run) => Number(run.user_id))) {
        const times = userRuns
          .filter((run) => run.status !== 'skipped')
          .map((run) => new Date(run.triggered_at).getTime())
          .toSorted((a, b) => a - b);
        for (const [index, time] of times.entries()) {
          if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(pause_hours * 3_600_000);
        }
        if (repeat === 'once') expect(times.length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: Number(process.env.RUNS ?? byRunLength({ regular: 6, long: 20 })), seed, endOnFailure: true },
  );
}, 600_000);
