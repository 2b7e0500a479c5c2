import { listVariables, type MessageButton, type TemplateValues, type TemplateVariable } from '@botscope/contract';
import { parseResponse, type RecordedAnswer, recordAnswers } from '../../../ingest/recording/record-answer.ts';
import type { Clock } from '../../../platform/clock.ts';
import { classifyOutcome } from '../../../telegram/sending/classify-outcome.ts';
import type { SenderDeps, SendingBot } from '../engine-deps.ts';
import type { BotPace } from '../pace/bot-pace.ts';
import { type Bucket, createBucket } from '../pace/bucket.ts';
import type { WorkRef } from '../pace/take-turns.ts';
import type { Turns } from '../pace/turns.ts';
import type { Lease } from '../senders.ts';
import { changeCall } from './change-call.ts';
import { createJobWindow, type JobWindow, type WindowEntry } from './job-window.ts';
import { judgeChange } from './judge-change.ts';
import type { RunningJobs } from './running-jobs.ts';

/** Messages in memory, of each job. */
const mostEntries = 400;
const entriesOfPage = 200;
/** Different users, with no success between them, whose faults are the message's. */
const usersOfFault = 3;

export type JobWorkDeps = Pick<
  SenderDeps,
  'bot' | 'call' | 'footerOf' | 'sentFootersOf' | 'linkTo' | 'store' | 'valuesOf' | 'logger'
> & {
  jobs: RunningJobs;
} & Clock;

interface Work {
  window: JobWindow;
  bucket: Bucket;
  blamed: Set<number>;
  /** Messages whose calls wait for their turn. */
  waiting: Set<WindowEntry>;
}

/**
 * Changes delivered messages of a bot's campaigns, beside sending: by the same holder of the lease, in turn with the
 * campaigns, and at the same pace.
 */
export function createJobWork(
  deps: JobWorkDeps,
  sender: { lease: Lease; pace: BotPace; turns: Turns; wake: () => void },
) {
  const { jobs, logger, now, monotonic } = deps;
  const { lease, pace, turns } = sender;
  const works = new Map<number, Work>();
  const calls = new Set<Promise<void>>();
  let inFlight = 0;

  const speedOf = ({ window: { job } }: Work) => ({ rate: job.sending.speed, cap: job.sending.interval_cap });

  /** Stores how far each job has come, answers first: what is repeated after a crash is recorded once. */
  async function store(work: Work): Promise<void> {
    const { window } = work;
    const checkpoint = window.checkpoint();
    if (checkpoint === null) return;
    await record(checkpoint.answers);
    const isStored = await jobs.checkpoint(lease, window.job.jobId, checkpoint.change);
    if (isStored) checkpoint.stored();
    // Someone else has gone on from where it was: what is known here is of no use.
    else works.delete(window.job.jobId);
  }
  async function record(answers: readonly RecordedAnswer[]): Promise<void> {
    if (answers.length === 0) return;
    const bot = await deps.bot(lease.bot);
    if (bot !== null) await recordAnswers(deps.store, bot, answers);
  }

  async function look(): Promise<void> {
    const rows = await jobs.ofBot(lease.bot);
    const runningIds = new Set(rows.map(({ jobId }) => jobId));
    for (const job of rows) {
      const knownWork = works.get(job.jobId);
      // Resumed before its last calls had ended: it begins again where they are stored.
      if (knownWork?.window.isEnding) continue;
      if (knownWork === undefined)
        works.set(job.jobId, {
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
      while (window.needsMore(mostEntries)) {
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
      .fail(jobIds, problem, description)
      .catch((error: unknown) => logger.warn({ err: error, bot: lease.bot }, 'a job on messages is stopped later'));
  }

  async function change(
    work: Work,
    entry: WindowEntry,
    bot: SendingBot & { token: string },
    { values, footer }: { values: TemplateValues; footer: MessageButton | null },
  ): Promise<void> {
    const { job } = work.window;
    const preparedCall = changeCall(job, entry, values, { now: now(), linkTo: deps.linkTo, footer });
    if ('reason' in preparedCall) {
      entry.result = preparedCall.reason;
      work.waiting.delete(entry);
      return;
    }
    const isOpen = () => !work.window.isEnding;
    const begunCall = await turns({ bucket: work.bucket, speed: () => speedOf(work), size: 1, isOpen });
    work.waiting.delete(entry);
    if (begunCall === null) return;
    const began = now();
    const beganAt = monotonic();
    entry.attempts += 1;
    const end = await deps.call(bot, preparedCall.call, null);
    if ('status' in end) begunCall.answered(monotonic());
    begunCall.ended(monotonic());
    const outcome = classifyOutcome(end);
    const durationMs = monotonic() - beganAt;
    const { userId } = entry;
    let waitMs = 0;
    if (outcome.is === 'limited') waitMs = pace.limited(monotonic(), userId, outcome.retryAfterMs);
    else if (outcome.is === 'unsent' && outcome.retryInMs !== undefined) sender.wake();
    else if (outcome.is === 'unsent') pace.unreachable(monotonic());
    else pace.ended(monotonic(), { userId, isDelivered: outcome.is === 'delivered', durationMs, isUpload: false });
    const judgement = judgeChange(outcome, { action: job.action, attempts: entry.attempts, waitMs });
    if (judgement.is === 'again') {
      entry.notBefore = monotonic() + judgement.waitMs;
      return;
    }
    const description = 'description' in outcome ? outcome.description : '';
    if (judgement.is === 'bot fault') return fail([...works.keys()], 'WrongToken', description);
    if (outcome.is === 'delivered') {
      const response = 'body' in end ? parseResponse(end.body) : null;
      const calledAt = new Date(began).toISOString();
      const answer = {
        status: 'status' in end ? end.status : 0,
        response,
        at: calledAt,
        params: preparedCall.call.params,
        files: [],
      };
      entry.answer = { method: preparedCall.call.method, answer, ledgerId: undefined };
    }
    if (judgement.is === 'failed' && judgement.isMessageFault) {
      work.blamed.add(userId);
      const isForAll = listVariables(job.message).length === 0 && judgement.reason !== 'refused';
      if (isForAll || work.blamed.size >= usersOfFault) return fail([job.jobId], 'TelegramRefused', description);
    }
    if (judgement.is === 'done') work.blamed.clear();
    entry.result = judgement.is === 'done' ? 'done' : judgement.reason;
  }

  async function begin(work: Work, entries: readonly WindowEntry[]): Promise<void> {
    const { job } = work.window;
    try {
      const ids = entries.map(({ userId }) => userId);
      const isEdit = job.action === 'edit';
      const hasFooter = isEdit && deps.footerOf(lease.bot, job) !== null;
      const variables: TemplateVariable[] = [
        ...(isEdit ? listVariables(job.message) : []),
        ...(hasFooter ? (['language'] as const) : []),
      ];
      const [mayGoOn, bot, values, buildFooter] = await Promise.all([
        jobs.mayGoOn(lease, job.jobId),
        deps.bot(lease.bot),
        variables.length === 0 ? new Map<number, TemplateValues>() : deps.valuesOf(lease.bot, ids, variables),
        hasFooter ? deps.sentFootersOf(lease.bot, ids, job) : () => null,
      ]);
      if (!mayGoOn) {
        work.window.isEnding = true;
        return;
      }
      if (bot === null || bot.token === null) return await fail([...works.keys()], 'NeedToken', '');
      const sendingBot = { ...bot, token: bot.token };
      await Promise.all(
        entries.map((entry) => {
          const userValues = values.get(entry.userId) ?? (() => '');
          const footer = buildFooter(entry.userId, userValues('language') ?? '');
          return change(work, entry, sendingBot, { values: userValues, footer });
        }),
      );
    } catch (error) {
      logger.warn({ err: error, bot: lease.bot }, 'messages of a campaign are changed later');
      pace.unreachable(monotonic());
    } finally {
      const wasFull = inFlight >= pace.mostCalls();
      for (const entry of entries) {
        entry.isCalled = false;
        work.waiting.delete(entry);
      }
      inFlight -= entries.length;
      if (wasFull) sender.wake();
    }
  }

  const toRoom = ({ waiting }: Work, aheadMs: number) => ({ aheadMs, queued: waiting.size });
  const active = (): Work[] => [...works.values()].filter(({ window }) => !window.isEnding);

  return {
    look,
    size: (): number => works.size,
    inFlight: (): number => inFlight,
    /** Calls that wait for their turn. */
    queued: (): number => [...works.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
    /** Counts the calls of each job that could be made up to `aheadMs` later. */
    wanted(nowMs: number, aheadMs: number): [WorkRef, number][] {
      return active().map((work) => [
        { kind: 'job', id: work.window.job.jobId },
        Math.min(work.window.due(nowMs).length, work.bucket.available(nowMs, speedOf(work), toRoom(work, aheadMs))),
      ]);
    },
    /** Milliseconds until each job may take its next call. */
    waits: (nowMs: number, aheadMs: number): number[] =>
      active()
        .filter(({ window }) => window.due(nowMs).length > 0)
        .map((work) => work.bucket.waitMs(nowMs, speedOf(work), toRoom(work, aheadMs))),
    /** Makes calls when it is their turn. @returns how many */
    begin(jobId: number, count: number, nowMs: number): number {
      const work = works.get(jobId);
      const entries = work?.window.due(nowMs).slice(0, count) ?? [];
      if (work === undefined || entries.length === 0) return 0;
      for (const entry of entries) {
        entry.isCalled = true;
        work.waiting.add(entry);
      }
      work.bucket.take(nowMs, speedOf(work), entries.length);
      inFlight += entries.length;
      const call = begin(work, entries).finally(() => calls.delete(call));
      calls.add(call);
      return entries.length;
    },
    /** Waits for the calls in flight, and stores their outcomes. */
    async drain(): Promise<void> {
      await Promise.all(calls);
      for (const work of works.values()) await store(work);
    },
  };
}

export type JobWork = ReturnType<typeof createJobWork>;
