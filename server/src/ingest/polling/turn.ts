import type { ProxyClock } from '../proxy/proxy-deps.ts';

/**
 * `replaced`: a newer poll is served; `gone`: the client hung up; `late`: its time is over; `closing`: the server stops;
 * `moved`: another process serves the bot now.
 */
export type Interruption = 'replaced' | 'gone' | 'late' | 'closing' | 'moved';

/** Thrown out of whatever a turn waits for. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly why: Interruption;
  constructor(why: Interruption) {
    super(why);
    this.why = why;
  }
}

/** One poll of a bot. All that it waits for goes through it, so that it can be interrupted there. */
export class Turn {
  readonly #clock: ProxyClock;
  #interrupt: ((why: Interruption) => void) | null = null;
  #pending: Interruption | null = null;

  constructor(clock: ProxyClock) {
    this.#clock = clock;
  }

  /** Ends the present wait, or the next one. */
  interrupt(why: Interruption): void {
    if (this.#interrupt !== null) this.#interrupt(why);
    else if (this.#pending !== 'gone') this.#pending = why;
  }

  /**
   * Waits for something that can be called off. `start` returns how.
   * @throws Interrupted
   */
  wait<T>(start: (resolve: (value: T) => void, reject: (error: Error) => void) => () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#pending !== null) {
        const why = this.#pending;
        this.#pending = null;
        reject(new Interrupted(why));
        return;
      }
      let isOver = false;
      const over = (): void => {
        isOver = true;
        this.#interrupt = null;
      };
      let cancel: (() => void) | null = null;
      this.#interrupt = (why) => {
        over();
        cancel?.();
        reject(new Interrupted(why));
      };
      cancel = start(
        (value) => {
          if (isOver) return;
          over();
          resolve(value);
        },
        (error) => {
          if (isOver) return;
          over();
          reject(error);
        },
      );
    });
  }

  /** @throws Interrupted */
  sleep(ms: number): Promise<void> {
    return this.wait((resolve) => this.#clock.after(ms, () => resolve()));
  }

  /**
   * Waits for a promise that never rejects, but no longer than so many milliseconds.
   * @throws Interrupted
   */
  patiently(promise: Promise<unknown>, ms: number): Promise<void> {
    return this.wait((resolve) => {
      const cancel = this.#clock.after(ms, () => resolve());
      void promise.then(() => {
        cancel();
        resolve();
      });
      return cancel;
    });
  }
}
