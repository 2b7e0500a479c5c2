import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/**
 * Runs one statement with bound `$1` parameters, or, without parameters, a script of several statements.
 * The rows of all statements come back, one after another.
 */
export type Run = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

export interface LockOptions {
  orWithout?: boolean;
}

/** Contract of an engine; the SQL above it is the same for both. */
export interface Engine {
  kind: 'embedded' | 'server';
  db: Kysely<Tables>;
  /** Outside Kysely: for libraries that bring their own SQL, and for migrations. */
  run: Run;
  /** Commits when `fn` resolves, rolls back when it rejects. */
  transaction<T>(fn: (run: Run) => Promise<T>): Promise<T>;
  /**
   * One holder per name at a time, among all processes of the installation. With `orWithout`, a store that cannot be
   * reached within a second is no reason to leave the work undone: it runs without the lock.
   */
  withLock<T>(name: string, fn: () => Promise<T>, options?: LockOptions): Promise<T>;
  close(): Promise<void>;
}
