import { systemClock } from '../../platform/clock.ts';
import type { CallTelegram } from '../../telegram/sending/call-telegram.ts';
import { classifyOutcome } from '../../telegram/sending/classify-outcome.ts';
import { chatCall } from '../../telegram/sending/content-calls.ts';
import { isUnreadable, type SendingBot } from '../campaign-engine/campaign-engine.ts';

/** A draft is checked with each change of it, ms. */
const rememberMs = 30_000;
const mostRemembered = 1_000;

/**
 * Finds the chats that Telegram does not let a bot read; those of which it says nothing are not among them. Only
 * copying a post shows whether it is there: the Bot API cannot read single messages.
 */
export function createUnreadableChats(deps: {
  bot: (key: string) => Promise<SendingBot | null>;
  call: CallTelegram;
  monotonic?: () => number;
}) {
  const { call, monotonic = systemClock.monotonic } = deps;
  const cache = new Map<string, { at: number; isUnreadable: Promise<boolean> }>();

  async function ask(key: string, chat: string): Promise<boolean> {
    const bot = await deps.bot(key);
    if (bot === null || bot.token === null) return false;
    const { apiRoot, token } = bot;
    return isUnreadable(classifyOutcome(await call({ apiRoot, token }, chatCall({ chat }), null)));
  }
  function isUnreadableChat(key: string, chat: string): Promise<boolean> {
    const name = `${key} ${chat}`;
    const cacheEntry = cache.get(name);
    if (cacheEntry !== undefined && monotonic() - cacheEntry.at < rememberMs) return cacheEntry.isUnreadable;
    if (cache.size >= mostRemembered) cache.clear();
    const answer = ask(key, chat);
    cache.set(name, { at: monotonic(), isUnreadable: answer });
    return answer;
  }

  return async (key: string, chats: readonly string[]): Promise<ReadonlySet<string>> => {
    const each = [...new Set(chats)].map(async (chat) => ((await isUnreadableChat(key, chat)) ? [chat] : []));
    return new Set((await Promise.all(each)).flat());
  };
}
