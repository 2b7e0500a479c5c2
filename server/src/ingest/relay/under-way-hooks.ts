/** Updates that are on their way to their bots while Telegram waits. */
export function createUnderWayHooks() {
  const byBot = new Map<string, Set<AbortController>>();
  return {
    begin(bot: string): AbortController {
      const hook = new AbortController();
      const botHooks = byBot.get(bot);
      if (botHooks === undefined) byBot.set(bot, new Set([hook]));
      else botHooks.add(hook);
      return hook;
    },
    end(bot: string, hook: AbortController): void {
      const botHooks = byBot.get(bot);
      botHooks?.delete(hook);
      if (botHooks?.size === 0) byBot.delete(bot);
    },
    has: (bot: string): boolean => byBot.has(bot),
    /** Telegram's connections are closed, and it comes again. */
    abort(bot: string): void {
      for (const hook of byBot.get(bot) ?? []) hook.abort();
    },
    abortAll(): void {
      for (const hooks of byBot.values()) for (const hook of hooks) hook.abort();
    },
  };
}
export type UnderWayHooks = ReturnType<typeof createUnderWayHooks>;
