export interface BotState {
  /** Updates that wait here for the bot. */
  queued: number;
  /** Unix milliseconds of the first failure since the last success; null = fine. */
  downSince: number | null;
}

/** The number of waiting updates changes with every update; once a second is enough to show it. */
const quietMs = 1_000;

/** Reports each bot's state: at once on failure, on recovery, and for the first or last queued update; else once a second. */
export function createBotHealth(deps: {
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  notify: (bot: string, state: BotState) => void;
}) {
  const states = new Map<string, BotState & { notified: BotState; cancel: (() => void) | null }>();
  const fine: BotState = { queued: 0, downSince: null };

  function change(bot: string, part: Partial<BotState>): void {
    const state = states.get(bot) ?? { ...fine, notified: fine, cancel: null };
    states.set(bot, state);
    Object.assign(state, part);
    const isTurn =
      state.queued > 0 !== state.notified.queued > 0 ||
      (state.downSince === null) !== (state.notified.downSince === null);
    if (isTurn) notify(bot);
    else if (state.queued !== state.notified.queued) state.cancel ??= deps.after(quietMs, () => notify(bot));
  }

  function notify(bot: string): void {
    const state = states.get(bot);
    if (state === undefined) return;
    state.cancel?.();
    state.cancel = null;
    state.notified = { queued: state.queued, downSince: state.downSince };
    if (state.queued === 0 && state.downSince === null) states.delete(bot);
    deps.notify(bot, state.notified);
  }

  return {
    failed(bot: string): void {
      if ((states.get(bot)?.downSince ?? null) === null) change(bot, { downSince: deps.now() });
    },
    succeeded(bot: string): void {
      if ((states.get(bot)?.downSince ?? null) !== null) change(bot, { downSince: null });
    },
    queued(bot: string, count: number): void {
      if (count !== (states.get(bot)?.queued ?? 0)) change(bot, { queued: count });
    },
    close(): void {
      for (const state of states.values()) state.cancel?.();
    },
  };
}
export type BotHealth = ReturnType<typeof createBotHealth>;
