import { Bot, botLivePath } from '@botscope/contract';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { keepBot } from './bot-data.ts';

/**
 * Follows one bot through server-sent events while the page is open: every change lands in the cached answers, so that
 * the side menu, the list and the page show it at once. The browser reconnects by itself. Null until something came.
 */
export function useBotLive(key: string | null): Bot | null {
  const [latest, setLatest] = useState<Bot | null>(null);
  useEffect(() => {
    if (key === null) return;
    const source = new EventSource(botLivePath(key));
    source.addEventListener('bot', (event: MessageEvent<string>) => {
      const bot = z.safeParse(Bot, parse(event.data));
      if (!bot.success) return;
      setLatest(bot.data);
      keepBot(bot.data);
    });
    return () => source.close();
  }, [key]);
  return latest?.key === key ? latest : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
