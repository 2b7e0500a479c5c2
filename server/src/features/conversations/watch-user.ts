import type { EventStore } from '../../events/store/event-store.ts';
import { dayMs } from '../../platform/time-units.ts';
import { ask } from './read/history.ts';

/** A message is on an open page within a second of its receipt; this, a look at the store and one at the page are in it. */
const pauseMs = 600;

interface Watched {
  listeners: Set<() => void>;
  stop: () => void;
}

/**
 * Notifies pages about new events of a user. The store is asked, not the process that took the event in: it may be
 * another one. However many pages show a user, the store is asked once.
 */
export function createUserWatch({ store, now = Date.now }: { store: Pick<EventStore, 'query'>; now?: () => number }) {
  const watched = new Map<string, Watched>();

  const follow = (bot: string, user: number, listeners: ReadonlySet<() => void>): (() => void) => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const startedAt = now();
    let lastReceipts: Receipts | null = null;
    const look = async (): Promise<void> => {
      const receipts = await loadReceipts({ store, bot, user, now: now() }, startedAt - dayMs);
      // Later also by the count: clocks of processes differ, and what was received first may be stored last.
      const isNew =
        lastReceipts === null
          ? receipts.latest > startedAt
          : receipts.latest !== lastReceipts.latest || receipts.events !== lastReceipts.events;
      lastReceipts = receipts;
      if (isNew) for (const listener of listeners) listener();
    };
    const lookAndWait = (): void => {
      // A store that is busy or away is asked again; pages have their own way of saying so.
      void look()
        .catch(() => undefined)
        .finally(() => {
          if (!isOver) timer = setTimeout(lookAndWait, pauseMs).unref();
        });
    };
    lookAndWait();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  };

  /** Calls back after each new event; returns a function that unsubscribes. */
  return (bot: string, user: number, listener: () => void): (() => void) => {
    const key = `${bot} ${user}`;
    let one = watched.get(key);
    if (one === undefined) {
      const listeners = new Set<() => void>();
      one = { listeners, stop: follow(bot, user, listeners) };
      watched.set(key, one);
    }
    const { listeners, stop } = one;
    listeners.add(listener);
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      stop();
      if (watched.get(key)?.listeners === listeners) watched.delete(key);
    };
  };
}

/** Summary of the events since a moment. */
interface Receipts {
  events: number;
  /** Receipt of the last one of them, Unix ms; 0 = there is none. */
  latest: number;
}

async function loadReceipts(reading: Parameters<typeof ask>[0], since: number): Promise<Receipts> {
  const [row] = await ask<Receipts>(
    reading,
    { start: since, end: reading.now + dayMs },
    (from) => `
SELECT count() AS events, max(toUnixTimestamp64Milli(received_at)) AS latest
FROM ${from.eventsWith('user_id = {user:Int64}')}`,
  );
  return row ?? { events: 0, latest: 0 };
}
