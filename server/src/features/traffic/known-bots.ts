import type { TrafficBot } from './traffic-host.ts';

/** Tokens in memory; beyond it the oldest are asked for again. */
const mostTokens = 20_000;

/** The bots as the app process last described them: a call or an update never waits for another process. */
export function createKnownBots() {
  const bots = new Map<string, TrafficBot>();
  const keyOfToken = new Map<string, { key: string; hash: string | null }>();

  const put = (key: string, bot: TrafficBot | null): void => {
    if (bot === null) bots.delete(key);
    else bots.set(key, bot);
    if (bot?.token != null) noteToken(bot.token, bot);
  };
  const noteToken = (token: string, { key, token_hash: hash }: TrafficBot): void => {
    keyOfToken.delete(token);
    keyOfToken.set(token, { key, hash });
    if (keyOfToken.size <= mostTokens) return;
    const [oldest] = keyOfToken.keys();
    if (oldest !== undefined) keyOfToken.delete(oldest);
  };

  return {
    byKey: (key: string): TrafficBot | undefined => bots.get(key),
    /** Undefined as well for a token that its bot no longer has. */
    byToken(token: string): TrafficBot | undefined {
      const known = keyOfToken.get(token);
      const bot = known === undefined ? undefined : bots.get(known.key);
      return bot !== undefined && bot.token_hash === known?.hash ? bot : undefined;
    },
    /** An answer of the app process, about this token. */
    remember(bot: TrafficBot | null, token?: string): TrafficBot | null {
      if (bot === null) return null;
      put(bot.key, bot);
      if (token !== undefined) noteToken(token, bot);
      return bot;
    },
    /** `all`: there are no others. */
    update(list: readonly [key: string, bot: TrafficBot | null][], all: boolean): void {
      if (all) {
        bots.clear();
        keyOfToken.clear();
      }
      for (const [key, bot] of list) put(key, bot);
    },
  };
}
