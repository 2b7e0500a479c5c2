import { createClock } from '@botscope/testkit/clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBotQueue, type QueuedUpdate } from './bot-queue.ts';
import { createBotRunner } from './bot-runner.ts';

type Step =
  | { do: 'push'; lane: number; lifeMs: number }
  | { do: 'wait'; ms: number }
  | { do: 'retryNow' }
  | { do: 'pause' };

describe('an update that waits for a bot', () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('push' as const),
        lane: fc.nat(3),
        lifeMs: fc.constantFrom(30_000, 150_000, 86_400_000),
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(130_000) }) },
    { weight: 1, arbitrary: fc.constant({ do: 'retryNow' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'pause' as const }) },
  );
  /** Lets everything happen that happens without time. */
  const settle = async () => {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  };

  it('goes out in the order of its lane, one of a lane at a time, until it is delivered or its time is over', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.infiniteStream(fc.nat(9)), async (steps, luck) => {
        const clock = createClock('2026-03-02T09:00:00Z');
        const now = () => clock.now().getTime();
        const queue = createBotQueue();
        const deliveredIds: number[] = [];
        const expired: number[] = [];
        const busyLanes = new Set<string>();
        const pushed: QueuedUpdate[] = [];
        let isGood = false;
        const runner = createBotRunner({
          queue,
          now,
          after: clock.after,
          random: () => 0.5,
          async attempt(item, signal) {
            expect(busyLanes.has(item.lane)).toBe(false);
            busyLanes.add(item.lane);
            await Promise.resolve();
            busyLanes.delete(item.lane);
            if (item.until <= now()) {
              expired.push(item.update);
              queue.remove(item);
              return 'settled';
            }
            if (signal.aborted) return 'aborted';
            const fate = isGood ? 0 : (luck.next().value ?? 0);
            if (fate > 3) return { retryAfterMs: fate === 9 ? 7_200_000 : 0 };
            deliveredIds.push(item.update);
            queue.remove(item);
            return 'settled';
          },
        });
        for (const one of steps) {
          if (one.do === 'wait') clock.advance(one.ms);
          else if (one.do === 'retryNow') runner.retryNow();
          else if (one.do === 'pause') void runner.pause(120_000);
          else {
            const update = pushed.length + 1;
            // All of a lane live equally long, as those of Telegram do.
            const lane = `${one.lane} ${one.lifeMs}`;
            const item: QueuedUpdate = {
              record: update,
              update,
              lane,
              until: now() + one.lifeMs,
              isOurs: true,
              secret: null,
              raw: null,
              isRecorded: true,
              isTaken: false,
            };
            pushed.push(item);
            const newLane = queue.push(item, { failures: 2, dueAt: now() + 2_000 });
            if (newLane !== null) runner.start(newLane);
          }
          await settle();
        }
        isGood = true;
        for (let hour = 0; hour < 3; hour += 1) {
          for (let turn = 0; turn < 60; turn += 1) {
            clock.advance(60_000);
            await settle();
          }
        }
        expect(queue.size).toBe(0);
        expect([...deliveredIds, ...expired].sort((a, b) => a - b)).toEqual(pushed.map(({ update }) => update));
        for (const lane of new Set(pushed.map((item) => item.lane))) {
          const laneUpdates = new Set(pushed.filter((item) => item.lane === lane).map(({ update }) => update));
          const laneDeliveries = deliveredIds.filter((update) => laneUpdates.has(update));
          expect(laneDeliveries).toEqual([...laneDeliveries].sort((a, b) => a - b));
        }
        await runner.stop(0);
        expect(clock.waiting).toBe(0);
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  it('is asked for by one request at a time once nothing has succeeded for ten seconds', async () => {
    const clock = createClock('2026-03-02T09:00:00Z');
    const queue = createBotQueue();
    const open: (() => void)[] = [];
    const runner = createBotRunner({
      queue,
      now: () => clock.now().getTime(),
      after: clock.after,
      random: () => 0,
      attempt: () => new Promise((resolve) => void open.push(() => resolve({ retryAfterMs: 0 }))),
    });
    for (let update = 1; update <= 30; update += 1) {
      const item: QueuedUpdate = {
        record: update,
        update,
        lane: `${update}`,
        until: Number.MAX_SAFE_INTEGER,
        isOurs: true,
        secret: null,
        raw: null,
        isRecorded: true,
        isTaken: false,
      };
      const lane = queue.push(item, { failures: 1, dueAt: 0 });
      if (lane !== null) runner.start(lane);
    }
    expect(open.length).toBe(20);
    clock.advance('11s');
    for (const end of open.splice(0)) end();
    await settle();
    expect(open.length).toBe(1);
    open.splice(0)[0]?.();
    await settle();
    expect(open.length).toBe(1);
  });
});
