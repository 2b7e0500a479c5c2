import type { AllowedUpdates } from './allowed-updates.ts';
import type { ErrorRun } from './hot-loop.ts';
import type { Turn } from './turn.ts';

/** What is remembered of one bot between its polls. */
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
  #parked: Turn[] = [];

  constructor(bot: string) {
    this.bot = bot;
  }

  get isBusy(): boolean {
    return this.#current !== null || this.#parked.length > 0;
  }

  /** False while it waits for a newer one. */
  isServed(turn: Turn): boolean {
    return this.#current === turn;
  }

  /**
   * The newest poll goes first. Telegram would end the older one with 409, of which grammY, Telegraf and others die; here
   * it waits, and is answered with nothing when its time is over.
   */
  enter(turn: Turn): void {
    const older = this.#current;
    this.#current = turn;
    if (older === null) return;
    this.#parked.push(older);
    older.interrupt('parked');
  }

  /**
   * A poll is over. If its client hung up, the newest of the waiting ones goes on; if it was answered they keep waiting,
   * since the client that has the updates is about to confirm them and the others must not get them too.
   */
  leave(turn: Turn, isGone: boolean): void {
    this.#parked = this.#parked.filter((parked) => parked !== turn);
    if (this.#current !== turn) return;
    this.#current = (isGone ? this.#parked.pop() : null) ?? null;
    this.#current?.resume();
  }

  /** Remembers a recording that may still be under way. */
  follow(recorded: Promise<void>): void {
    const all = this.recording === null ? recorded : Promise.all([this.recording, recorded]).then(() => undefined);
    this.recording = all;
    void all.then(() => {
      if (this.recording === all) this.recording = null;
    });
  }

  interruptAll(why: 'closing' | 'moved'): void {
    this.#current?.interrupt(why);
    for (const turn of this.#parked) turn.interrupt(why);
  }
}
