import type { TrafficBot } from './traffic-host.ts';

/** Tokens whose bot is in memory; beyond it the oldest are looked up by their hash again. */
const maxTokens = 20_000;

/**
 * The bots as the app process last described them: a call or an update never waits for another process. A token is found
 * by its keyed hash, which bots have whose token is stored nowhere: 356 of 4,411 updates of such bots were once lost
 * without a trace, because a restart of the app process forgot their tokens.
 */
export function createKnownBots(hashToken: (token: string) => string) {
  const bots = new Map<string, TrafficBot>();
  const keyOfHash = new Map<string, string>();
  /** Hashing takes some microseconds, so a bot that calls often is hashed once. */
  const keyOfToken = new Map<string, { key: string; hash: string | null }>();

  const setBot = (key: string, bot: TrafficBot | null): void => {
    const hash = bots.get(key)?.token_hash;
    if (hash != null && keyOfHash.get(hash) === key) keyOfHash.delete(hash);
    if (bot === null) bots.delete(key);
    else bots.set(key, bot);
    if (bot?.token_hash != null) keyOfHash.set(bot.token_hash, key);
  };
  const noteToken = (token: string, { key, token_hash: hash }: TrafficBot): void => {
    keyOfToken.delete(token);
    keyOfToken.set(token, { key, hash });
    if (keyOfToken.size <= maxTokens) return;
    const [oldest] = keyOfToken.keys();
    if (oldest !== undefined) keyOfToken.delete(oldest);
  };
  const byNotedToken = (token: string): TrafficBot | undefined => {
    const noted = keyOfToken.get(token);
    const bot = noted === undefined ? undefined : bots.get(noted.key);
    return bot !== undefined && bot.token_hash === noted?.hash ? bot : undefined;
  };

  return {
    byKey: (key: string): TrafficBot | undefined => bots.get(key),
    /** Undefined as well for a token that its bot no longer has. */
    byToken(token: string): TrafficBot | undefined {
      const noted = byNotedToken(token);
      if (noted !== undefined) return noted;
      const bot = bots.get(keyOfHash.get(hashToken(token)) ?? '');
      if (bot !== undefined) noteToken(token, bot);
      return bot;
    },
    /** An answer of the app process, about this token. */
    remember(bot: TrafficBot | null, token?: string): TrafficBot | null {
      if (bot === null) return null;
      setBot(bot.key, bot);
      if (token !== undefined) noteToken(token, bot);
      return bot;
    },
    /** `all`: there are no others. */
    update(list: readonly [key: string, bot: TrafficBot | null][], all: boolean): void {
      if (all) {
        bots.clear();
        keyOfHash.clear();
      }
      for (const [key, bot] of list) setBot(key, bot);
    },
  };
}
