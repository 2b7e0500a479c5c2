import type { Event } from '@botscope/contract';
import type { Logger } from 'pino';
import { runQuery } from '../analytics/query/run-query.ts';
import { scope } from '../analytics/query/scope.ts';
import type { EventStore } from '../events/store/event-store.ts';
import type { BotErrors } from '../features/bot-errors/bot-errors.ts';

/** A conversion may be told a moment before the message that makes its person known, ms. */
const PATIENCE_MS = 10_000;
/** What one look can hold; what comes beyond it is not looked at. */
const MOST = 10_000;

/** Tells owners, later, of conversions whose people the bot has not met: nobody waits for this. */
export interface LatePeople {
  /** Looks in a while whether the people of these conversions are known. */
  expect(conversions: readonly Pick<Event, 'bot' | 'userId' | 'payload'>[]): void;
  /** Looks now. */
  close(): Promise<void>;
}

export function createLatePeople(deps: {
  store: Pick<EventStore, 'query'>;
  botErrors: Pick<BotErrors, 'record'>;
  logger: Logger;
  patienceMs?: number;
}): LatePeople {
  const { store, botErrors, logger, patienceMs = PATIENCE_MS } = deps;
  let waiting = new Map<string, Map<number, string[]>>();
  let size = 0;
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const bots = waiting;
    waiting = new Map();
    size = 0;
    for (const [bot, people] of bots) {
      try {
        for (const text of await unmet(bot, people)) {
          botErrors.record([{ bot, kind: 'update', code: 404, reason: 'UnknownUser', text }]);
        }
      } catch (error) {
        logger.warn({ err: error, bot }, 'could not look whether the people of conversions are known');
      }
    }
  }

  async function unmet(bot: string, people: ReadonlyMap<number, readonly string[]>): Promise<string[]> {
    const statement = scope(bot, 0, 1).statement(
      (from) => `SELECT user_id FROM ${from.people} AND user_id IN {users:Array(Int64)}`,
      { users: [...people.keys()] },
    );
    const rows = await runQuery<{ user_id: number }>(store, statement, { tag: `late-people/${bot}` });
    const met = new Set(rows.map((row) => row.user_id));
    return [...people].flatMap(([user, texts]) => (met.has(user) ? [] : texts));
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    looking = looking.then(look);
    return looking;
  }

  return {
    expect(conversions) {
      for (const { bot, userId, payload } of conversions) {
        if (size >= MOST) break;
        size += 1;
        const people = waiting.get(bot) ?? new Map<number, string[]>();
        people.set(userId, [...(people.get(userId) ?? []), payload]);
        waiting.set(bot, people);
      }
      timer ??= setTimeout(flush, patienceMs).unref();
    },
    close: flush,
  };
}
