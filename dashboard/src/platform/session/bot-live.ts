import { Bot, botLivePath } from '@botscope/contract';
import { useState } from 'react';
import { useLive } from '../api/live.ts';
import { keepBot } from './bot-data.ts';

/**
 * Follows one bot while the page is open: every change lands in the cached answers, so that the side menu, the list and
 * the page show it at once. Null until something came.
 */
export function useBotLive(key: string | null): Bot | null {
  const [latest, setLatest] = useState<Bot | null>(null);
  useLive(key === null ? null : botLivePath(key), 'bot', Bot, (bot) => {
    setLatest(bot);
    keepBot(bot);
  });
  return latest?.key === key ? latest : null;
}
