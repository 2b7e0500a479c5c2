import { startTimer } from '../clock.ts';
import { type Notice, topicIntervals } from './topics.ts';

/** Least time between two statements, whatever their keys: a burst of changes leaves in few of them, ms. */
const gapMs = 20;
/** Notices that wait while the connection is down, 100 bytes each; beyond it one says that anything may have changed. */
const maxWaiting = 10_000;

interface CoalescerDeps {
  /** Rejects while there is no connection; what was not sent goes again after `resume`. */
  send(notices: readonly Notice[] | 'all'): Promise<void>;
  /** A clock that never jumps, ms. */
  now?: () => number;
  after?: (ms: number, run: () => void) => () => void;
}

/**
 * Gathers notices and sends each key at once the first time, then at most once in the interval of its topic. A change
 * during that time is sent at its end, so none is lost.
 */
export function createCoalescer({ send, now = () => performance.now(), after = startTimer }: CoalescerDeps) {
  const waitingNotices = new Map<string, Notice & { dueAt: number }>();
  /** When each key was sent last, oldest first. */
  const sentAt = new Map<string, number>();
  let isOverflowed = false;
  let lastSendAt = Number.NEGATIVE_INFINITY;
  let currentSend: Promise<void> | null = null;
  let timer: { at: number; cancel: () => void } | null = null;

  const nameOf = ({ topic, key }: Notice): string => `${topic} ${key}`;

  function enqueue(notice: Notice, dueAt: number): void {
    if (isOverflowed || waitingNotices.has(nameOf(notice))) return;
    waitingNotices.set(nameOf(notice), { ...notice, dueAt });
    if (waitingNotices.size <= maxWaiting) return;
    waitingNotices.clear();
    isOverflowed = true;
  }

  function scheduleAt(dueAt: number): void {
    const sendAt = Math.max(dueAt, lastSendAt + gapMs);
    if (currentSend !== null || (timer !== null && timer.at <= sendAt)) return;
    timer?.cancel();
    timer = { at: sendAt, cancel: after(Math.max(0, sendAt - now()), flush) };
  }

  function schedule(): void {
    let first = isOverflowed ? now() : Number.POSITIVE_INFINITY;
    for (const { dueAt } of waitingNotices.values()) first = Math.min(first, dueAt);
    if (first < Number.POSITIVE_INFINITY) scheduleAt(first);
  }

  function cancelTimer(): void {
    timer?.cancel();
    timer = null;
  }

  function flush(): void {
    cancelTimer();
    if (currentSend !== null) return;
    currentSend = sendDue(now()).finally(() => {
      currentSend = null;
    });
    // A failure waits for `resume`: another attempt without a connection would fail as well.
    currentSend.then(schedule, () => undefined);
  }

  async function sendDue(upTo: number): Promise<void> {
    const dueNotices = [...waitingNotices.values()].filter(({ dueAt }) => dueAt <= upTo);
    const isAll = isOverflowed;
    for (const notice of dueNotices) waitingNotices.delete(nameOf(notice));
    isOverflowed = false;
    if (dueNotices.length === 0 && !isAll) return;
    lastSendAt = now();
    for (const notice of dueNotices) {
      sentAt.delete(nameOf(notice));
      sentAt.set(nameOf(notice), lastSendAt);
    }
    forgetOld();
    try {
      await send(isAll ? 'all' : dueNotices);
    } catch (error) {
      isOverflowed ||= isAll;
      for (const notice of dueNotices) enqueue(notice, lastSendAt);
      throw error;
    }
  }

  /** Drops the entries that delay no message any more. */
  function forgetOld(): void {
    const longest = Math.max(...Object.values(topicIntervals));
    for (const [name, lastSentAt] of sentAt) {
      if (now() - lastSentAt < longest) return;
      sentAt.delete(name);
    }
  }

  return {
    add(notice: Notice): void {
      const last = sentAt.get(nameOf(notice)) ?? Number.NEGATIVE_INFINITY;
      const dueAt = Math.max(now(), last + topicIntervals[notice.topic]);
      enqueue(notice, dueAt);
      scheduleAt(isOverflowed ? now() : dueAt);
    },
    /** There is a connection again. */
    resume: schedule,
    /** Sends all that waits, without waiting for its time. Never rejects. */
    async finish(): Promise<void> {
      await currentSend?.catch(() => undefined);
      cancelTimer();
      await sendDue(Number.POSITIVE_INFINITY).catch(() => undefined);
    },
  };
}
