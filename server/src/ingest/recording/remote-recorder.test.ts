import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '../../platform/time-units.ts';
import { createRemoteRecorder, type SeenTraffic } from './remote-recorder.ts';

const bot = { key: '0000000000001', start_rules: null };
const update = (id: number, text = '') => ({ raw: JSON.stringify({ update_id: id, text }), update: { update_id: id } });

/** A recorder whose other end keeps what it is sent. */
function start(options: { maxWaiting?: number } = {}) {
  const batches: SeenTraffic[][] = [];
  const gaps: string[] = [];
  const clock = { now: 1_000, monotonic: 0 };
  const recorder = createRemoteRecorder({
    send: (batch) => void batches.push([...batch]),
    onGap: (key, items, reason) => void gaps.push(`${key} ${items} ${reason}`),
    clock: { now: () => clock.now, monotonic: () => clock.monotonic },
    ...options,
  });
  const sentIds = () => batches.flat().map(({ id }) => id);
  return { recorder, batches, gaps, clock, sentIds };
}

describe('a recorder behind another process', () => {
  test('sends at once, and is done when the other process says so', async () => {
    const { recorder, batches, clock } = start();
    recorder.connected();
    clock.now = 1_234;
    let isDone = false;
    const recording = recorder.recordUpdates(bot, [update(1), update(2)]).then(() => {
      isDone = true;
    });
    expect(batches).toEqual([
      [
        {
          id: 1,
          bot: bot.key,
          receivedAt: 1_234,
          updates: ['{"update_id":1,"text":""}', '{"update_id":2,"text":""}'],
          call: null,
        },
      ],
    ]);
    expect(recorder.waiting().events).toBe(2);
    await Promise.resolve();
    expect(isDone).toBe(false);
    recorder.recorded([1]);
    await recording;
    expect(recorder.waiting()).toEqual({ events: 0, size: 0 });
  });

  test('keeps what comes while the other process is away, and sends again what it had not confirmed', async () => {
    const { recorder, batches, sentIds } = start();
    const first = recorder.recordUpdates(bot, [update(1)]);
    expect(batches).toEqual([]);
    recorder.connected();
    const second = recorder.recordUpdates(bot, [update(2)]);
    const third = recorder.recordUpdates(bot, [update(3)]);
    recorder.recorded([2]);
    await second;
    recorder.disconnected();
    const fourth = recorder.recordUpdates(bot, [update(4)]);
    recorder.connected();
    // Three came twice, the confirmed one did not; in the order in which they were seen.
    expect(sentIds()).toEqual([1, 2, 3, 1, 3, 4]);
    recorder.recorded([1, 3, 4]);
    await Promise.all([first, third, fourth]);
  });

  test('calls that only read are no events', () => {
    const { recorder, batches } = start();
    recorder.connected();
    expect(recorder.recordCall(bot, { method: 'getMe', json: '{}' })).toBeNull();
    void recorder.recordCall(bot, { method: 'sendMessage', json: '{"of":"sendMessage"}' });
    expect(batches.flat().map((traffic) => traffic.call)).toEqual(['{"of":"sendMessage"}']);
  });

  test('is behind while the other process is away, or silent for a second', () => {
    const { recorder, clock } = start();
    expect(recorder.hasBacklog()).toBe(true);
    recorder.connected();
    expect(recorder.hasBacklog()).toBe(false);
    void recorder.recordUpdates(bot, [update(1)]);
    clock.monotonic += 1_000;
    // A wall clock that is set says nothing about how long it took.
    for (const jumpMs of [5 * minuteMs, -10 * minuteMs, 5 * 365 * dayMs]) {
      clock.now += jumpMs;
      expect(recorder.hasBacklog()).toBe(false);
    }
    clock.now = 0;
    clock.monotonic += 1;
    expect(recorder.hasBacklog()).toBe(true);
    recorder.recorded([1]);
    expect(recorder.hasBacklog()).toBe(false);
  });

  test('sends no more than the other process can have at once: 4 million characters', () => {
    const { recorder, sentIds } = start();
    recorder.connected();
    const million = 'x'.repeat(1_000_000);
    for (let id = 1; id <= 7; id += 1) void recorder.recordUpdates(bot, [update(id, million)]);
    expect(sentIds()).toEqual([1, 2, 3, 4]);
    recorder.recorded([1, 2]);
    expect(sentIds()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('counts updates that there is no room for as a gap, and nobody waits for it', async () => {
    const { recorder, gaps } = start({ maxWaiting: 1_000 });
    void recorder.recordUpdates(bot, [update(1, 'x'.repeat(600))]);
    await recorder.recordUpdates(bot, [update(2, 'x'.repeat(600)), update(3)]);
    expect(gaps).toEqual(['0000000000001 2 The memory for traffic that waits is full']);
  });

  test('the end waits until all is confirmed, or counts what is not', async () => {
    const confirmed = start();
    confirmed.recorder.connected();
    void confirmed.recorder.recordUpdates(bot, [update(1)]);
    const end = confirmed.recorder.close(60_000);
    confirmed.recorder.recorded([1]);
    await end;
    expect(confirmed.gaps).toEqual([]);

    const offlineSetup = start();
    void offlineSetup.recorder.recordUpdates(bot, [update(1), update(2)]);
    await offlineSetup.recorder.close(1);
    expect(offlineSetup.gaps).toEqual(['0000000000001 2 The server stopped while the event store was away']);
  });

  test('confirms each item once and sends it until then, whatever happens in between', async () => {
    const step = fc.oneof(
      fc.constant('record' as const),
      fc.constant('connected' as const),
      fc.constant('disconnected' as const),
      fc.nat({ max: 20 }).map((id) => id + 1),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const { recorder, sentIds } = start();
        const recordedIds = new Set<number>();
        let recordedCount = 0;
        let isConnected = false;
        for (const one of steps) {
          if (one === 'record') {
            recordedCount += 1;
            const id = recordedCount;
            void recorder.recordUpdates(bot, [update(id)]).then(() => recordedIds.add(id));
          } else if (one === 'connected' && !isConnected) {
            isConnected = true;
            recorder.connected();
          } else if (one === 'disconnected' && isConnected) {
            isConnected = false;
            recorder.disconnected();
          } else if (typeof one === 'number') recorder.recorded([one]);
        }
        if (!isConnected) recorder.connected();
        await Promise.resolve();
        const before = sentIds();
        expect(recorder.waiting().events).toBe(recordedCount - recordedIds.size);
        for (let id = 1; id <= recordedCount; id += 1) expect(before).toContain(id);
        recorder.recorded(before);
        await Promise.resolve();
        await Promise.resolve();
        expect(recordedIds.size).toBe(recordedCount);
        expect(recorder.waiting()).toEqual({ events: 0, size: 0 });
      }),
      { numRuns: 200 },
    );
  });
});
