import type { Clock } from '../clock.ts';
import { type BotApiError, getUpdatesConflict } from './errors.ts';
import type { QueuedUpdate, UpdatesQueue } from './updates-queue.ts';

const conflictPauseMs = 3_000;
const repeatPauseSeconds = 3;

interface WaitingPoll {
  /** Stops waiting for updates, for time and for the caller. */
  detach(): void;
  fail(error: BotApiError): void;
}

/** Parameters of a getUpdates call, already clamped. `gone` fires when the caller hangs up. */
export interface PollRequest {
  offset: number;
  limit: number;
  /** Seconds. */
  timeout: number;
  gone: AbortSignal;
}

export function createLongPoll(clock: Clock, queue: UpdatesQueue) {
  let waitingPoll: WaitingPoll | undefined;
  let previousOffset: number | undefined;
  let previousStart = 0;
  let nextConflictAt = 0;

  /** The first conflict is answered at once; more of them within three seconds only after a pause, as the real server does. */
  function refuse(error: BotApiError, fail: (error: BotApiError) => void): void {
    const now = clock.now().getTime();
    if (now < nextConflictAt) {
      clock.after(conflictPauseMs, () => fail(error));
      return;
    }
    nextConflictAt = now + conflictPauseMs;
    fail(error);
  }

  function end(error: BotApiError): void {
    const poll = waitingPoll;
    if (!poll) return;
    poll.detach();
    refuse(error, poll.fail);
  }

  function hold(request: PollRequest, seconds: number): Promise<QueuedUpdate[]> {
    return new Promise((resolve, reject) => {
      const answer = (updates: QueuedUpdate[]) => {
        poll.detach();
        resolve(updates);
      };
      const giveUp = () => answer([]);
      const cancelTimer = clock.after(seconds * 1_000, giveUp);
      const stopListening = queue.onPush(() => answer(queue.take(request.offset, request.limit)));
      request.gone.addEventListener('abort', giveUp);
      const poll: WaitingPoll = {
        detach() {
          cancelTimer();
          stopListening();
          request.gone.removeEventListener('abort', giveUp);
          if (waitingPoll === poll) waitingPoll = undefined;
        },
        fail: reject,
      };
      waitingPoll = poll;
    });
  }

  return {
    /** Answers with updates, at once if there are any; a newer call ends an older one that is still waiting. */
    async poll(request: PollRequest): Promise<QueuedUpdate[]> {
      end(getUpdatesConflict.otherGetUpdates());
      const now = clock.now().getTime();
      const isRepeat = request.offset === previousOffset && now < previousStart + repeatPauseSeconds * 1_000;
      const seconds = isRepeat ? Math.max(request.timeout, repeatPauseSeconds) : request.timeout;
      previousOffset = request.offset;
      previousStart = now;
      const updates = queue.take(request.offset, request.limit);
      return updates.length > 0 || seconds === 0 ? updates : hold(request, seconds);
    },
    /** Refuses a call that came while a webhook is set. */
    refuseForWebhook: () =>
      new Promise<never>((_, reject) => {
        refuse(getUpdatesConflict.webhookActive(), reject);
      }),
    endForWebhook: () => end(getUpdatesConflict.setWebhook()),
    get isWaiting() {
      return waitingPoll !== undefined;
    },
  };
}
