import type { Event } from '@botscope/contract';
import type { Logger } from 'pino';
import type { BotFailure } from './bot-failure.ts';

/** A conversion or a field's value may arrive this long before the message that makes its user known, ms. */
const delayMs = 10_000;
/** Events that wait for one check; more are not checked. */
const maxPending = 10_000;

/**
 * Reports conversions and values of custom fields of users unknown to the bot to its error log. The check is delayed,
 * and nothing waits for it.
 */
export interface PendingUserChecks {
  add(events: readonly Pick<Event, 'bot' | 'userId' | 'payload'>[]): void;
  /** Checks at once. */
  close(): Promise<void>;
}

export function createPendingUserChecks(deps: {
  knownUsers: (bot: string, users: readonly number[]) => Promise<ReadonlySet<number>>;
  botErrors: { record(failures: readonly BotFailure[]): void };
  logger: Logger;
  delayMs?: number;
}): PendingUserChecks {
  const { knownUsers, botErrors, logger } = deps;
  let pending = new Map<string, Map<number, string[]>>();
  let size = 0;
  let timer: NodeJS.Timeout | null = null;
  let checking: Promise<void> = Promise.resolve();

  async function check(): Promise<void> {
    const bots = pending;
    pending = new Map();
    size = 0;
    for (const [bot, users] of bots) {
      try {
        const knownIds = await knownUsers(bot, [...users.keys()]);
        const unknownUsers = [...users].flatMap(([userId, texts]) =>
          knownIds.has(userId) ? [] : texts.map((text) => ({ text, userId })),
        );
        botErrors.record(
          unknownUsers.map((one) => ({ bot, kind: 'update', code: 404, reason: 'UnknownUser', ...one })),
        );
      } catch (error) {
        logger.warn({ err: error, bot }, 'could not check whether the users of events are known');
      }
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    checking = checking.then(check);
    return checking;
  }

  return {
    add(events) {
      for (const { bot, userId, payload } of events) {
        if (size >= maxPending) break;
        size += 1;
        const users = pending.get(bot) ?? new Map<number, string[]>();
        users.set(userId, [...(users.get(userId) ?? []), payload]);
        pending.set(bot, users);
      }
      timer ??= setTimeout(flush, deps.delayMs ?? delayMs).unref();
    },
    close: flush,
  };
}
