import { type Delivery, type DeliveryState, deliveryDays, type IntegrationEventType } from '@botscope/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { databaseTime, toIso } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { TakenDelivery } from './engine/delivery-store.ts';

const pageSize = 50;

interface LogRow extends Omit<TakenDelivery, 'attempts'> {
  type: IntegrationEventType;
  happened_at: Date;
  state: DeliveryState | 'sending';
  attempts: number;
  attempt_ids: string[];
  due_at: Date;
  settled_at: Date | null;
  code: string | null;
  detail: string;
  events: number;
}

export interface DeliveryFilter {
  state?: DeliveryState | undefined;
  type?: IntegrationEventType | undefined;
  before?: string | undefined;
}

/** Deliveries of an integration, and what owners do with them. */
export function createDeliveryLog(db: Kysely<Tables>, clock?: () => number) {
  const now = databaseTime(clock);
  const columns = sql`delivery_id::text, event, user_id::text, type, happened_at, state, attempts, attempt_ids, due_at,
    settled_at, code, detail, events`;

  /**
   * Makes deliveries wait again, with their IDs and the whole plan of attempts before them. Never as a first attempt: some
   * providers look for what they have only in later ones. @returns how many
   */
  async function repeat(id: number, condition: RawBuilder<unknown>): Promise<number> {
    const { numAffectedRows } = await sql`
      UPDATE integration_deliveries SET state = 'waiting', attempts = least(attempts, 1), due_at = ${now}, settled_at = NULL, code = NULL,
        detail = ''
      WHERE integration_id = ${id} AND state IN ('delivered', 'failed', 'unknown') AND ${condition}`.execute(db);
    return Number(numAffectedRows ?? 0);
  }
  const inPeriod = (from: string, until: string): RawBuilder<unknown> =>
    sql`happened_at >= ${from}::timestamptz AND happened_at < ${until}::timestamptz`;

  return {
    async list(id: number, { state, type, before }: DeliveryFilter): Promise<{ items: Delivery[]; more: boolean }> {
      const states = state === 'waiting' ? ['waiting', 'sending'] : state === undefined ? null : [state];
      const { rows } = await sql<LogRow>`
        SELECT ${columns} FROM integration_deliveries
        WHERE integration_id = ${id}
          ${states === null ? sql`` : sql`AND state = ANY(${states}::text[])`}
          ${type === undefined ? sql`` : sql`AND type = ${type}`}
          ${before === undefined ? sql`` : sql`AND delivery_id < ${before}::bigint`}
        ORDER BY delivery_id DESC LIMIT ${pageSize + 1}`.execute(db);
      return { items: rows.slice(0, pageSize).map(presentDelivery), more: rows.length > pageSize };
    },
    /** @throws AppError NotFound */
    async one(id: number, deliveryId: string) {
      const { rows } = await sql<LogRow>`
        SELECT ${columns} FROM integration_deliveries
        WHERE integration_id = ${id} AND delivery_id = ${deliveryId}::bigint`.execute(db);
      const [row] = rows;
      if (row === undefined) throw new AppError('NotFound', { field: 'delivery_id' });
      const attempts = await db
        .selectFrom('integration_attempts')
        .selectAll()
        .where('integration_id', '=', id)
        .where(
          'attempt_id',
          'in',
          row.attempt_ids.length === 0 ? ['00000000-0000-0000-0000-000000000000'] : row.attempt_ids,
        )
        .orderBy('started_at')
        .execute();
      return {
        row,
        delivery: presentDelivery(row),
        attempts: attempts.map(({ started_at, ms, status, code, deliveries, answer }) => ({
          ...{ at: toIso(started_at) ?? '', ms, status, code, deliveries, answer },
        })),
      };
    },
    retry: (id: number, deliveryIds: readonly string[]): Promise<number> =>
      repeat(id, sql`delivery_id = ANY(${[...deliveryIds]}::bigint[])`),
    retryAll: (id: number, state: 'failed' | 'unknown'): Promise<number> => repeat(id, sql`state = ${state}`),
    replay: (id: number, from: string, until: string): Promise<number> => repeat(id, inPeriod(from, until)),
    async countReplay(id: number, from: string, until: string): Promise<number> {
      const { rows } = await sql<{ count: string | number }>`
        SELECT count(*) AS count FROM integration_deliveries
        WHERE integration_id = ${id} AND state IN ('delivered', 'failed', 'unknown') AND ${inPeriod(from, until)}`.execute(
        db,
      );
      return Number(rows[0]?.count ?? 0);
    },
    /** Requests of the bin, the newest first. */
    async binRequests(id: number) {
      const rows = await db
        .selectFrom('integration_bin_requests')
        .select(['received_at', 'request'])
        .where('integration_id', '=', id)
        .orderBy('request_id', 'desc')
        .execute();
      return rows.map(({ received_at, request }) => ({ at: toIso(received_at) ?? '', request }));
    },
    /**
     * Deletes what ended longer ago than is kept, and counts it in `integration_days`. What still waits after as long is
     * given up. One transaction, so that no figure is wrong for a moment. @returns how many deliveries
     */
    async forgetOld(nowMs: number): Promise<number> {
      const before = new Date(nowMs - deliveryDays * 24 * 3_600_000);
      const { rows } = await sql<{ count: string | number }>`
        WITH gone AS (
          DELETE FROM integration_deliveries
          WHERE created_at < ${before} AND state <> 'sending' AND coalesce(settled_at, created_at) < ${before}
          RETURNING integration_id, CASE state WHEN 'waiting' THEN 'failed' ELSE state END AS state, events,
            coalesce(settled_at, ${now}) AS ended_at
        ), counted AS (
          INSERT INTO integration_days AS day (integration_id, day, state, events)
          SELECT integration_id, (ended_at AT TIME ZONE 'UTC')::date, state, sum(events) FROM gone GROUP BY 1, 2, 3
          ON CONFLICT (integration_id, day, state) DO UPDATE SET events = day.events + excluded.events
        ), forgotten AS (
          DELETE FROM integration_attempts WHERE started_at < ${before}
        )
        SELECT count(*) AS count FROM gone`.execute(db);
      return Number(rows[0]?.count ?? 0);
    },
  };
}

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

function presentDelivery(row: LogRow): Delivery {
  const waits = row.state === 'waiting' || row.state === 'sending';
  return {
    ...{ delivery_id: row.delivery_id, type: row.type, at: toIso(row.happened_at) ?? '', attempts: row.attempts },
    user_id: row.user_id === null ? null : Number(row.user_id),
    state: row.state === 'sending' ? 'waiting' : row.state,
    due_at: waits ? toIso(row.due_at) : null,
    settled_at: waits ? null : toIso(row.settled_at),
    ...{ code: row.code, detail: row.detail, events: row.events },
  };
}
