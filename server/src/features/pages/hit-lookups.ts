import type { HitPage } from '../../ingest/hits/hit-page.ts';
import type { TakeHitsDeps } from '../../ingest/hits/take-hits.ts';
import type { Bots } from '../bots/bots.ts';

/** Pages and bots as data from pages needs them, from memory as far as possible. */
export function createHitLookups(
  bots: Pick<Bots, 'cached' | 'tokenOf'>,
  keys: { ofKey(key: string): Promise<HitPage | null> },
): Pick<TakeHitsDeps, 'pageOfKey' | 'botOf'> & { tokenOf(bot: string): Promise<string | null> } {
  return {
    async pageOfKey(key) {
      const page = await keys.ofKey(key);
      // All visitors of the demo see what its pages report, so nobody else may report there.
      return page !== null && (await bots.cached(page.bot))?.is_demo === true ? null : page;
    },
    async botOf(key) {
      const bot = await bots.cached(key);
      if (bot === null) return null;
      const { username, start_rules, telegram_id: id } = bot;
      const telegramId = id === null ? null : Number(id);
      return { key, username, start_rules, isPaused: bot.paused_at !== null, token: bots.tokenOf(bot), telegramId };
    },
    /** Null where the token is not kept here. */
    async tokenOf(key) {
      const bot = await bots.cached(key);
      return bot && bots.tokenOf(bot);
    },
  };
}
