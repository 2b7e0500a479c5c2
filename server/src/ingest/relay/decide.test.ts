import { describe, expect, it } from 'vitest';
import { decide, type Situation, type Step } from './decide.ts';

const s = 1_000;
const retry = (afterMs: number): Step => ({ do: 'retry', afterMs });
const forward: Step = { do: 'forward' };
const answer: Step = { do: 'answer' };
const hold: Step = { do: 'hold' };

describe('the decision on an update while Telegram waits', () => {
  const table: [string, Partial<Situation>, Step][] = [
    // before the first try
    ['new', {}, forward],
    ['new, token unknown', { canHold: false }, forward],
    ['new, behind a queued one of its lane', { laneQueued: true }, hold],
    ['new, lane queued, but it could not be kept', { canHold: false, laneQueued: true }, forward],
    // taken
    ['taken', { outcome: 'taken', tries: 1 }, answer],
    ['taken after a queued one of its lane came in between', { outcome: 'taken', tries: 2, laneQueued: true }, answer],
    // failed, token known
    ['failed at once', { outcome: 'failed', tries: 1, elapsedMs: 5 }, retry(0)],
    ['failed just in time for a repeat', { outcome: 'failed', tries: 1, elapsedMs: 9_999 }, retry(0)],
    ['failed slowly', { outcome: 'failed', tries: 1, elapsedMs: 10 * s }, hold],
    ['timed out', { outcome: 'failed', tries: 1, elapsedMs: 57 * s }, hold],
    ['failed with Retry-After', { outcome: 'failed', tries: 1, retryAfterMs: 1 * s }, hold],
    ['failed twice', { outcome: 'failed', tries: 2, elapsedMs: 10 }, hold],
    // failed, token unknown
    ['unknown token, first failure', { canHold: false, outcome: 'failed', tries: 1 }, retry(0)],
    ['unknown token, second failure', { canHold: false, outcome: 'failed', tries: 2 }, retry(2 * s)],
    ['unknown token, third failure', { canHold: false, outcome: 'failed', tries: 3, elapsedMs: 2 * s }, retry(4 * s)],
    ['unknown token, fifth failure', { canHold: false, outcome: 'failed', tries: 5, elapsedMs: 14 * s }, retry(16 * s)],
    ['unknown token, sixth failure', { canHold: false, outcome: 'failed', tries: 6, elapsedMs: 30 * s }, answer],
    [
      'unknown token, Retry-After that fits',
      { canHold: false, outcome: 'failed', tries: 1, retryAfterMs: 45 * s },
      retry(45 * s),
    ],
    [
      'unknown token, Retry-After beyond the time',
      { canHold: false, outcome: 'failed', tries: 1, retryAfterMs: 46 * s },
      answer,
    ],
    ['unknown token, timed out', { canHold: false, outcome: 'failed', tries: 1, elapsedMs: 57 * s }, answer],
  ];
  it.each(table)('%s', (_name, situation, step) => {
    const base: Situation = {
      outcome: 'none',
      canHold: true,
      laneQueued: false,
      tries: 0,
      elapsedMs: 0,
      retryAfterMs: 0,
    };
    expect(decide({ ...base, ...situation })).toEqual(step);
  });
});
