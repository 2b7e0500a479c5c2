import type { Logger } from 'pino';
import { AppError } from '../../platform/errors.ts';
import type { JobWork } from './job-work.ts';
import type { StoredJob } from './stored-job.ts';
import type { TakenJobs } from './taken-jobs.ts';

/** Users of a batch: what is repeated after a crash, and how soon a job stops. */
const usersOfBatch = 1_000;
/** Turn of a job while those of other bots wait, ms. It begins with one evaluation of the selection. */
const turnMs = 5_000;
/** Retries of a job during an outage of a store: 30 tries in five minutes. */
const retryMs = 10_000;
const mostAttempts = 30;
const temporary = new Set<string>(['StoreUnavailable', 'Overloaded', 'TooManyRequests']);

export interface TurnDeps {
  rows: TakenJobs;
  work: JobWork;
  /** Writes the entry of the end, in the transaction of the end. */
  recordEnd: Parameters<TakenJobs['end']>[2];
  logger: Pick<Logger, 'error'>;
  monotonic(): number;
}

/** Runs a taken job until it ends, must stop, or others have waited for long enough. Throws what the metadata store throws. */
export async function runTurn(deps: TurnDeps, job: StoredJob, signal: AbortSignal): Promise<void> {
  const { rows, recordEnd, logger } = deps;
  try {
    await advance(deps, job, signal);
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'UnknownError';
    if (temporary.has(code) && (await rows.postpone(job.id, retryMs, mostAttempts))) return;
    if (code === 'UnknownError') logger.error({ err: error, job: job.id }, 'a job on users failed');
    await rows.end(job.id, 'failed', recordEnd, code);
  }
}

async function advance(
  { rows, work, recordEnd, monotonic }: TurnDeps,
  takenJob: StoredJob,
  signal: AbortSignal,
): Promise<void> {
  let job = takenJob;
  // An earlier process was changing this batch.
  if (job.batch !== null) {
    const passed = await rows.passed(job.id, job.batch, await work.apply(job, job.batch));
    if (passed === undefined) return;
    job = passed;
  }
  if (job.state === 'stopping') {
    await work.settle();
    await rows.end(job.id, 'stopped', recordEnd);
    return;
  }
  await work.settle();
  const users = await work.usersOf(job);
  // Only now: where the selection alone takes longer than a turn, every turn still changes users.
  const until = monotonic() + turnMs;
  await rows.setTotal(job.id, job.done + job.failed + job.skipped + users.length);
  for (let from = 0; from < users.length; from += usersOfBatch) {
    if (signal.aborted || (monotonic() > until && (await rows.othersWait()))) return rows.release(job.id);
    const { batch, kept } = await work.plan(job, users.slice(from, from + usersOfBatch));
    // Stopped meanwhile, or taken over: the next look ends it.
    if (!(await rows.begin(job.id, batch, kept))) return rows.release(job.id);
    const passed = await rows.passed(job.id, batch, await work.apply(job, batch));
    if (passed === undefined) return;
    job = passed;
  }
  // A reader of the field after the end, or an undo in another process, then finds what it wrote.
  await work.settle();
  await rows.end(job.id, 'finished', recordEnd);
}
