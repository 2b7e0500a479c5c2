import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../platform/time-units.ts';
import { backwards, forwards, type Progress, type Stretch } from './stretches.ts';

const now = 20_000 * dayMs;

/** All stretches, if each finds what `progressOf` says. */
function all(stretches: Generator<Stretch, void, Progress | undefined>, progressOf: () => Progress | undefined) {
  const list: Stretch[] = [];
  for (let next = stretches.next(); !next.done; next = stretches.next(progressOf())) list.push(next.value);
  return list;
}
const daysOf = ({ start, end }: Stretch) => (end - start) / dayMs;

describe('the stretches in which a history is read', () => {
  it('grow eightfold, and the rest is one', () => {
    const findNothing = () => ({ found: 0, missing: 51 });
    expect(all(backwards(now, now), findNothing).map(daysOf)).toEqual([2, 16, 128, 20_000 - 146]);
    expect(all(backwards(now, now), () => undefined).map(daysOf)).toEqual([2, 16, 128, 20_000 - 146]);
    expect(all(forwards(now - 1_000 * dayMs, now), findNothing).map(daysOf)).toEqual([2, 16, 128, 854]);
  });

  it('are as long as the rate so far needs, where that is longer', () => {
    expect(all(backwards(now, now), () => ({ found: 2, missing: 49 })).map(daysOf)).toEqual([2, 74, 20_000 - 76]);
    // One row in two days: the rest is read at once.
    expect(all(backwards(now, now), () => ({ found: 1, missing: 50 })).map(daysOf)).toEqual([2, 19_998]);
  });

  it('follow each other without a gap from end to end', async () => {
    const progressArbitrary = fc.record({ found: fc.nat(60), missing: fc.integer({ min: 1, max: 60 }) });
    await fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 * now }),
        fc.array(progressArbitrary, { minLength: 1 }),
        (from, steps) => {
          let step = 0;
          const next = () => steps[step++ % steps.length];
          const backwardStretches = all(backwards(from, now), next);
          expect([backwardStretches[0]?.end, backwardStretches.at(-1)?.start]).toEqual([from, 0]);
          for (const [index, stretch] of backwardStretches.slice(1).entries())
            expect(stretch.end).toBe(backwardStretches[index]?.start);
          const forwardStretches = all(forwards(from, from + 5_000 * dayMs), next);
          expect([forwardStretches[0]?.start, forwardStretches.at(-1)?.end]).toEqual([from, from + 5_000 * dayMs]);
          for (const [index, stretch] of forwardStretches.slice(1).entries())
            expect(stretch.start).toBe(forwardStretches[index]?.end);
        },
      ),
    );
  });
});
