import type { ProxyClock } from '../proxy/proxy-deps.ts';

/**
 * `replaced`: a newer poll is served; `gone`: the client hung up; `late`: it timed out; `closing`: the server stops;
 * `moved`: another process serves the bot now.
 */
export type Interruption = 'replaced' | 'gone' | 'late' | 'closing' | 'moved';

/** Thrown out of whatever a turn waits for. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly reason: Interruption;
  constructor(reason: Interruption) {
    super(reason);
    this.reason = reason;
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
  interrupt(reason: Interruption): void {
    if (this.#interrupt !== null) this.#interrupt(reason);
    else if (this.#pending !== 'gone') this.#pending = reason;
  }

  /**
   * Waits for something that can be called off. `start` returns how.
   * @throws Interrupted
   */
  wait<T>(start: (resolve: (value: T) => void, reject: (error: Error) => void) => () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#pending !== null) {
        const reason = this.#pending;
        this.#pending = null;
        reject(new Interrupted(reason));
        return;
      }
      let isOver = false;
      const finish = (): void => {
        isOver = true;
        this.#interrupt = null;
      };
      let cancel: (() => void) | null = null;
      this.#interrupt = (reason) => {
        finish();
        cancel?.();
        reject(new Interrupted(reason));
      };
      cancel = start(
        (value) => {
          if (isOver) return;
          finish();
          resolve(value);
        },
        (error) => {
          if (isOver) return;
          finish();
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
   * Waits for a promise that never rejects, but no longer than `ms`.
   * @throws Interrupted
   */
  waitAtMost(promise: Promise<unknown>, ms: number): Promise<void> {
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
