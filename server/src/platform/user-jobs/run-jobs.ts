import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import { startWorkLoop, type WorkLoop } from '../claims/work-loop.ts';
import { AppError } from '../errors.ts';
import type { Tables } from '../metadata/tables.ts';
import { type ClaimedJobs, claimMs, createClaimedJobs, type Outcome } from './claimed-jobs.ts';
import type { RecordJobEnd } from './job-progress.ts';
import type { Batch, StoredJob } from './stored-job.ts';

/** Users of a batch: what is repeated after a crash, and how soon a job stops. */
const usersOfBatch = 1_000;
/** Turn of a job while those of other bots wait, ms. It begins with one evaluation of the selection. */
const turnMs = 5_000;
/** Retries of a job during an outage of a store: 30 tries in five minutes. */
const retryMs = 10_000;
const maxAttempts = 30;
const temporary = new Set<string>(['StoreUnavailable', 'Overloaded', 'TooManyRequests']);
/** Interval of looking for jobs without a message, ms: of processes that are gone, or that failed a while ago. */
const lookMs = 15_000;

/** Work of one kind on users; each step can be repeated without doing anything twice. */
export interface JobWork {
  /** Users that are still to be changed, rising. */
  loadUsers(job: StoredJob): Promise<readonly number[]>;
  /** Decides what the batch is, and what is kept of its users for later. Changes nothing. */
  plan(
    job: StoredJob,
    users: readonly number[],
  ): Promise<Omit<Batch, 'until'> & { keep?: (transaction: Transaction<Tables>) => Promise<void> }>;
  /** @throws AppError where the change is refused for all users */
  apply(job: StoredJob, batch: Batch): Promise<Outcome>;
}

export interface TurnDeps {
  rows: ClaimedJobs;
  /** The work of each action. */
  works: Readonly<Record<string, JobWork>>;
  /** Makes the next statement read what was written. */
  settle(): Promise<void>;
  recordEnd: RecordJobEnd;
  logger: Pick<Logger, 'error'>;
  monotonic(): number;
}

/** Runs jobs until it is closed, one at a time; the batch under way is ended. */
export function startJobRunner(
  options: Omit<TurnDeps, 'rows'> & {
    db: Kysely<Tables>;
    instance: string;
    run: string;
    logger: Pick<Logger, 'error' | 'warn'>;
  },
): WorkLoop {
  const rows = createClaimedJobs({ ...options, actions: Object.keys(options.works) });
  return startWorkLoop({
    async round(signal) {
      while (!signal.aborted) {
        const job = await rows.claim();
        if (job === undefined) break;
        const beats = setInterval(() => void rows.beat(job.id).catch(() => undefined), claimMs / 4);
        await runTurn({ ...options, rows }, job, signal).finally(() => clearInterval(beats));
      }
      return lookMs;
    },
    longestPauseMs: lookMs,
    onError: (error) => options.logger.warn({ err: error }, 'jobs on users wait; trying again'),
  });
}

/** Runs a claimed job until it ends, must stop, or others have waited for long enough. Throws what the metadata store throws. */
export async function runTurn(deps: TurnDeps, job: StoredJob, signal: AbortSignal): Promise<void> {
  const { rows, recordEnd, logger } = deps;
  try {
    await advance(deps, job, signal);
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'UnknownError';
    if (temporary.has(code) && (await rows.postpone(job.id, retryMs, maxAttempts))) return;
    if (code === 'UnknownError') logger.error({ err: error, job: job.id }, 'a job on users failed');
    await rows.end(job.id, 'failed', recordEnd, code);
  }
}

async function advance(
  { rows, works, settle, recordEnd, monotonic }: TurnDeps,
  claimedJob: StoredJob,
  signal: AbortSignal,
): Promise<void> {
  let job = claimedJob;
  const work = works[job.action];
  if (work === undefined) throw new Error(`no work for ${job.action}`);
  // An earlier process was changing this batch.
  if (job.batch !== null) {
    const nextJob = await rows.checkpoint(job, job.batch, await work.apply(job, job.batch));
    if (nextJob === undefined) return;
    job = nextJob;
  }
  await settle();
  if (job.state === 'stopping') {
    await rows.end(job.id, 'stopped', recordEnd);
    return;
  }
  const users = await work.loadUsers(job);
  // Only now: where the selection alone takes longer than a turn, every turn still changes users.
  const until = monotonic() + turnMs;
  await rows.setTotal(job.id, job.done + job.failed + job.skipped + users.length);
  for (let from = 0; from < users.length; from += usersOfBatch) {
    if (signal.aborted || (monotonic() > until && (await rows.othersWait()))) return rows.release(job.id);
    const batchUsers = users.slice(from, from + usersOfBatch);
    const { keep, ...plan } = await work.plan(job, batchUsers);
    const batch = { ...plan, until: batchUsers.at(-1) ?? job.position };
    // Stopped meanwhile, or taken over: the next look ends it.
    if (!(await rows.begin(job.id, batch, keep))) return rows.release(job.id);
    const nextJob = await rows.checkpoint(job, batch, await work.apply(job, batch));
    if (nextJob === undefined) return;
    job = nextJob;
  }
  // A reader of the field after the end, or an undo in another process, then finds what it wrote.
  await settle();
  await rows.end(job.id, 'finished', recordEnd);
}
