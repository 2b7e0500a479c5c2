import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * A transaction whose commit does not wait for the disk: it gets there with the next one that does (on a server, within
 * a fraction of a second by itself). Until then a power cut may take it back, whole, and so may a `kill -9` of a process
 * with the embedded engine. For what is written often and is no loss: a commit on disk holds the embedded engine, and
 * with it the event loop, for 1 ms on a quiet disk and was seen to hold it for 20.
 */
export function deferCommit<T>(db: Kysely<Tables>, work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`SET LOCAL synchronous_commit TO off`.execute(transaction);
    return work(transaction);
  });
}
