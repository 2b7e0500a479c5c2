import { type Kysely, sql } from 'kysely';
import { type Claimant, type Claims, createClaims } from '../claims/claims.ts';
import { hasCome, timeAfter } from '../metadata/database-time.ts';
import type { Tables } from '../metadata/tables.ts';
import { dayMs } from '../time-units.ts';

/** A message is never delayed for longer: it would be of no use any more. */
const longestDelayMs = 2 * dayMs;

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

/** Changes of rows that this process has claimed. */
function claimedRows(db: Kysely<Tables>, claims: Claims) {
  return {
    /** Extends the claims while their messages are being sent. */
    async renew(ids: readonly number[]): Promise<void> {
      await db.updateTable('outbox').set(claims.renewed()).where('id', 'in', ids).where(claims.isOurs()).execute();
    },

    /** Gives a row back, to be sent later by whichever process looks first. */
    async postpone(id: number, delayMs: number): Promise<void> {
      await db
        .updateTable('outbox')
        .set({ not_before: timeAfter(claims.now(), delayMs), ...claims.released })
        .where('id', '=', id)
        .where(claims.isOurs())
        .execute();
    },

    /** Deletes a row of this process; false if another one has taken it. */
    async remove(id: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('outbox')
        .where('id', '=', id)
        .where(claims.isOurs())
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}

/** The table `outbox`, as one process works with it. */
export function createOutboxStore(options: {
  db: Kysely<Tables>;
  claimant: Claimant;
  claimMs: number;
  maxAttempts: number;
  now: (() => number) | undefined;
}) {
  const { db, claimant, claimMs, maxAttempts } = options;
  const claims = createClaims({ claimant, claimMs, clock: options.now });
  const time = claims.now;

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
            .where(hasCome(sql.ref('row.not_before'), now, longestDelayMs))
            .where('row.expires_at', '>', now)
            .where('row.attempts', '<', maxAttempts)
            .where(claims.isFree('row'))
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
          ...claims.claimed(),
          attempts: eb('attempts', '+', 1),
        }))
        .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
        .returning(['id', 'kind', 'payload_sealed', 'attempts'])
        .execute();
      return rows.map((row) => ({ ...row, id: Number(row.id) }));
    },
    ...claimedRows(db, claims),

    /** Deletes unclaimed rows that are expired or out of attempts; each is returned to one process only. */
    async removeDead(): Promise<{ id: number; kind: string; isExpired: boolean }[]> {
      const now = time();
      const rows = await db
        .deleteFrom('outbox')
        .where((eb) => eb.or([eb('expires_at', '<=', now), eb('attempts', '>=', maxAttempts)]))
        .where(claims.isFree())
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

export type OutboxStore = ReturnType<typeof createOutboxStore>;
