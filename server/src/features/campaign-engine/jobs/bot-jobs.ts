import { type RecordedAnswer, recordAnswers } from '../../../ingest/recording/record-answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { SenderDeps } from '../engine-deps.ts';
import { type Bucket, createBucket, type Speed } from '../pace/bucket.ts';
import type { Lease } from '../senders.ts';
import { createJobWindow, type JobWindow, type WindowEntry } from './job-window.ts';
import type { RunningJobs } from './running-jobs.ts';

/** Messages in memory, of each job. */
const maxEntries = 400;
const entriesOfPage = 200;

export type JobWorkDeps = Pick<
  SenderDeps,
  'bot' | 'call' | 'footerOf' | 'sentFootersOf' | 'linkTo' | 'store' | 'valuesOf' | 'logger'
> & {
  jobs: RunningJobs;
} & Clock;

/** A job while this process works on it. */
export interface Work {
  window: JobWindow;
  bucket: Bucket;
  /** Users whose messages were refused for what is in them, since the last success. */
  blamed: Set<number>;
  /** Messages whose calls wait for their turn. */
  waiting: Set<WindowEntry>;
}

export const speedOf = ({ window: { job } }: Work): Speed => ({
  rate: job.sending.speed,
  cap: job.sending.interval_cap,
});

/** Keeps the jobs of a bot as the store has them, and stores how far they have come. */
export function createBotJobs(deps: JobWorkDeps, lease: Lease) {
  const { jobs, logger } = deps;
  const works = new Map<number, Work>();

  /** Stores how far each job has come, answers first: what is repeated after a crash is recorded once. */
  async function store(work: Work): Promise<void> {
    const { window } = work;
    const checkpoint = window.checkpoint();
    if (checkpoint === null) return;
    await record(checkpoint.answers);
    const isStored = await jobs.checkpoint(lease, window.job.id, checkpoint.change);
    if (isStored) checkpoint.stored();
    // Someone else has gone on from where it was: what is known here is of no use.
    else works.delete(window.job.id);
  }
  async function record(answers: readonly RecordedAnswer[]): Promise<void> {
    if (answers.length === 0) return;
    const bot = await deps.bot(lease.bot);
    if (bot !== null) await recordAnswers(deps.store, bot, answers);
  }

  /** Loads the jobs as the store has them now, and the messages that are next. */
  async function refresh(): Promise<void> {
    const rows = await jobs.ofBot(lease.bot);
    const runningIds = new Set(rows.map(({ id }) => id));
    for (const job of rows) {
      const knownWork = works.get(job.id);
      // Resumed before its last calls had ended: it begins again where they are stored.
      if (knownWork?.window.isEnding) continue;
      if (knownWork === undefined)
        works.set(job.id, {
          window: createJobWindow(job),
          bucket: createBucket(),
          blamed: new Set(),
          waiting: new Set(),
        });
    }
    for (const [id, work] of works) {
      const { window } = work;
      if (!runningIds.has(id)) window.isEnding = true;
      await store(work);
      if (window.isEnding) {
        if (window.inFlight() === 0) works.delete(id);
        continue;
      }
      while (window.needsMore(maxEntries)) {
        const page = await jobs.messages(window.job, window.lastId(), entriesOfPage);
        window.add(page, page.length < entriesOfPage);
      }
      if (window.isFinished()) {
        await jobs.finish(lease, id);
        works.delete(id);
      }
    }
  }

  async function fail(jobIds: readonly number[], problem: string, description: string): Promise<void> {
    for (const id of jobIds) {
      const work = works.get(id);
      if (work !== undefined) work.window.isEnding = true;
    }
    await jobs
      .fail(lease, jobIds, problem, description)
      .catch((error: unknown) => logger.warn({ err: error, bot: lease.bot }, 'a job on messages is stopped later'));
  }

  return { works, refresh, store, fail };
}

export type BotJobs = ReturnType<typeof createBotJobs>;
