import { setImmediate as nextTurn } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { arrivals } from '../../fairness/arrivals.ts';

/** Time for which statements may follow each other without a look at anything else, ms. */
const maxRunMs = 2;

/**
 * PGlite runs on this thread and resolves in a microtask, so a hundred requests at once ran their statements in a
 * row: 2.7 s in which no socket was read. Here everything else has its turn in between.
 */
export class PatientPGlite extends PGlite {
  #begun = 0;
  #isInRow = false;

  override _runExclusiveTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return super._runExclusiveTransaction(async () => {
      await new Promise<void>((begin) => arrivals.afterBurst('store', begin));
      if (!this.#isInRow) this.#beginRow();
      else if (performance.now() - this.#begun >= maxRunMs) {
        await nextTurn();
        this.#beginRow();
      }
      return work();
    });
  }

  #beginRow(): void {
    this.#begun = performance.now();
    this.#isInRow = true;
    // Ends with this turn of the loop: a statement that comes alone never waits.
    setImmediate(() => {
      this.#isInRow = false;
    });
  }
}
