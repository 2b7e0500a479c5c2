import { type Notice, topicIntervals } from './topics.ts';

/** Least time between two statements, whatever their keys: a burst of changes leaves in few of them, ms. */
const gapMs = 20;
/** Notices that wait while the connection is down, 100 bytes each; beyond it one says that anything may have changed. */
const mostWaiting = 10_000;

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
  const waiting = new Map<string, Notice & { dueAt: number }>();
  /** When each key was sent last, oldest first. */
  const sentAt = new Map<string, number>();
  let isTooMany = false;
  let lastSendAt = Number.NEGATIVE_INFINITY;
  let sending: Promise<void> | null = null;
  let timer: { at: number; cancel: () => void } | null = null;

  const nameOf = ({ topic, key }: Notice): string => `${topic} ${key}`;

  function wait(notice: Notice, dueAt: number): void {
    if (isTooMany || waiting.has(nameOf(notice))) return;
    waiting.set(nameOf(notice), { ...notice, dueAt });
    if (waiting.size <= mostWaiting) return;
    waiting.clear();
    isTooMany = true;
  }

  function scheduleAt(due: number): void {
    const at = Math.max(due, lastSendAt + gapMs);
    if (sending !== null || (timer !== null && timer.at <= at)) return;
    timer?.cancel();
    timer = { at, cancel: after(Math.max(0, at - now()), flush) };
  }

  function schedule(): void {
    let first = isTooMany ? now() : Number.POSITIVE_INFINITY;
    for (const { dueAt } of waiting.values()) first = Math.min(first, dueAt);
    if (first < Number.POSITIVE_INFINITY) scheduleAt(first);
  }

  function cancelTimer(): void {
    timer?.cancel();
    timer = null;
  }

  function flush(): void {
    cancelTimer();
    if (sending !== null) return;
    sending = sendDue(now()).finally(() => {
      sending = null;
    });
    // A failure waits for `resume`: another attempt without a connection would fail as well.
    sending.then(schedule, () => undefined);
  }

  async function sendDue(upTo: number): Promise<void> {
    const due = [...waiting.values()].filter(({ dueAt }) => dueAt <= upTo);
    const isAll = isTooMany;
    for (const notice of due) waiting.delete(nameOf(notice));
    isTooMany = false;
    if (due.length === 0 && !isAll) return;
    lastSendAt = now();
    for (const notice of due) {
      sentAt.delete(nameOf(notice));
      sentAt.set(nameOf(notice), lastSendAt);
    }
    forgetOld();
    try {
      await send(isAll ? 'all' : due);
    } catch (error) {
      isTooMany ||= isAll;
      for (const notice of due) wait(notice, lastSendAt);
      throw error;
    }
  }

  /** Drops the entries that delay no message any more. */
  function forgetOld(): void {
    const longest = Math.max(...Object.values(topicIntervals));
    for (const [name, at] of sentAt) {
      if (now() - at < longest) return;
      sentAt.delete(name);
    }
  }

  return {
    add(notice: Notice): void {
      const last = sentAt.get(nameOf(notice)) ?? Number.NEGATIVE_INFINITY;
      const dueAt = Math.max(now(), last + topicIntervals[notice.topic]);
      wait(notice, dueAt);
      scheduleAt(isTooMany ? now() : dueAt);
    },
    /** There is a connection again. */
    resume: schedule,
    /** Sends all that waits, without waiting for its time. Never rejects. */
    async finish(): Promise<void> {
      await sending?.catch(() => undefined);
      cancelTimer();
      await sendDue(Number.POSITIVE_INFINITY).catch(() => undefined);
    },
  };
}

function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
}
