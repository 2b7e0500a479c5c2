import { setImmediate as nextTurn } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { asker } from '../../fairness/asker.ts';
import { createFairLock } from '../../fairness/fair-lock.ts';

/** So long statements may follow each other without a look at anything else, ms. */
const MOST_IN_A_ROW_MS = 5;

/**
 * PGlite runs on this thread and tells of its end in a microtask, so a hundred requests at once ran their statements in a
 * row: 2.7 s in which no socket was read. Here everything else has its turn in between, and those who ask take turns with
 * each other: behind the statements of 120 calls of one account the push of another bot waited 1.6 s.
 */
export class PatientPGlite extends PGlite {
  #turns = createFairLock();
  #begun = 0;
  #isInRow = false;

  override _runExclusiveTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    const inTurn = async (): Promise<Result> => {
      if (!this.#isInRow) this.#beginRow();
      else if (performance.now() - this.#begun >= MOST_IN_A_ROW_MS) {
        await nextTurn();
        this.#beginRow();
      }
      return work();
    };
    return this.#turns.run(asker().places[0], () => super._runExclusiveTransaction(inTurn));
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
