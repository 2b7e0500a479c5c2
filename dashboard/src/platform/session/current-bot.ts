import type { Bot } from '@botscope/contract';

export interface BotChoice {
  /** The bot that the pages speak about; null where there is none yet. */
  bot: Bot | null;
  /** True while it is the demo bot: pages are read-only and the yellow banner shows. */
  demo: boolean;
}

export interface BotCandidates {
  /** Own and shared bots of the account, by key; a visitor has none. */
  bots: Readonly<Record<string, Bot>>;
  demoBot: Bot | null;
  /** Key kept in local storage. */
  stored: string | null;
  /** True once the demo was switched on in this tab. */
  demo: boolean;
  /** `?bot=` of the address: a link that someone shared. */
  requested?: string | undefined;
}

/** Chooses the current bot: a link to a bot of mine wins, then the demo, then the stored one, then the first. */
export function chooseBot({ bots, demoBot, stored, demo, requested }: BotCandidates): BotChoice {
  const linked = requested === undefined ? undefined : bots[requested];
  if (linked) return { bot: linked, demo: false };
  if (demoBot && (demo || requested === demoBot.key)) return { bot: demoBot, demo: true };
  const storedBot = stored === null ? undefined : bots[stored];
  return { bot: storedBot ?? Object.values(bots)[0] ?? null, demo: false };
}
