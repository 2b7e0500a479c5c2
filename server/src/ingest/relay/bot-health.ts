export interface BotState {
  /** Updates that wait here for the bot. */
  held: number;
  /** Unix milliseconds of the first failure since the last success; null = fine. */
  downSince: number | null;
}

/** The number of waiting updates changes with every one of them; whoever shows it needs it once a second. */
const quietMs = 1_000;

/** Tells how each bot fares: at once when it breaks, mends, or the first or last update waits; else once a second. */
export function createBotHealth(deps: {
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  tell: (bot: string, state: BotState) => void;
}) {
  const states = new Map<string, BotState & { told: BotState; cancel: (() => void) | null }>();
  const fine: BotState = { held: 0, downSince: null };

  function change(bot: string, part: Partial<BotState>): void {
    const state = states.get(bot) ?? { ...fine, told: fine, cancel: null };
    states.set(bot, state);
    Object.assign(state, part);
    const isTurn =
      state.held > 0 !== state.told.held > 0 || (state.downSince === null) !== (state.told.downSince === null);
    if (isTurn) tell(bot);
    else if (state.held !== state.told.held) state.cancel ??= deps.after(quietMs, () => tell(bot));
  }

  function tell(bot: string): void {
    const state = states.get(bot);
    if (state === undefined) return;
    state.cancel?.();
    state.cancel = null;
    state.told = { held: state.held, downSince: state.downSince };
    if (state.held === 0 && state.downSince === null) states.delete(bot);
    deps.tell(bot, state.told);
  }

  return {
    failed(bot: string): void {
      if ((states.get(bot)?.downSince ?? null) === null) change(bot, { downSince: deps.now() });
    },
    succeeded(bot: string): void {
      if ((states.get(bot)?.downSince ?? null) !== null) change(bot, { downSince: null });
    },
    held(bot: string, count: number): void {
      if (count !== (states.get(bot)?.held ?? 0)) change(bot, { held: count });
    },
    close(): void {
      for (const state of states.values()) state.cancel?.();
    },
  };
}
export type BotHealth = ReturnType<typeof createBotHealth>;
