import type { Init } from '@botscope/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { initQuery } from '../api/call.ts';
import { botMemory } from './bot-memory.ts';
import { type BotChoice, chooseBot } from './current-bot.ts';

/** Answer of `site/init`: account (null for a visitor), bots, demo bot. Always there: the guard waits for it. */
export const useSession = (): Init => useSuspenseQuery(initQuery).data;

/** The bot that the pages speak about, and whether it is the demo. */
export function useCurrentBot(): BotChoice {
  const { bots, demo: demoBot } = useSession();
  const memory = useSyncExternalStore(botMemory.subscribe, botMemory.read);
  const { bot: requested } = useSearch({ from: '__root__' });
  return chooseBot({ bots, demoBot, requested, ...memory });
}

/** Writes the choice down, so that the next visit begins with it: a bot that is no longer mine is forgotten. */
export function settleBot(init: Init, requested: string | undefined): BotChoice {
  const memory = botMemory.read();
  const choice = chooseBot({ bots: init.bots, demoBot: init.demo, requested, ...memory });
  const storedKey = memory.stored !== null && init.bots[memory.stored] ? memory.stored : null;
  botMemory.keep(choice.demo ? { stored: storedKey, demo: true } : { stored: choice.bot?.key ?? null, demo: false });
  return choice;
}
