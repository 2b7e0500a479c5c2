import type { Logger } from 'pino';
import { startWorkLoop, type WorkLoop } from '../../platform/claims/work-loop.ts';
import { runTurn, type TurnDeps } from './run-turn.ts';
import { claimMs } from './taken-jobs.ts';

/** Interval of looking for jobs without a message, ms: of processes that are gone, or that failed a while ago. */
const lookMs = 15_000;

/** Runs jobs until it is closed, one at a time; the batch under way is ended. */
export function startJobRunner(deps: TurnDeps & { logger: Pick<Logger, 'error' | 'warn'> }): WorkLoop {
  const { rows, logger } = deps;
  return startWorkLoop({
    async round(signal) {
      while (!signal.aborted) {
        const job = await rows.take();
        if (job === undefined) break;
        const beats = setInterval(() => void rows.beat(job.id).catch(() => undefined), claimMs / 4);
        await runTurn(deps, job, signal).finally(() => clearInterval(beats));
      }
      return lookMs;
    },
    longestPauseMs: lookMs,
    onError: (error) => logger.warn({ err: error }, 'jobs on users wait; trying again'),
  });
}
