import { type Clock, systemClock } from '../../platform/clock.ts';
import { isReadOnlyMethod } from '../../telegram/method-names.ts';
import type { CallRecorder } from './call-log.ts';
import type { RecordedBot, RecordedUpdate } from './make-events.ts';
import type { RetryRecorder } from './retry-recorder.ts';

/** Traffic on its way to the process that stores it. */
export interface SeenTraffic {
  /** Counts up; what was sent before the other process died is sent again under its number. */
  id: number;
  bot: string;
  /** Unix ms. */
  receivedAt: number;
  /** Updates as Telegram wrote them, or a PassedCall as JSON. */
  updates: readonly string[] | null;
  call: string | null;
}

/** Records through another process, which confirms what is durable there. */
export interface RemoteRecorder extends CallRecorder, Pick<RetryRecorder, 'recordUpdates' | 'hasBacklog' | 'waiting'> {
  /** The other process is there: what it has not confirmed is sent, the oldest first. */
  connected(): void;
  /** It is gone; what it had not confirmed waits for the next one. */
  disconnected(): void;
  /** These are durable, or given up there. */
  recorded(ids: readonly number[]): void;
  /** Resolves when nothing waits any more, or after `ms`; what still waits then is counted as a gap. */
  close(ms: number): Promise<void>;
}

interface Waiting {
  traffic: SeenTraffic;
  size: number;
  /** By the monotonic clock. */
  since: number;
  done: () => void;
}

/** Room for what is not confirmed, characters: some 60,000 updates, or a minute of 1,000 a second. */
const defaultMaxWaiting = 64_000_000;
/** Beyond it the rest waits here: the other process would only queue it, in its memory and in that of the pipe. */
const maxChunkBytes = 4_000_000;
/** Size of a message besides its texts. */
const itemSize = 300;
/** Time without a confirmation after which the process counts as behind, ms: storing takes milliseconds. */
const silenceMs = 1_000;

/** The recorder of the process that carries the bots' traffic: it neither parses nor stores. */
export function createRemoteRecorder(deps: {
  send: (batch: readonly SeenTraffic[]) => void;
  /** Traffic of a bot is lost: there was no room for it. */
  onGap: (bot: string, items: number, why: string) => void;
  clock?: Clock;
  maxWaiting?: number;
}): RemoteRecorder {
  const { maxWaiting = defaultMaxWaiting } = deps;
  const { now, monotonic } = deps.clock ?? systemClock;
  const queue = createUnconfirmedQueue();
  let lastId = 0;
  let isConnected = false;
  let isClosed = false;
  let onEmpty: (() => void) | null = null;

  function pump(): void {
    const chunk = isConnected ? queue.takeChunk() : [];
    if (chunk.length > 0) deps.send(chunk.map(({ traffic }) => traffic));
  }

  function enqueue(bot: string, traffic: Pick<SeenTraffic, 'receivedAt' | 'updates' | 'call'>, trafficSize: number) {
    if (isClosed || queue.size() + trafficSize > maxWaiting) {
      deps.onGap(
        bot,
        itemsOf(traffic),
        isClosed ? 'The server is stopping' : 'The memory for traffic that waits is full',
      );
      return Promise.resolve();
    }
    lastId += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.add({ traffic: { id: lastId, bot, ...traffic }, size: trafficSize, since: monotonic(), done: resolve });
    pump();
    return promise;
  }

  return {
    recordUpdates(bot: RecordedBot, updates: readonly RecordedUpdate[]) {
      const texts = updates.map(({ raw, update }) => raw ?? JSON.stringify(update));
      const trafficSize = texts.reduce((sum, text) => sum + text.length, itemSize);
      return texts.length === 0
        ? Promise.resolve()
        : enqueue(bot.key, { receivedAt: now(), updates: texts, call: null }, trafficSize);
    },
    recordCall(bot, { method, json }) {
      if (isReadOnlyMethod(method)) return null;
      return enqueue(bot.key, { receivedAt: now(), updates: null, call: json }, json.length + itemSize);
    },
    hasBacklog() {
      if (!isConnected) return true;
      const first = queue.oldest();
      return first !== undefined && monotonic() - first.since > silenceMs;
    },
    waiting: () => ({ events: queue.items(), size: queue.size() }),
    connected() {
      isConnected = true;
      pump();
    },
    disconnected() {
      isConnected = false;
      queue.takeBack();
    },
    recorded(ids) {
      for (const id of ids) {
        queue.confirm(id)?.done();
        if (queue.size() === 0) onEmpty?.();
      }
      pump();
    },
    async close(ms) {
      isClosed = true;
      if (queue.size() > 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          onEmpty = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      for (const { traffic } of queue.all())
        deps.onGap(traffic.bot, itemsOf(traffic), 'The server stopped while the event store was away');
    },
  };
}

const itemsOf = ({ updates }: Pick<SeenTraffic, 'updates'>): number => updates?.length ?? 1;

/** Traffic that is not confirmed, in the order of its numbers: what was sent, then what was not. */
function createUnconfirmedQueue() {
  let unsent: Waiting[] = [];
  const sentTraffic = new Map<number, Waiting>();
  let size = 0;
  let items = 0;
  let sentSize = 0;
  return {
    /** Characters of all that waits. */
    size: (): number => size,
    items: (): number => items,
    oldest: (): Waiting | undefined => sentTraffic.values().next().value ?? unsent[0],
    all: (): Waiting[] => [...sentTraffic.values(), ...unsent],
    add(one: Waiting): void {
      unsent.push(one);
      size += one.size;
      items += itemsOf(one.traffic);
    },
    /** Returns the traffic that may be sent now, which counts as sent from here on. */
    takeChunk(): Waiting[] {
      let count = 0;
      while (count < unsent.length && (sentSize === 0 || sentSize < maxChunkBytes)) {
        const one = unsent[count] as Waiting;
        sentTraffic.set(one.traffic.id, one);
        sentSize += one.size;
        count += 1;
      }
      return count === 0 ? [] : unsent.splice(0, count);
    },
    /** The receiver is gone: what was sent is sent again. */
    takeBack(): void {
      unsent = [...sentTraffic.values(), ...unsent];
      sentTraffic.clear();
      sentSize = 0;
    },
    /** Undefined for what was not sent, or is confirmed already. */
    confirm(id: number): Waiting | undefined {
      const one = sentTraffic.get(id);
      if (one === undefined) return undefined;
      sentTraffic.delete(id);
      sentSize -= one.size;
      size -= one.size;
      items -= itemsOf(one.traffic);
      return one;
    },
  };
}
