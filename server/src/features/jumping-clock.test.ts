import { expect, it } from 'vitest';
import { createHitKeys } from '../ingest/hits/hit-keys.ts';
import { createLocalBus } from '../platform/bus/bus.ts';
import { dayMs, hourMs, minuteMs } from '../platform/time-units.ts';
import type { KeptProblem } from './bots/bots.ts';
import { createProblemTracker } from './connections/connections.ts';
import { createShareAnswers } from './shares/share-answers.ts';

const start = Date.parse('2026-03-02T09:00:00Z');
/** Jumps that NTP and users make a wall clock do. */
const jumps = [5 * minuteMs, -5 * minuteMs, 5 * 365 * dayMs, -5 * 365 * dayMs];

function startClock() {
  const time = { wall: start, passed: 0 };
  return { time, clock: { now: () => time.wall, monotonic: () => time.passed } };
}

it.each(jumps)('answers of a share link are kept for a minute, whatever the clock does: %i ms', async (jump) => {
  const { time, clock } = startClock();
  const answers = createShareAnswers(clock);
  let reads = 0;
  const read = () =>
    answers.read('one', async () => {
      reads += 1;
      return [];
    });
  expect((await read()).asOf).toBe('2026-03-02T09:00:00.000Z');
  time.wall += jump;
  time.passed += minuteMs - 1;
  await read();
  expect(reads).toBe(1);
  time.passed += 1;
  expect((await read()).asOf).toBe(new Date(start + jump).toISOString());
  expect(reads).toBe(2);
});

it.each(jumps)('a key of pages is confirmed as often, whatever the clock does: %i ms', async (jump) => {
  const { time, clock } = startClock();
  let reads = 0;
  const keys = createHitKeys({
    async all() {
      reads += 1;
      return [{ key: 'now', oldKey: 'before', oldKeyUntil: new Date(start + minuteMs) }];
    },
    ...{ bus: createLocalBus(), clock },
  });
  expect([await keys.ofKey('now'), await keys.ofKey('before')].map((row) => row?.key)).toEqual(['now', 'now']);
  time.wall += jump;
  await keys.ofKey('now');
  expect(reads).toBe(1);
  // The end of the key before is a stored moment.
  expect((await keys.ofKey('before'))?.key).toBe(jump > 0 ? undefined : 'now');
  time.passed += hourMs;
  await keys.ofKey('now');
  expect(reads).toBe(2);
  keys.close();
});

it.each(jumps)('a problem of a bot is noted once a minute, whatever the clock does: %i ms', async (jump) => {
  const { time, clock } = startClock();
  const writtenTimes: string[] = [];
  let open: KeptProblem[] = [];
  const problems = createProblemTracker({
    bots: {
      async changeProblems(_key, change) {
        const nextProblems = change(open);
        if (nextProblems === null) return null;
        open = [...nextProblems];
        writtenTimes.push(open[0]?.heard ?? '');
        return null;
      },
    },
    notifications: { notify: async () => undefined },
    botErrors: { record: () => undefined },
    logger: { warn: () => undefined } as never,
    clock,
  });
  const note = async () => {
    problems.note('bot', 'SecondPoller', 'another process');
    await problems.settled();
  };
  await note();
  time.wall += jump;
  await note();
  expect(writtenTimes).toEqual(['2026-03-02T09:00:00.000Z']);
  time.passed += minuteMs;
  await note();
  // One that was heard "in five years" would stay open for as long.
  expect(writtenTimes.at(-1)).toBe(new Date(start + jump).toISOString());
  expect(writtenTimes).toHaveLength(2);
});
