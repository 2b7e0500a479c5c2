import { type Kysely, sql } from 'kysely';
import type { EventConsumer } from '../../../events/consumers/event-consumer.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { type FileConsumerDeps, planPastFiles } from '../files/file-consumer.ts';
import { sendsFiles } from '../files/sends-files.ts';
import { readPrivacy, readSelection } from '../integration-row.ts';
import type { ActiveIntegration } from './active-integrations.ts';
import { type ConsumerDeps, createWatch } from './integration-consumer.ts';

/** Starts to write down events from before an integration. One at a time: a second one begins where it is earlier. */
export async function startBackfill(db: Kysely<Tables>, integrationId: number, since: Date): Promise<void> {
  await sql`
    INSERT INTO integration_backfills (integration_id, since, until)
    SELECT integration_id, ${since}, active_since FROM integrations
    WHERE integration_id = ${integrationId} AND active_since > ${since}`.execute(db);
}

async function load(db: Kysely<Tables>, backfillId: number) {
  const row = await db
    .selectFrom('integration_backfills')
    .innerJoin('integrations', 'integrations.integration_id', 'integration_backfills.integration_id')
    .selectAll('integrations')
    .select(['since', 'until'])
    .where('backfill_id', '=', backfillId)
    .executeTakeFirst();
  return row ?? null;
}

const toActive = (row: NonNullable<Awaited<ReturnType<typeof load>>>): ActiveIntegration => ({
  ...{ id: row.integration_id, key: row.key, priority: 1 },
  ...{ selection: readSelection(row.selection), privacy: readPrivacy(row.privacy) },
  ...{ activeSince: new Date(row.since).getTime(), activeUntil: new Date(row.until).getTime() },
});

/**
 * Writes down the past for integrations whose owners asked for it. Subjects are these requests, so the events of now have
 * a cursor of their own and do not wait.
 */
export function createBackfillConsumer(deps: ConsumerDeps & FileConsumerDeps): EventConsumer {
  const { db, wakeSender } = deps;
  const watch = createWatch(deps, { hasUploads: true });
  return {
    name: 'integration-backfills',
    subjects: sql`
      SELECT backfill_id::text AS subject, bot_key
      FROM integration_backfills JOIN integrations USING (integration_id) WHERE finished_at IS NULL`,
    wakeOn: 'integrations-changed',
    async consume(turn) {
      const backfillId = Number(turn.subject);
      const row = await load(db, backfillId);
      if (row === null) return;
      const count = sendsFiles(row.provider)
        ? await planPastFiles(deps, turn, row, new Date(row.since).getTime())
        : await watch(turn, [toActive(row)]);
      await sql`
        UPDATE integration_backfills SET events = events + ${count}, finished_at = now()
        WHERE backfill_id = ${backfillId}`.execute(db);
      wakeSender();
    },
  };
}
