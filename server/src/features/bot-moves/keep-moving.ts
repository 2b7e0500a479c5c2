import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Work } from '../feature.ts';
import type { createMover } from './mover.ts';

/** As often as processes report how far they are. */
const pauseMs = 10_000;

/** Moves bots on until it is closed. The step under way is ended: a second or two. */
export function keepMoving(
  mover: Pick<ReturnType<typeof createMover>, 'advanceAll'>,
  logger: Pick<Logger, 'warn'>,
): Work {
  const closing = new AbortController();
  const { signal } = closing;
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await mover
        .advanceAll(signal)
        .catch((error: unknown) => logger.warn({ err: error }, 'bots could not be moved on; trying again'));
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
  const loop = run();
  return {
    async close() {
      closing.abort();
      await loop;
    },
  };
}
