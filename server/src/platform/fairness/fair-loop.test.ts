import { describe, expect, it } from 'vitest';
import { createFairLoop } from './fair-loop.ts';

/** Each step takes a millisecond of a clock of its own. */
function world() {
  let time = 0;
  const log: string[] = [];
  const loop = createFairLoop({ sliceMs: 4, turnMs: 2, now: () => time });
  function* work(name: string, steps: number): Generator<undefined, string> {
    for (let step = 1; step <= steps; step++) {
      time += 1;
      log.push(`${name}${step}`);
      yield;
    }
    return name;
  }
  return { log, run: (key: string, name: string, steps: number) => loop.run(key, work(name, steps)) };
}

describe('the fair loop', () => {
  it('gives the result at once where the work fits into the slice', () => {
    const { run } = world();
    expect(run('a', 'x', 3)).toBe('x');
  });

  it('lets the event loop go on between two slices', async () => {
    const { run, log } = world();
    const outcome = run('a', 'x', 9);
    expect(log).toHaveLength(4);
    let turnCount = 0;
    const count = (): void => {
      turnCount += 1;
      if (log.length < 9) setImmediate(count);
    };
    setImmediate(count);
    expect(await outcome).toBe('x');
    expect(turnCount).toBeGreaterThan(0);
  });

  it('gives each key its turn, and the work of one key in order', async () => {
    const { run, log } = world();
    await Promise.all([run('a', 'x', 8), run('a', 'y', 2), run('b', 'z', 2)]);
    expect(log.indexOf('z2')).toBeLessThan(log.indexOf('x7'));
    expect(log.indexOf('y1')).toBeGreaterThan(log.indexOf('x8'));
  });

  it('passes on what a step throws, and goes on with the others', async () => {
    const loop = createFairLoop({ sliceMs: 0 });
    function* broken(): Generator<undefined, never> {
      yield;
      throw new Error('broken');
    }
    function* fine(): Generator<undefined, string> {
      yield;
      return 'fine';
    }
    const results = await Promise.allSettled([loop.run('a', broken()), loop.run('a', fine())]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});
