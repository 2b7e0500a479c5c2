import { afterEach, expect, it, vi } from 'vitest';
import { createGiveUp } from './give-up.ts';

afterEach(() => void vi.useRealTimers());

/** Gives up a bot that is idle from look `idleAt` on; the clock jumps by `jumpMs` at the second look. */
async function giveUp(idleAt: number, jumpMs: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 27, 12) });
  const takenBots: string[] = [];
  const giving = createGiveUp({ giveUp: () => undefined, takeBack: (bot) => void takenBots.push(bot) });
  let looks = 0;
  giving.setIsIdle(() => {
    looks += 1;
    if (looks === 2) vi.setSystemTime(Date.now() + jumpMs);
    return looks >= idleAt;
  });
  return { isGivenUp: await giving.run('bot'), taken: takenBots };
}

it('a clock that is set forward does not keep a bot here that becomes idle in time', async () => {
  expect(await giveUp(5, 300_000)).toEqual({ isGivenUp: true, taken: [] });
});

it('a clock that is set back does not leave a busy bot without a process', async () => {
  expect(await giveUp(Number.POSITIVE_INFINITY, -300_000)).toEqual({ isGivenUp: false, taken: ['bot'] });
});
