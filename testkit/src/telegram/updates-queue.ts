import type { Random } from '@botscope/server/simulation/random.ts';
import { updateNumbers } from '@botscope/server/simulation/users/numbering.ts';
import type { Update, UpdateBody } from '@botscope/server/simulation/users/telegram-types.ts';
import type { Clock } from '../clock.ts';
import { kindOf } from './allowed-updates.ts';

/** An update that waits; `body` is the JSON text as Telegram writes it, with a line break after the number. */
export interface QueuedUpdate {
  id: number;
  kind: string;
  update: Update;
  json: string;
  /** Milliseconds since 1970 after which nobody will get it. */
  expires: number;
}

/** Seconds an update waits for a bot; kinds that are not named wait a day. */
const lifetimeSeconds: Record<string, number> = {
  inline_query: 30,
  chosen_inline_result: 600,
  callback_query: 150,
  shipping_query: 150,
  pre_checkout_query: 150,
};
const daySeconds = 86_400;

/** The updates one bot has not confirmed yet; numbers rise one by one from a random start. */
export type UpdatesQueue = ReturnType<typeof createUpdatesQueue>;

export function createUpdatesQueue(clock: Clock, random: Random) {
  const nextId = updateNumbers(random);
  let queuedUpdates: QueuedUpdate[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();

  function dropExpired(): void {
    const now = clock.now().getTime();
    if (queuedUpdates.some((item) => item.expires <= now))
      queuedUpdates = queuedUpdates.filter((item) => item.expires > now);
  }

  return {
    push(body: UpdateBody): Update {
      const { update_id: _foreign, ...content } = body as Partial<Update>;
      const kind = kindOf(content);
      lastId = nextId();
      const update: Update = { update_id: lastId, ...content };
      const json = `{"update_id":${lastId},\n${JSON.stringify(content).slice(1)}`;
      const expires = clock.now().getTime() + (lifetimeSeconds[kind] ?? daySeconds) * 1_000;
      queuedUpdates.push({ id: lastId, kind, update, json, expires });
      for (const listener of listeners) listener();
      return update;
    },
    /**
     * Updates from `offset` on, at most `limit`; everything below `offset` is forgotten. A negative offset keeps the
     * last ones. An offset more than ten numbers beyond the end, or none, means "from the oldest".
     */
    take(offset: number, limit: number): QueuedUpdate[] {
      dropExpired();
      if (offset < 0) queuedUpdates = queuedUpdates.slice(offset);
      else if (offset > 0 && offset <= lastId + 10) queuedUpdates = queuedUpdates.filter((item) => item.id >= offset);
      return queuedUpdates.slice(0, limit);
    },
    all(): readonly QueuedUpdate[] {
      dropExpired();
      return queuedUpdates;
    },
    remove(id: number): void {
      queuedUpdates = queuedUpdates.filter((item) => item.id !== id);
    },
    clear(): void {
      queuedUpdates = [];
    },
    get size() {
      dropExpired();
      return queuedUpdates.length;
    },
    /** Calls `listener` after every new update; the returned function ends that. */
    onPush(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
