import type { IntegrationEvent } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { timeAfter } from '../../../platform/metadata/database-time.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import type { Lane, Lanes } from './lanes.ts';

/** A delivery that this process sends. */
export interface TakenDelivery {
  delivery_id: string;
  event: IntegrationEvent;
  user_id: string | null;
  attempts: number;
}

/** A delivery and what became of it. */
export interface Settled {
  delivery: TakenDelivery;
  /** Requests by which it was sent. */
  attemptIds: readonly string[];
  state: 'waiting' | 'delivered' | 'failed' | 'unknown';
  code: string | null;
  detail: string;
  /** Of one that waits, ms from now. */
  dueInMs: number;
}

/** State of an integration after some requests. */
export interface Health {
  failures: number;
  resumeInMs: number | null;
  problem: { code: string; detail: string } | null;
  hasDelivered: boolean;
  /** Only the owner can help. */
  isStopped: boolean;
}

/** A request, as the log keeps it. */
export interface NotedAttempt {
  id: string;
  /** Number of deliveries in it. */
  deliveries: number;
  /** Unix ms. */
  startedAt: number;
  ms: number;
  status: number | null;
  /** Null: delivered. */
  code: string | null;
  answer: string;
}

/** Longest answer that is kept, in characters. */
const answerLength = 2_000;

/** Deliveries as the holder of a lane reads and writes them. Every statement asks whether the lane is still ours. */
export function createDeliveryStore({ db, lanes }: { db: Kysely<Tables>; lanes: Lanes }) {
  return {
    /**
     * Takes deliveries that are due, before anything is sent: those of now before those of the past, and in the order of
     * the events. While requests fail, those with the fewest attempts come first, so that one bad event does not keep the
     * others back; not where the provider cares for the order.
     */
    async take(lane: Lane, integrationId: number, count: number, isFailing: boolean): Promise<TakenDelivery[]> {
      const order = isFailing ? sql`attempts, priority, delivery_id` : sql`priority, delivery_id`;
      const { rows } = await sql<TakenDelivery>`
        WITH own AS (${lanes.lock(lane)}), due AS (
          SELECT delivery_id FROM integration_deliveries
          WHERE integration_id = ${integrationId} AND state = 'waiting' AND ${lanes.hasCome('due_at')}
            AND EXISTS (SELECT FROM own) AND EXISTS (
              SELECT FROM integrations WHERE integration_id = ${integrationId} AND status = 'on')
          ORDER BY ${order} LIMIT ${count} FOR UPDATE SKIP LOCKED
        )
        UPDATE integration_deliveries AS delivery SET state = 'sending', attempts = attempts + 1
        FROM due
        WHERE delivery.integration_id = ${integrationId} AND delivery.delivery_id = due.delivery_id
        RETURNING delivery.delivery_id::text, event, user_id::text, attempts`.execute(db);
      return rows.sort((a, b) => Number(BigInt(a.delivery_id) - BigInt(b.delivery_id)));
    },

    /** Lists deliveries whose sender died, or could not write down what became of them. */
    async listInterrupted(integrationId: number): Promise<TakenDelivery[]> {
      const { rows } = await sql<TakenDelivery>`
        SELECT delivery_id::text, event, user_id::text, attempts FROM integration_deliveries
        WHERE integration_id = ${integrationId} AND state = 'sending'
        ORDER BY delivery_id LIMIT 1000`.execute(db);
      return rows;
    },

    /** Writes down what became of deliveries, of the requests and of the integration. @returns false: the lane is lost */
    async settle(
      lane: Lane,
      integrationId: number,
      settled: readonly Settled[],
      attempts: readonly NotedAttempt[],
      health: Health,
    ): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        const { rows } = await lanes.lock(lane).execute(transaction);
        if (rows.length === 0) return false;
        await writeDeliveries(transaction, integrationId, settled, lanes);
        await writeAttempts(transaction, integrationId, attempts);
        await writeHealth(transaction, integrationId, health, lanes);
        return true;
      });
    },
  };
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

async function writeDeliveries(
  db: Kysely<Tables>,
  integrationId: number,
  settled: readonly Settled[],
  lanes: Lanes,
): Promise<void> {
  const rows = settled.map(({ delivery, attemptIds, state, code, detail, dueInMs }) => ({
    ...{ delivery_id: delivery.delivery_id, attempt_ids: attemptIds, state, code, due_ms: dueInMs },
    detail: detail.replaceAll('\0', ''),
  }));
  const due = timeAfter(lanes.now(), 0);
  await sql`
    UPDATE integration_deliveries AS delivery SET
      state = outcome.state, code = outcome.code, detail = outcome.detail,
      attempt_ids = delivery.attempt_ids || outcome.attempt_ids,
      -- The ID of an erased user is kept no longer than it takes to pass the erasure on.
      event = CASE WHEN type = 'user.erased' AND outcome.state <> 'waiting'
        THEN jsonb_set(event, '{user}', 'null') ELSE event END,
      due_at = ${due} + outcome.due_ms * interval '1 millisecond',
      settled_at = CASE WHEN outcome.state = 'waiting' THEN NULL ELSE ${lanes.now()} END
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS outcome(
      delivery_id bigint, attempt_ids uuid[], state text, code text, detail text, due_ms float8)
    WHERE delivery.integration_id = ${integrationId} AND delivery.delivery_id = outcome.delivery_id
      AND delivery.state = 'sending'`.execute(db);
}

async function writeAttempts(
  db: Kysely<Tables>,
  integrationId: number,
  attempts: readonly NotedAttempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  const rows = attempts.map(({ startedAt, answer, ...attempt }) => ({
    ...attempt,
    started_at: new Date(startedAt).toISOString(),
    answer: answer.slice(0, answerLength).replaceAll('\0', ''),
  }));
  await sql`
    INSERT INTO integration_attempts (attempt_id, integration_id, deliveries, started_at, ms, status, code, answer)
    SELECT id, ${integrationId}, deliveries, started_at, ms, status, code, answer
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS attempt(
      id uuid, deliveries int, started_at timestamptz, ms int, status int, code text, answer text)`.execute(db);
}

async function writeHealth(db: Kysely<Tables>, integrationId: number, health: Health, lanes: Lanes): Promise<void> {
  const { failures, resumeInMs, problem, hasDelivered, isStopped } = health;
  await sql`
    UPDATE integrations SET
      failures = ${failures},
      failing_since = CASE WHEN ${failures}::int = 0 THEN NULL ELSE coalesce(failing_since, ${lanes.now()}) END,
      resume_at = ${resumeInMs === null ? null : timeAfter(lanes.now(), resumeInMs)},
      problem_at = CASE WHEN ${problem?.code ?? null}::text IS NULL THEN NULL
        WHEN problem_code = ${problem?.code ?? null} THEN problem_at ELSE ${lanes.now()} END,
      problem_code = ${problem?.code ?? null}, problem_detail = ${problem?.detail ?? ''},
      status = CASE WHEN ${isStopped} AND status = 'on' THEN 'stopped' ELSE status END,
      warned_at = CASE WHEN ${failures}::int = 0 THEN NULL ELSE warned_at END,
      last_delivered_at = CASE WHEN ${hasDelivered} THEN ${lanes.now()} ELSE last_delivered_at END
    WHERE integration_id = ${integrationId}`.execute(db);
}
