import { type Kysely, sql } from 'kysely';
import { databaseTime, timeAfter } from '../../platform/metadata/database-time.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { stopAfterMs, warnAfterMs } from './engine/retry-plan.ts';

interface FailingRow {
  integration_id: number;
  bot_key: string;
  name: string;
  owner: string | null;
  code: 'failing' | 'stopped';
  /** Unix s. */
  since: string | number;
}

/**
 * Notifies the owner of a bot of integrations that have failed for hours, and of those that were stopped; stops those that
 * failed for days. Each is notified of once: a notification that is sent again has the same key.
 */
export function createWatchFailing(
  db: Kysely<Tables>,
  notifications: Pick<Notifications, 'notify'>,
  clock?: () => number,
): () => Promise<number> {
  const now = databaseTime(clock);
  return async () => {
    await sql`
      UPDATE integrations SET status = 'stopped', problem_at = ${now}
      WHERE status = 'on' AND failing_since < ${timeAfter(now, -stopAfterMs)}`.execute(db);
    const { rows } = await sql<FailingRow>`
      SELECT integration_id, bot_key, integration.name, bots.account_key AS owner,
        CASE integration.status WHEN 'stopped' THEN 'stopped' ELSE 'failing' END AS code,
        extract(epoch FROM coalesce(problem_at, failing_since))::bigint AS since
      FROM integrations AS integration JOIN bots ON bots.key = integration.bot_key
      WHERE integration.status = 'stopped' AND (warned_at IS NULL OR warned_at < problem_at)
        OR integration.status = 'on' AND warned_at IS NULL AND failing_since < ${timeAfter(now, -warnAfterMs)}`.execute(
      db,
    );
    for (const { integration_id: id, bot_key: botKey, name, owner, code, since } of rows) {
      const notification = { kind: 'integration', code, botKey, detail: name } as const;
      if (owner !== null) await notifications.notify(owner, notification, `integration ${id} ${code} ${since}`);
      await sql`UPDATE integrations SET warned_at = ${now} WHERE integration_id = ${id}`.execute(db);
    }
    return rows.length;
  };
}
