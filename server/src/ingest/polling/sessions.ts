import type { Clock } from '../../platform/clock.ts';
import type { PollTarget } from './ask-updates.ts';
import { Session } from './session.ts';

/** A session that nobody used for this long is forgotten; the kinds it knew are in the bot's row. */
const sessionIdleMs = 600_000;

/** Nothing is polled, and all that the polls brought is durable. */
export const isIdle = (session: Session): boolean => !session.isBusy && session.recording === null;

/** Sessions of bots by their tokens: Telegram has a queue for each token, and another one for its test servers. */
export function createSessions({ now }: Pick<Clock, 'now'>) {
  const sessions = new Map<string, Session>();
  let tidiedAt = 0;

  function forgetIdle(nowMs: number): void {
    tidiedAt = nowMs;
    for (const [name, session] of sessions)
      if (isIdle(session) && nowMs - session.usedAt > sessionIdleMs) sessions.delete(name);
  }

  return {
    all: (): Session[] => [...sessions.values()],
    ofBot: (bot: string): Session[] => [...sessions.values()].filter((session) => session.bot === bot),
    find: (token: string): Session | undefined => sessions.get(token),
    ensure(bot: string, { token, isTest }: PollTarget): Session {
      const name = isTest ? `${token}/test` : token;
      const nowMs = now();
      let session = sessions.get(name);
      if (session === undefined) {
        if (nowMs - tidiedAt > sessionIdleMs) forgetIdle(nowMs);
        session = new Session(bot);
        sessions.set(name, session);
      }
      session.usedAt = nowMs;
      return session;
    },
  };
}
