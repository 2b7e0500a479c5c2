import type { ProblemCode } from '@botscope/contract';
import type { Logger } from 'pino';
import type { BotFailure } from '../../ingest/recording/bot-failure.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { redactTokens } from '../../telegram/redact.ts';
import type { BotErrors } from '../bot-errors/bot-errors.ts';
import type { BotRow, Bots, KeptProblem } from '../bots/bots.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { createMutex } from './mutex.ts';

/**
 * Open problems of connections: stored with the bot; its owner is notified when they begin and end. One process may see
 * a problem begin and another see it end, so the time of the last report is stored with it.
 */
export interface ProblemTracker {
  /** Says that it is there: begins it, or keeps it open. */
  begin(botKey: string, code: ProblemCode, detail: string): Promise<void>;
  end(botKey: string, code: ProblemCode): Promise<void>;
  /** For traffic: returns at once, never throws, and writes at most once a minute for the same problem. */
  note(botKey: string, code: ProblemCode, detail: string): void;
  /** Resolves when what was noted is written. */
  settled(): Promise<void>;
}

const noteIntervalMs = 60_000;
/** Less than the above, so that each note that passes the interval is written. */
const heardIntervalMs = 30_000;
const detailLength = 500;

export function createProblemTracker(deps: {
  bots: Pick<Bots, 'changeProblems'>;
  notifications: Pick<Notifications, 'notify'>;
  botErrors: Pick<BotErrors, 'record'>;
  /** Publishes an event to integrations of the bot. */
  publish?: (
    bot: string,
    type: 'bot.problem' | 'bot.recovered',
    data: { code: ProblemCode; detail: string },
  ) => Promise<void>;
  logger: Logger;
  clock?: Clock;
}): ProblemTracker {
  const { now, monotonic } = deps.clock ?? systemClock;
  const mutex = createMutex();
  /** When each was written, by the monotonic clock. */
  const noted = new Map<string, number>();
  const underWay = new Set<Promise<void>>();

  const notify = async (bot: BotRow, code: ProblemCode, state: 'began' | 'ended', detail: string): Promise<void> => {
    const failure = state === 'began' ? toFailure(code, detail) : null;
    if (failure !== null) deps.botErrors.record([{ bot: bot.key, ...failure }]);
    await deps.publish?.(bot.key, state === 'began' ? 'bot.problem' : 'bot.recovered', { code, detail });
    if (bot.account_key === null) return;
    await deps.notifications.notify(bot.account_key, { kind: 'connection', code, state, botKey: bot.key, detail });
  };
  const begin = (botKey: string, code: ProblemCode, words: string): Promise<void> =>
    mutex(botKey, async () => {
      const detail = redactTokens(words).slice(0, detailLength);
      let isNew = false;
      const bot = await deps.bots.changeProblems(botKey, (open) => {
        const knownProblem = open.find((problem) => problem.code === code);
        const heard = new Date(now()).toISOString();
        // By difference: what another clock said is no reason to say nothing for as long as that was ahead.
        const isFresh =
          knownProblem !== undefined && Math.abs(now() - Date.parse(knownProblem.heard)) < heardIntervalMs;
        if (isFresh && knownProblem.detail === detail) return null;
        isNew = knownProblem === undefined;
        return [
          ...open.filter((other) => other !== knownProblem),
          { code, since: knownProblem?.since ?? heard, heard, detail },
        ];
      });
      if (bot !== null && isNew) await notify(bot, code, 'began', detail);
    });
  const end = (botKey: string, code: ProblemCode): Promise<void> =>
    mutex(botKey, async () => {
      let knownProblem: KeptProblem | undefined;
      const bot = await deps.bots.changeProblems(botKey, (open) => {
        knownProblem = open.find((problem) => problem.code === code);
        return knownProblem === undefined ? null : open.filter((problem) => problem !== knownProblem);
      });
      if (bot !== null && knownProblem !== undefined) await notify(bot, code, 'ended', knownProblem.detail);
    });

  /** Forgets notes that no longer block a new one; the oldest come first. */
  const forgetStale = (): void => {
    for (const [id, notedAt] of noted) {
      if (monotonic() - notedAt < noteIntervalMs) return;
      noted.delete(id);
    }
  };

  return {
    begin,
    end,
    note(botKey, code, detail) {
      const id = `${botKey} ${code}`;
      const last = noted.get(id);
      if (last !== undefined && monotonic() - last < noteIntervalMs) return;
      forgetStale();
      noted.delete(id);
      noted.set(id, monotonic());
      const noteWrite = begin(botKey, code, detail)
        .catch((error: unknown) => {
          // The next note tries again.
          noted.delete(id);
          deps.logger.warn({ err: error, bot: botKey, code }, 'a problem of a connection could not be noted');
        })
        .finally(() => underWay.delete(noteWrite));
      underWay.add(noteWrite);
    },
    settled: async () => void (await Promise.all(underWay)),
  };
}

/** The line of the error log; the relay and the recorder write the lines of their own failures. */
function toFailure(code: ProblemCode, text: string): Omit<BotFailure, 'bot'> | null {
  switch (code) {
    case 'TokenRevoked':
      return { kind: 'webhook', code: 401, reason: 'Unauthorized', text };
    case 'WebhookChanged':
      return { kind: 'webhook', code: 0, reason: 'WebhookChanged', text };
    case 'DeliveryError':
      return { kind: 'webhook', code: Number(/\b[1-5]\d\d\b/.exec(text)?.[0] ?? 0), reason: 'DeliveryError', text };
    case 'SecondPoller':
      return { kind: 'polling', code: 409, method: 'getUpdates', reason: 'SecondPoller', text };
    default:
      return null;
  }
}
