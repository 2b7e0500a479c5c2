import type { Event } from '@botscope/contract';
import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import {
  eventsOfCalls,
  eventsOfUpdates,
  type NormalizedTraffic,
  type RecordedBot,
  type RecordedUpdate,
} from './make-events.ts';
import { createPatientWriter, type WaitingEvents } from './patient-writer.ts';
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
/** Pause before the store is tried again, ms. */
const defaultRetryMs = 1_000;
/** Time limit for the store at the end, ms. */
const closeTimeoutMs = 5_000;
/** Size of an event besides its payload. */
const rowSize = 500;
/** A bot has its answer before its call is recorded, and nobody waits: calls of this long, ms, are one write. */
const gatherMs = 10;

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
  let count = 0;
  let size = 0;
  let isClosed = false;

  const finish = (one: WaitingEvents): void => {
    count -= one.events.length;
    size -= one.size;
    one.done();
  };
  const giveUp = (bot: string, events: number, reason: string): void => {
    deps.botErrors.record([{ bot, kind: 'gap', code: 0, reason: 'NotRecorded', text: reason, count: events }]);
    deps.onGap?.(bot, events);
  };

  const writer = createPatientWriter({
    ...{ store: deps.store, logger, retryMs, monotonic },
    onWritten: finish,
    onLost(one, reason) {
      for (const [bot, events] of Map.groupBy(one.events, (event) => event.bot)) giveUp(bot, events.length, reason);
      finish(one);
    },
  });
  const gathering = createGathering(writer.send);

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
      : new Promise((resolve) => writer.send({ events: normalized.events, size: eventsSize, done: resolve }));
  }

  /** As `enqueue`, together with whatever else comes within a moment; null if there is nothing to record. */
  function gather(bot: string, normalized: NormalizedTraffic): Promise<void> | null {
    const eventsSize = admit(bot, normalized);
    return eventsSize === null ? null : gathering.add(normalized.events, eventsSize);
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
    hasBacklog: writer.hasBacklog,
    waiting: () => ({ events: count, size }),
    async close() {
      isClosed = true;
      gathering.send();
      await writer.close(closeTimeoutMs);
    },
  };
}

/** Collects events for a moment, and sends them as one. */
function createGathering(send: (one: WaitingEvents) => void) {
  let gathered: { one: WaitingEvents; recorded: Promise<void>; timer: NodeJS.Timeout } | null = null;

  function sendGathered(): void {
    if (gathered === null) return;
    const { one, timer } = gathered;
    clearTimeout(timer);
    gathered = null;
    send(one);
  }

  return {
    add(events: readonly Event[], size: number): Promise<void> {
      if (gathered === null) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const one = { events: [], size: 0, done: resolve };
        gathered = { one, recorded: promise, timer: setTimeout(sendGathered, gatherMs) };
      }
      gathered.one.events.push(...events);
      gathered.one.size += size;
      return gathered.recorded;
    },
    send: sendGathered,
  };
}
