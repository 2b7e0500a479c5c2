import type { Kysely } from 'kysely';
import { databaseTime, timeAfter } from '../metadata/database-time.ts';
import type { Tables } from '../metadata/tables.ts';

export interface ClaimedRow {
  id: number;
  kind: string;
  payload_sealed: string;
  /** This one included. */
  attempts: number;
}

export interface NewRow {
  kind: string;
  payload_sealed: string;
  order_key: string | null;
  validMs: number;
}

/** The table `outbox`, as one process (`sender`) works with it. */
export function createOutboxStore(options: {
  db: Kysely<Tables>;
  sender: string;
  claimMs: number;
  maxAttempts: number;
  now: (() => number) | undefined;
}) {
  const { db, sender, claimMs, maxAttempts } = options;
  const time = () => databaseTime(options.now);

  return {
    async insert({ validMs, ...row }: NewRow): Promise<void> {
      const createdAt = time();
      await db
        .insertInto('outbox')
        .values({ ...row, not_before: createdAt, created_at: createdAt, expires_at: timeAfter(createdAt, validMs) })
        .execute();
    },

    /** Takes rows that are due. Two processes that ask at once get different ones. */
    async claim(kinds: readonly string[], limit: number): Promise<ClaimedRow[]> {
      const now = time();
      const rows = await db
        .with('due', (query) =>
          query
            .selectFrom('outbox as row')
            .select('row.id')
            .where('row.kind', 'in', kinds)
            .where('row.not_before', '<=', now)
            .where('row.expires_at', '>', now)
            .where('row.attempts', '<', maxAttempts)
            .where((eb) => eb.or([eb('row.claimed_until', 'is', null), eb('row.claimed_until', '<=', now)]))
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('outbox as earlier')
                    .select('earlier.id')
                    .whereRef('earlier.order_key', '=', 'row.order_key')
                    .whereRef('earlier.id', '<', 'row.id')
                    .where('earlier.expires_at', '>', now),
                ),
              ),
            )
            // A code is of use for minutes only: it does not wait behind a thousand notifications.
            .orderBy('row.expires_at')
            .orderBy('row.id')
            .limit(limit)
            .forUpdate()
            .skipLocked(),
        )
        .updateTable('outbox')
        .set((eb) => ({
          claimed_by: sender,
          claimed_until: timeAfter(now, claimMs),
          attempts: eb('attempts', '+', 1),
        }))
        .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
        .returning(['id', 'kind', 'payload_sealed', 'attempts'])
        .execute();
      return rows.map((row) => ({ ...row, id: Number(row.id) }));
    },

    /** Moves the end of claims away while their messages are being sent. */
    async renew(ids: readonly number[]): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ claimed_until: timeAfter(time(), claimMs) })
        .where('id', 'in', ids)
        .where('claimed_by', '=', sender)
        .execute();
    },

    /** Gives a row back, to be sent later by whichever process looks first. */
    async postpone(id: number, delayMs: number): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ not_before: timeAfter(time(), delayMs), claimed_by: null, claimed_until: null })
        .where('id', '=', id)
        .where('claimed_by', '=', sender)
        .execute();
    },

    /** Deletes a row of this process; false if another one has taken it. */
    async remove(id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('outbox')
        .where('id', '=', id)
        .where('claimed_by', '=', sender)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },

    /** Deletes what is past its time or its attempts and sent by nobody; gives it to one of the processes that ask. */
    async removeDead(): Promise<{ id: number; kind: string; isExpired: boolean }[]> {
      const now = time();
      const rows = await db
        .deleteFrom('outbox')
        .where((eb) => eb.or([eb('expires_at', '<=', now), eb('attempts', '>=', maxAttempts)]))
        .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', now)]))
        .returning(['id', 'kind', 'attempts'])
        .execute();
      return rows.map(({ id, kind, attempts }) => ({ id: Number(id), kind, isExpired: attempts < maxAttempts }));
    },

    async count(): Promise<number> {
      const query = db.selectFrom('outbox').select(({ fn }) => fn.countAll().as('count'));
      return Number((await query.executeTakeFirstOrThrow()).count);
    },
  };
}
