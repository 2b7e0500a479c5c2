import { listVariables, type MessageButton, type TemplateValues } from '@botscope/contract';
import { parseResponse } from '../../../ingest/recording/record-answer.ts';
import { classifyOutcome } from '../../../telegram/sending/classify-outcome.ts';
import type { SendingBot } from '../engine-deps.ts';
import { type BotPace, noteOutcome } from '../pace/bot-pace.ts';
import type { Turns } from '../pace/turns.ts';
import { type BotJobs, type JobWorkDeps, speedOf, type Work } from './bot-jobs.ts';
import { changeCall } from './change-call.ts';
import type { WindowEntry } from './job-window.ts';
import { judgeChange } from './judge-change.ts';

/** Different users, with no success between them, whose faults are the message's. */
const usersOfFault = 3;

/** Changes one message when it is its turn, and notes what came of it. */
export function createChange(
  deps: JobWorkDeps,
  sender: { pace: BotPace; turns: Turns; wake: () => void },
  { works, fail }: Pick<BotJobs, 'works' | 'fail'>,
) {
  const { now, monotonic } = deps;

  return async (
    work: Work,
    entry: WindowEntry,
    bot: SendingBot & { token: string },
    { values, footer }: { values: TemplateValues; footer: MessageButton | null },
  ): Promise<void> => {
    const { job } = work.window;
    const preparedCall = changeCall(job, entry, values, { now: now(), linkTo: deps.linkTo, footer });
    if ('reason' in preparedCall) {
      entry.result = preparedCall.reason;
      work.waiting.delete(entry);
      return;
    }
    const isOpen = () => !work.window.isEnding;
    const begunCall = await sender.turns({ bucket: work.bucket, speed: () => speedOf(work), size: 1, isOpen });
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
    const waitMs = noteOutcome(sender, outcome, { userId, durationMs, isUpload: false }, monotonic());
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
      if (isForAll || work.blamed.size >= usersOfFault) return fail([job.id], 'TelegramRefused', description);
    }
    if (judgement.is === 'done') work.blamed.clear();
    entry.result = judgement.is === 'done' ? 'done' : judgement.reason;
  };
}
