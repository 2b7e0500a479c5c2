import type { Integration } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { toIso } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { loadFigures } from './figures.ts';
import { type IntegrationRow, readPrivacy, readSelection } from './integration-row.ts';

/** Rows of integrations, as the dashboard shows them. */
export function createIntegrationStore(db: Kysely<Tables>, clock?: () => number) {
  async function present(rows: readonly IntegrationRow[]): Promise<Integration[]> {
    const ids = rows.map(({ integration_id: id }) => id);
    const [figures, backfills] = await Promise.all([loadFigures(db, ids, clock), loadBackfills(ids)]);
    return rows.map((row) => {
      const {
        figures: counts,
        deliveredToday,
        lagSeconds,
      } = figures.get(row.integration_id) ?? {
        ...{
          figures: { matched: 0, waiting: 0, delivered: 0, failed: 0, unknown: 0 },
          deliveredToday: 0,
          lagSeconds: 0,
        },
      };
      return {
        ...{
          integration_key: row.key,
          bot_key: row.bot_key,
          provider: row.provider,
          name: row.name,
          status: row.status,
        },
        problem:
          row.problem_code === null || row.problem_at === null
            ? null
            : { code: row.problem_code, detail: row.problem_detail, since: toIso(row.problem_at) ?? '' },
        ...{ settings: row.settings, secrets: row.hints },
        ...{ selection: readSelection(row.selection), privacy: readPrivacy(row.privacy) },
        ...{ created_at: toIso(row.created_at) ?? '', last_delivered_at: toIso(row.last_delivered_at) },
        ...{ figures: counts, delivered_today: deliveredToday, lag_seconds: lagSeconds },
        backfill: backfills.get(row.integration_id) ?? null,
      };
    });
  }

  async function loadBackfills(ids: readonly number[]): Promise<Map<number, NonNullable<Integration['backfill']>>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom('integration_backfills')
      .selectAll()
      .where('integration_id', 'in', [...ids])
      .where('finished_at', 'is', null)
      .orderBy('backfill_id')
      .execute();
    return new Map(
      rows.map((row) => [
        row.integration_id,
        { from: toIso(row.since) ?? '', until: toIso(row.until) ?? '', events: row.events },
      ]),
    );
  }

  return {
    present,
    async listOfBots(bots: readonly string[]): Promise<IntegrationRow[]> {
      if (bots.length === 0) return [];
      return db
        .selectFrom('integrations')
        .selectAll()
        .where('bot_key', 'in', [...bots])
        .orderBy('integration_id', 'desc')
        .execute();
    },
    find: (bot: string, key: string): Promise<IntegrationRow | undefined> =>
      db.selectFrom('integrations').selectAll().where('bot_key', '=', bot).where('key', '=', key).executeTakeFirst(),
    /** What waits is sent at once, or ends as skipped. A problem is over: the owner has seen it. */
    async resume(id: number, waiting: 'send' | 'skip'): Promise<void> {
      await db.transaction().execute(async (transaction) => {
        const now = clock === undefined ? sql<Date>`now()` : sql<Date>`${new Date(clock())}`;
        if (waiting === 'skip') {
          await sql`
            UPDATE integration_deliveries SET state = 'failed', code = 'skipped', detail = '', settled_at = ${now}
            WHERE integration_id = ${id} AND state = 'waiting'`.execute(transaction);
        } else {
          await sql`
            UPDATE integration_deliveries SET due_at = ${now}
            WHERE integration_id = ${id} AND state = 'waiting' AND due_at > ${now}`.execute(transaction);
        }
        await sql`
          UPDATE integrations SET status = 'on', failures = 0, failing_since = NULL, resume_at = NULL,
            problem_code = NULL, problem_detail = '', problem_at = NULL, warned_at = NULL
          WHERE integration_id = ${id}`.execute(transaction);
      });
    },
  };
}
