import { listVariables, type TemplateValues, type TemplateVariable } from '@botscope/contract';
import type { BotPace } from '../pace/bot-pace.ts';
import type { Turns, WorkRef } from '../pace/turns.ts';
import type { Lease } from '../senders.ts';
import { createBotJobs, type JobWorkDeps, speedOf, type Work } from './bot-jobs.ts';
import { createChange } from './change-message.ts';
import type { WindowEntry } from './job-window.ts';

/**
 * Changes delivered messages of a bot's campaigns, beside sending: by the same holder of the lease, in turn with the
 * campaigns, and at the same pace.
 */
export function createJobWork(
  deps: JobWorkDeps,
  sender: { lease: Lease; pace: BotPace; turns: Turns; wake: () => void },
) {
  const { jobs, logger, monotonic } = deps;
  const { lease, pace } = sender;
  const botJobs = createBotJobs(deps, lease);
  const { works } = botJobs;
  const change = createChange(deps, sender, botJobs);
  const calls = new Set<Promise<void>>();
  let inFlight = 0;

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
        jobs.mayGoOn(lease, job.id),
        deps.bot(lease.bot),
        variables.length === 0 ? new Map<number, TemplateValues>() : deps.valuesOf(lease.bot, ids, variables),
        hasFooter ? deps.sentFootersOf(lease.bot, ids, job) : () => null,
      ]);
      if (!mayGoOn) {
        work.window.isEnding = true;
        return;
      }
      if (bot === null || bot.token === null) return await botJobs.fail([...works.keys()], 'NeedToken', '');
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
      const wasFull = inFlight >= pace.maxCalls();
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
    refresh: botJobs.refresh,
    size: (): number => works.size,
    inFlight: (): number => inFlight,
    /** Calls that wait for their turn. */
    queued: (): number => [...works.values()].reduce((sum, { waiting }) => sum + waiting.size, 0),
    /** Counts the calls of each job that could be made up to `aheadMs` later. */
    wanted(nowMs: number, aheadMs: number): [WorkRef, number][] {
      return active().map((work) => [
        { kind: 'job', id: work.window.job.id },
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
      for (const work of works.values()) await botJobs.store(work);
    },
  };
}

export type JobWork = ReturnType<typeof createJobWork>;
