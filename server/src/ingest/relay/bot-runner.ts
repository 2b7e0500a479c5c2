import type { BotQueue, Lane, QueuedUpdate } from './bot-queue.ts';
import { pauseAfter } from './retry.ts';

/** Deliveries to one bot at a time; Telegram's default is 40, of which a bot that just came back needs not all. */
const sideBySide = 20;
/** Without a success for this long only one lane at a time asks whether the bot is back. As Telegram does. */
const healthyMs = 10_000;
/** An aborted request ends at once; what goes on longer is a reply being executed, which nobody needs to wait for. */
const abortedMs = 1_000;

/**
 * Result of a try: `settled` items have left the queue, `aborted` ones are tried again as if nothing had happened, and
 * items that are not due yet are tried `waitMs` later.
 */
export type TryResult = 'settled' | 'aborted' | { retryAfterMs: number } | { waitMs: number };

interface BotRunnerDeps {
  queue: BotQueue;
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  random: () => number;
  /** Delivers the first item of a lane, or gives it up if it has expired. Never rejects. */
  attempt(item: QueuedUpdate, signal: AbortSignal): Promise<TryResult>;
}

/** Delivers what waits for one bot: lanes side by side, in order within each, each with pauses of its own. */
export function createBotRunner({ queue, now, after, random, attempt }: BotRunnerDeps) {
  const readyLanes: Lane[] = [];
  const underWay = new Set<Promise<void>>();
  let abort = new AbortController();
  let lastSuccess = now();
  let isPaused = false;
  let isStopped = false;
  let cancelPause: (() => void) | null = null;

  const mayRun = (): boolean => !isPaused && underWay.size < (now() - lastSuccess > healthyMs ? 1 : sideBySide);

  function pump(): void {
    while (mayRun()) {
      const lane = readyLanes.shift();
      if (lane === undefined) return;
      if (queue.lanes.get(lane.name) !== lane) continue;
      const turn: Promise<void> = run(lane).finally(() => {
        underWay.delete(turn);
        pump();
      });
      underWay.add(turn);
    }
  }

  async function run(lane: Lane): Promise<void> {
    const [item] = lane.items;
    if (item === undefined) return;
    lane.state = 'busy';
    const result = await attempt(item, abort.signal);
    if (result === 'settled') lastSuccess = now();
    postpone(lane, result, now(), random);
    lane.state = 'waiting';
    if (queue.lanes.get(lane.name) === lane) start(lane);
  }

  /** Lets a lane wait until it is due, or until its first item is worth nothing any more. */
  function start(lane: Lane): void {
    lane.cancelTimer?.();
    lane.cancelTimer = null;
    if (isStopped) return;
    const wait = Math.min(lane.dueAt, lane.items[0]?.until ?? 0) - now();
    if (wait <= 0) makeReady(lane);
    else lane.cancelTimer = after(wait, () => makeReady(lane));
  }

  function makeReady(lane: Lane): void {
    lane.cancelTimer = null;
    lane.state = 'ready';
    readyLanes.push(lane);
    pump();
  }

  function resume(): void {
    cancelPause?.();
    cancelPause = null;
    isPaused = false;
    pump();
  }

  return {
    start,
    /** All lanes are due now, whatever pauses they had. */
    retryNow(): void {
      lastSuccess = now();
      resume();
      for (const lane of [...queue.lanes.values()]) {
        lane.dueAt = 0;
        if (lane.state === 'waiting') start(lane);
      }
    },
    /** Aborts what is under way; it is tried again at once. */
    interrupt(): void {
      abort.abort();
      abort = new AbortController();
    },
    /** The bot fetches its updates by itself: nothing is delivered to its webhook for `ms`. */
    async pause(ms: number): Promise<void> {
      isPaused = true;
      cancelPause?.();
      cancelPause = after(ms, resume);
      abort.abort();
      abort = new AbortController();
      await settleWithin(underWay, after, abortedMs);
    },
    /** The end: no timer is left. What is under way may finish within `graceMs`. */
    async stop(graceMs: number): Promise<void> {
      isStopped = true;
      isPaused = true;
      cancelPause?.();
      for (const lane of queue.lanes.values()) lane.cancelTimer?.();
      await settleWithin(underWay, after, graceMs, () => abort.abort());
    },
  };
}

/** The lane's next try: at once, later by its growing pauses after a failure, or when its first item is due. */
function postpone(lane: Lane, result: TryResult, nowMs: number, random: () => number): void {
  if (result === 'settled' || result === 'aborted') return;
  if ('waitMs' in result) {
    lane.dueAt = nowMs + result.waitMs;
    return;
  }
  lane.failures += 1;
  lane.dueAt = nowMs + pauseAfter(lane.failures, result.retryAfterMs, random);
}

/** Resolves when all the work has ended, or after `ms` with `onLate` called. */
async function settleWithin(
  work: Iterable<Promise<void>>,
  after: BotRunnerDeps['after'],
  ms: number,
  onLate?: () => void,
): Promise<void> {
  const deadline = Promise.withResolvers<void>();
  const cancel = after(ms, () => {
    onLate?.();
    deadline.resolve();
  });
  await Promise.race([Promise.all(work), deadline.promise]);
  cancel();
}

export type BotRunner = ReturnType<typeof createBotRunner>;
