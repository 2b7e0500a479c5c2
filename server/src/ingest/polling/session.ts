import type { AllowedUpdates } from './allowed-updates.ts';
import type { ErrorRun } from './hot-loop.ts';
import type { Turn } from './turn.ts';

/** State of one bot between its polls. */
export class Session {
  /** Set once the bot names kinds; until then what the bot's row says. */
  allowed: { kinds: AllowedUpdates } | null = null;
  errors: ErrorRun | null = null;
  /** Updates handed on whose recording is not durable yet. */
  recording: Promise<void> | null = null;
  readonly bot: string;
  /** Unix milliseconds of its last poll. */
  usedAt = 0;
  #current: Turn | null = null;
  /** When a newer poll ended an older one, by the polling's clock. */
  #replacedAt = Number.NEGATIVE_INFINITY;

  constructor(bot: string) {
    this.bot = bot;
  }

  get isBusy(): boolean {
    return this.#current !== null;
  }

  /** False once a newer one is. */
  isServed(turn: Turn): boolean {
    return this.#current === turn;
  }

  /** The newest poll is served; Telegram ends the older one with 409, and so does `polling.ts`. */
  enter(turn: Turn): void {
    this.#current?.interrupt('replaced');
    this.#current = turn;
  }

  /** A poll has ended. */
  leave(turn: Turn): void {
    if (this.#current === turn) this.#current = null;
  }

  /**
   * Returns whether polls end each other: this happened before within `withinMs`. A client that has lost its connection
   * ends its own poll once.
   */
  noteReplaced(now: number, withinMs: number): boolean {
    const isRepeated = now - this.#replacedAt < withinMs;
    this.#replacedAt = now;
    return isRepeated;
  }

  /** Remembers a recording that may still be under way. */
  follow(recording: Promise<void>): void {
    const all = this.recording === null ? recording : Promise.all([this.recording, recording]).then(() => undefined);
    this.recording = all;
    void all.then(() => {
      if (this.recording === all) this.recording = null;
    });
  }

  interruptAll(reason: 'closing' | 'moved'): void {
    this.#current?.interrupt(reason);
  }
}
