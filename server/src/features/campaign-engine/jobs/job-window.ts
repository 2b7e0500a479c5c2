import type { SentMessageReason } from '@botscope/contract';
import type { RecordedAnswer } from '../../../ingest/recording/record-answer.ts';
import type { Checkpoint, RunningJob, SentMessage } from './running-jobs.ts';

/** A message of a job that is in memory. */
export interface WindowEntry extends SentMessage {
  attempts: number;
  isCalled: boolean;
  /** Earliest time of the call, unix ms. */
  notBefore: number;
  result: 'done' | SentMessageReason | null;
  answer: RecordedAnswer | null;
}

/**
 * The messages of a job that are worked on, in the order of their users. Calls end in any order; the job's place on the
 * disk is behind the first one that has not ended, so a crash repeats some calls and forgets none.
 */
export function createJobWindow(job: RunningJob) {
  let entries: WindowEntry[] = [];
  let { position, done } = job;
  const failures: Record<string, number> = { ...job.failures };
  let last = position;
  let isComplete = false;

  return {
    job,
    /** Nothing more is to be called: it was stopped, or another process has it. */
    isEnding: false,
    lastId: (): number => last,
    inFlight: (): number => entries.filter(({ isCalled }) => isCalled).length,
    needsMore: (limit: number): boolean => !isComplete && entries.length < limit,
    add(messages: readonly SentMessage[], isLastPage: boolean): void {
      isComplete = isLastPage;
      last = messages.at(-1)?.userId ?? last;
      const initialState = { attempts: 0, isCalled: false, notBefore: 0, result: null, answer: null };
      entries.push(...messages.map((message) => ({ ...message, ...initialState })));
    },
    /** Lists the messages whose turn it is. */
    due: (now: number): WindowEntry[] =>
      entries.filter(({ result, isCalled, notBefore }) => result === null && !isCalled && notBefore <= now),
    isFinished: (): boolean => isComplete && entries.length === 0,

    /** Returns the progress of the job; null: none. `stored` is called once it is on the disk. */
    checkpoint(): { change: Checkpoint; answers: RecordedAnswer[]; stored(): void } | null {
      const end = entries.findIndex(({ result }) => result === null);
      const endedEntries = end < 0 ? entries : entries.slice(0, end);
      const to = endedEntries.at(-1)?.userId;
      if (to === undefined) return null;
      const failureCounts: Record<string, number> = { ...failures };
      for (const { result } of endedEntries) {
        if (result !== null && result !== 'done') failureCounts[result] = (failureCounts[result] ?? 0) + 1;
      }
      const isDone = endedEntries.filter(({ result }) => result === 'done');
      const change: Checkpoint = {
        from: position,
        to,
        done: done + isDone.length,
        failures: failureCounts,
        deleted: job.action === 'delete' ? isDone.map(({ userId }) => userId) : [],
      };
      return {
        change,
        answers: endedEntries.flatMap(({ answer }) => answer ?? []),
        stored() {
          entries = entries.slice(endedEntries.length);
          position = to;
          done = change.done;
          Object.assign(failures, failureCounts);
        },
      };
    },
  };
}
export type JobWindow = ReturnType<typeof createJobWindow>;
