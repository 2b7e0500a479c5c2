/** State of one request from Telegram. */
export interface Situation {
  /** Result of the last try; `none` before the first. */
  outcome: 'none' | 'taken' | 'failed';
  /** With the token we can execute the bot's reply ourselves, so the update may wait here. */
  canHold: boolean;
  /** An earlier update of the same lane waits here. */
  laneQueued: boolean;
  /** Tries so far. */
  tries: number;
  /** Milliseconds since Telegram's request came. */
  elapsedMs: number;
  /** Pause that the bot asked for with `Retry-After`; 0 = none. */
  retryAfterMs: number;
}

export type Step =
  | { do: 'forward' }
  /** Give the bot's answer to Telegram, be it good or bad. */
  | { do: 'answer' }
  | { do: 'retry'; afterMs: number }
  /** Keep it here, durably, and tell Telegram that all is well. */
  | { do: 'hold' };

/** No try begins later than this. */
const lastTryMs = 45_000;
/** A bot that took this long to fail is not asked again at once: Telegram's connection is worth more. */
const quickFailureMs = 10_000;

interface Rule {
  fits: (now: Situation) => boolean;
  step: (now: Situation) => Step;
}

/** With the pause of the next inline try: at once, then 2, 4, 8 … seconds. */
const inlinePauseMs = ({ tries, retryAfterMs }: Situation): number =>
  Math.max(tries <= 1 ? 0 : 1_000 * 2 ** (tries - 1), retryAfterMs);

/** The first rule that fits decides. */
const rules: readonly Rule[] = [
  // An update that overtook a waiting one would break the order of its chat.
  { fits: (now) => now.outcome === 'none' && now.canHold && now.laneQueued, step: () => ({ do: 'hold' }) },
  { fits: (now) => now.outcome === 'none', step: () => ({ do: 'forward' }) },
  { fits: (now) => now.outcome === 'taken', step: () => ({ do: 'answer' }) },
  {
    fits: (now) => now.canHold && now.tries === 1 && now.retryAfterMs === 0 && now.elapsedMs < quickFailureMs,
    step: () => ({ do: 'retry', afterMs: 0 }),
  },
  { fits: (now) => now.canHold, step: () => ({ do: 'hold' }) },
  // Nobody but Telegram could execute the reply, so Telegram has to keep the update.
  {
    fits: (now) => now.elapsedMs + inlinePauseMs(now) <= lastTryMs,
    step: (now) => ({ do: 'retry', afterMs: inlinePauseMs(now) }),
  },
  { fits: () => true, step: () => ({ do: 'answer' }) },
];

export function decide(now: Situation): Step {
  for (const rule of rules) if (rule.fits(now)) return rule.step(now);
  return { do: 'answer' };
}
