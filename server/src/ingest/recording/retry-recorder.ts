import { setTimeout as wait } from 'node:timers/promises';
import type { Event } from '@botscope/contract';
import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import {
  eventsOfCalls,
  eventsOfUpdates,
  type NormalizedTraffic,
  type RecordedBot,
  type RecordedUpdate,
} from './make-events.ts';
import type { RecorderDeps } from './recorder.ts';

/** A call of a bot as our proxy or relay saw it. */
export interface SeenCall {
  /** As the bot wrote it. */
  method: string;
  params: Record<string, unknown> | null;
  /** Uploads by name, type and size. */
  files: readonly { field: string; name: string; type: string; size: number }[];
  /** HTTP status; 0 = no answer. Telegram executes a reply itself and reports no answer: there 0 means nothing. */
  status: number;
  response: unknown;
  /** Unix ms. */
  startedAt: number;
  via: 'proxy' | 'reply';
}

/** Records traffic that passes through us without delaying it: what cannot be stored at once is retried. */
export interface RetryRecorder {
  /**
   * Resolves when the updates are durable, or given up as a gap; never rejects. Callers that cannot wait (a relayed
   * webhook waits a second at most) go on: what could not be stored is stored later, once.
   */
  recordUpdates(bot: RecordedBot, items: readonly RecordedUpdate[], receivedAt?: number): Promise<void>;
  /** Records a call whose answer the bot has; otherwise like `recordUpdates`. Returns null if the call is no event. */
  recordCall(bot: RecordedBot, call: SeenCall, receivedAt?: number): Promise<void> | null;
  /** True while the store takes nothing, or has not answered for a second: what comes now waits for it. */
  hasBacklog(): boolean;
  /** Events not yet durable, in characters of their payloads and rows. */
  waiting(): { events: number; size: number };
  /** Tries once more; what cannot be stored now is counted as a gap. */
  close(): Promise<void>;
}

/** Room for what the store has not taken yet, characters: some 60,000 events, or a minute of 1,000 updates a second. */
const defaultMaxWaiting = 64_000_000;
/** Silence after which the store counts as behind, ms: a write takes a few milliseconds. */
const silenceMs = 1_000;
/** Pause before the store is tried again, ms. */
const defaultRetryMs = 1_000;
/** One attempt writes at most this many characters: a store that has just come back is not overrun. */
const maxBatch = 4_000_000;
/** Time limit for the store at the end, ms. */
const closeTimeoutMs = 5_000;
/** Size of an event besides its payload. */
const rowSize = 500;
/** A bot has its answer before its call is recorded, and nobody waits: calls of this long, ms, are one write. */
const gatherMs = 10;

/** Events that are written together. */
interface Waiting {
  events: Event[];
  size: number;
  done: () => void;
}

export function createRetryRecorder(deps: {
  store: Pick<EventStore, 'write'>;
  bots: RecorderDeps['bots'];
  botErrors: RecorderDeps['botErrors'];
  logger: Logger;
  /** Called for traffic of a bot that is lost. */
  onGap?: (bot: string, events: number) => void;
  clock?: Clock;
  maxWaiting?: number;
  retryMs?: number;
}): RetryRecorder {
  const { logger, maxWaiting = defaultMaxWaiting, retryMs = defaultRetryMs } = deps;
  const { now, monotonic } = deps.clock ?? systemClock;
  /** Refused by the store, oldest first. While there is any the newer ones queue behind them and leave the store in peace. */
  const queue: Waiting[] = [];
  let count = 0;
  let size = 0;
  let timer: NodeJS.Timeout | null = null;
  let draining: Promise<void> | null = null;
  let isAway = false;
  let isClosed = false;

  const finish = (one: Waiting): void => {
    count -= one.events.length;
    size -= one.size;
    one.done();
  };
  const giveUp = (bot: string, events: number, reason: string): void => {
    deps.botErrors.record([{ bot, kind: 'gap', code: 0, reason: 'NotRecorded', text: reason, count: events }]);
    deps.onGap?.(bot, events);
  };

  /** Their size in characters, if there is room for them; else null, and they are given up. */
  function admit(bot: string, { events, failures }: NormalizedTraffic): number | null {
    deps.botErrors.record(failures);
    if (events.length === 0) return null;
    const eventsSize = events.reduce((sum, event) => sum + event.payload.length + rowSize, 0);
    if (isClosed || size + eventsSize > maxWaiting) {
      const reason = isClosed
        ? 'The server is stopping'
        : 'The event store is away and the memory for waiting events is full';
      giveUp(bot, events.length, reason);
      return null;
    }
    count += events.length;
    size += eventsSize;
    return eventsSize;
  }

  function enqueue(bot: string, normalized: NormalizedTraffic): Promise<void> {
    const eventsSize = admit(bot, normalized);
    return eventsSize === null
      ? Promise.resolve()
      : new Promise((resolve) => send({ events: normalized.events, size: eventsSize, done: resolve }));
  }

  let gathering: { one: Waiting; recorded: Promise<void>; timer: NodeJS.Timeout } | null = null;
  /** As `enqueue`, together with whatever else comes within a moment; null if there is nothing to record. */
  function gather(bot: string, normalized: NormalizedTraffic): Promise<void> | null {
    const eventsSize = admit(bot, normalized);
    if (eventsSize === null) return null;
    if (gathering === null) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const one = { events: [], size: 0, done: resolve };
      gathering = { one, recorded: promise, timer: setTimeout(sendGathered, gatherMs) };
    }
    gathering.one.events.push(...normalized.events);
    gathering.one.size += eventsSize;
    return gathering.recorded;
  }
  function sendGathered(): void {
    if (gathering === null) return;
    const { one, timer } = gathering;
    clearTimeout(timer);
    gathering = null;
    send(one);
  }

  function send(one: Waiting): void {
    if (queue.length > 0) queue.push(one);
    else void start([one]);
  }

  /** Each with when it began by the monotonic clock, the oldest first. */
  const runningWrites = new Map<Promise<boolean>, number>();
  function start(batch: readonly Waiting[]): Promise<boolean> {
    const writing = write(batch).finally(() => runningWrites.delete(writing));
    runningWrites.set(writing, monotonic());
    return writing;
  }
  function hasBacklog(): boolean {
    if (queue.length > 0) return true;
    const [oldest] = runningWrites.values();
    return oldest !== undefined && monotonic() - oldest > silenceMs;
  }

  /** True if the store took them. Others are queued again, unless no attempt will ever succeed. */
  async function write(batch: readonly Waiting[]): Promise<boolean> {
    try {
      await deps.store.write(batch.flatMap(({ events }) => events));
    } catch (error) {
      if (!isPassing(error)) {
        logger.error({ err: error }, 'events cannot be recorded');
        for (const one of batch) abandon(one, 'The event store refuses them');
        return true;
      }
      if (!isAway) logger.error({ err: error }, 'the event store is away; traffic goes on and is recorded later');
      isAway = true;
      queue.unshift(...batch);
      scheduleRetry();
      return false;
    }
    if (isAway) logger.info('the event store is back; what waited is being recorded');
    isAway = false;
    for (const one of batch) finish(one);
    return true;
  }

  function abandon(one: Waiting, reason: string): void {
    for (const [bot, events] of Map.groupBy(one.events, (event) => event.bot)) giveUp(bot, events.length, reason);
    finish(one);
  }

  function scheduleRetry(): void {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = null;
      draining ??= drain().finally(() => {
        draining = null;
      });
    }, retryMs).unref();
  }

  async function drain(): Promise<void> {
    for (;;) {
      const batch = takeBatch();
      if (batch.length === 0 || !(await start(batch))) return;
    }
  }

  function takeBatch(): Waiting[] {
    let batchSize = 0;
    let length = 0;
    for (const one of queue) {
      if (batchSize > 0 && batchSize + one.size > maxBatch) break;
      batchSize += one.size;
      length += 1;
    }
    return queue.splice(0, length);
  }

  async function settle(): Promise<void> {
    await Promise.all(runningWrites.keys());
    await draining;
    await drain();
  }

  return {
    recordUpdates(bot, items, receivedAt = now()) {
      deps.bots.touch(bot.key, receivedAt);
      return enqueue(bot.key, eventsOfUpdates(bot, items, receivedAt));
    },
    recordCall(bot, seenCall, receivedAt = now()) {
      const { startedAt, via, status, files, ...call } = seenCall;
      const isUnheard = via === 'reply' && status === 0;
      const datedCall = { ...call, files, status: isUnheard ? undefined : status, date: startedAt };
      const normalized = eventsOfCalls(bot, [datedCall], receivedAt);
      if (normalized.events.length > 0) deps.bots.touchCall(bot.key, receivedAt);
      return gather(bot.key, normalized);
    },
    hasBacklog,
    waiting: () => ({ events: count, size }),
    async close() {
      isClosed = true;
      sendGathered();
      if (timer !== null) clearTimeout(timer);
      // A disk that hangs does not hold up the end.
      await Promise.race([settle(), wait(closeTimeoutMs, undefined, { ref: false })]);
      for (const one of queue.splice(0)) abandon(one, 'The server stopped while the event store was away');
    },
  };
}

const isPassing = (error: unknown): boolean => error instanceof AppError && error.code === 'StoreUnavailable';
