import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Work } from '../feature.ts';
import { runTurn, type TurnDeps } from './run-turn.ts';
import { claimMs } from './taken-jobs.ts';

/** Interval of looking for jobs without a message, ms: of processes that are gone, or that failed a while ago. */
const lookMs = 15_000;

export interface JobRunner extends Work {
  /** A job may be waiting. */
  wake(): void;
}

/** Runs jobs until it is closed, one at a time; the batch under way is ended. */
export function startJobRunner(deps: TurnDeps & { logger: Pick<Logger, 'error' | 'warn'> }): JobRunner {
  const { rows, logger } = deps;
  const closing = new AbortController();
  let alarm = new AbortController();
  let isAwake = false;

  async function runAll(): Promise<void> {
    while (!closing.signal.aborted) {
      const job = await rows.take();
      if (job === undefined) return;
      const beats = setInterval(() => void rows.beat(job.id).catch(() => undefined), claimMs / 4);
      await runTurn(deps, job, closing.signal).finally(() => clearInterval(beats));
    }
  }
  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      isAwake = false;
      await runAll().catch((error: unknown) => logger.warn({ err: error }, 'jobs on users wait; trying again'));
      alarm = new AbortController();
      if (isAwake || closing.signal.aborted) continue;
      await wait(lookMs, undefined, { signal: alarm.signal }).catch(() => undefined);
    }
  }
  const activeRun = run();
  const wake = (): void => {
    isAwake = true;
    alarm.abort();
  };
  return {
    wake,
    async close() {
      closing.abort();
      wake();
      await activeRun;
    },
  };
}
