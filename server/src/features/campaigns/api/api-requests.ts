import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { createClaims } from '../../../platform/claims/claims.ts';
import { databaseTime, timeAfter } from '../../../platform/metadata/database-time.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { hourMs } from '../../../platform/time-units.ts';

/** Time within which the same key is the same request. */
const keptMs = 24 * hourMs;

/** Result of beginning a request with a key. */
export type BegunRequest =
  /** `isAgain`: a process that died had begun the request; how far it came is unknown. */
  | { is: 'ours'; requestId: string; isAgain: boolean }
  | { is: 'answered'; status: number; answer: string }
  | { is: 'reused' }
  | { is: 'busy' };

/** Requests with an Idempotency-Key: a row is on disk before anything happens, for all processes. */
export function createApiRequests(options: {
  db: Kysely<Tables>;
  /** Names the data directory of this process. */
  instance: string;
  run?: string;
  now?: () => number;
}) {
  const { db, instance, run = randomUUID() } = options;
  const time = () => databaseTime(options.now);

  return {
    /**
     * Takes the request, unless another process works on it. What an earlier run of this instance had taken is free: it is
     * dead, for a data directory has one process. `takenMs`: how long it may take.
     */
    async begin(bot: string, key: string, bodyHash: string, takenMs: number): Promise<BegunRequest> {
      const claims = createClaims({ claimant: { instance, run }, claimMs: takenMs, clock: options.now });
      const now = time();
      const expiry = timeAfter(now, -keptMs);
      const newRequestId = randomUUID();
      const { rows } = await sql<{ request_id: string }>`
        INSERT INTO api_requests AS request
          (request_id, bot_key, idempotency_key, body_hash, claimed_by, claimed_until, created_at)
        VALUES (${newRequestId}, ${bot}, ${key}, ${bodyHash}, ${claims.claimant}, ${timeAfter(now, takenMs)}, ${now})
        ON CONFLICT (bot_key, idempotency_key) DO UPDATE SET
          request_id = CASE WHEN request.created_at < ${expiry} THEN excluded.request_id ELSE request.request_id END,
          created_at = CASE WHEN request.created_at < ${expiry} THEN excluded.created_at ELSE request.created_at END,
          body_hash = excluded.body_hash, claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until,
          status = NULL, answer = NULL
        WHERE request.created_at < ${expiry} OR request.answer IS NULL AND request.body_hash = excluded.body_hash
          AND ${claims.isFree('request')}
        RETURNING request_id`.execute(db);
      const [row] = rows;
      if (row !== undefined) return { is: 'ours', requestId: row.request_id, isAgain: row.request_id !== newRequestId };
      const storedRequest = await db
        .selectFrom('api_requests')
        .select(['body_hash', 'status', 'answer'])
        .where('bot_key', '=', bot)
        .where('idempotency_key', '=', key)
        .executeTakeFirst();
      if (storedRequest === undefined) return { is: 'busy' };
      if (storedRequest.body_hash !== bodyHash) return { is: 'reused' };
      if (storedRequest.answer === null || storedRequest.status === null) return { is: 'busy' };
      return { is: 'answered', status: storedRequest.status, answer: storedRequest.answer };
    },

    /** The first answer stays. @returns the answer that there is now */
    async answer(requestId: string, status: number, answer: string): Promise<{ status: number; answer: string }> {
      const row = await db
        .updateTable('api_requests')
        .set({
          status: sql<number>`coalesce(status, ${status}::int)`,
          answer: sql<string>`coalesce(answer, ${answer}::text)`,
        })
        .where('request_id', '=', requestId)
        .returning(['status', 'answer'])
        .executeTakeFirst();
      return { status: row?.status ?? status, answer: row?.answer ?? answer };
    },

    /** Nothing has happened: the key is free. */
    async release(requestId: string): Promise<void> {
      await db.deleteFrom('api_requests').where('request_id', '=', requestId).where('answer', 'is', null).execute();
    },

    /** It may have happened: the next one with the key finds out. */
    async leave(requestId: string): Promise<void> {
      await db.updateTable('api_requests').set({ claimed_until: time() }).where('request_id', '=', requestId).execute();
    },

    /** Deletes those that are older than a day. @returns how many */
    async forgetOld(): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('api_requests')
        .where('created_at', '<', timeAfter(time(), -keptMs))
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export type ApiRequests = ReturnType<typeof createApiRequests>;
