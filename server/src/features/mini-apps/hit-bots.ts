import type { HitBot } from '../../ingest/hits/take-app-hits.ts';
import type { BotRow, Bots } from '../bots/bots.ts';

/** The bot of a Mini App with what proves its users. Each row is read once: a token is decrypted in some 10 µs. */
export function createHitBots(bots: Pick<Bots, 'cached' | 'tokenOf'>): (key: string) => Promise<HitBot | null> {
  const cachedBots = new WeakMap<BotRow, HitBot>();
  return async (key) => {
    const row = await bots.cached(key);
    if (row === null) return null;
    const bot = cachedBots.get(row) ?? {
      ...{ key: row.key, start_rules: row.start_rules, paused_at: row.paused_at },
      ...{ token: bots.tokenOf(row), telegramId: row.telegram_id === null ? null : Number(row.telegram_id) },
    };
    cachedBots.set(row, bot);
    return bot;
  };
}
