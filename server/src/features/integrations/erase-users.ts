import type { IntegrationPrivacy } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { numbersPattern } from '../../platform/whole-numbers.ts';
import type { UserData } from '../feature.ts';
import { buildEvent, hashedUserId } from './events/build-event.ts';
import { noFacts } from './events/user-facts.ts';

/** An event for each integration that wants to know; it is sent without another look at the store. */
async function publishErased({ db, sealer }: EraseDeps, bot: string, userIds: readonly number[]): Promise<void> {
  const { rows: integrations } = await sql<{
    integration_id: number;
    key: string;
    privacy: IntegrationPrivacy;
    bot_name: string;
  }>`
    SELECT integration_id, integration.key, privacy, bots.bot_name
    FROM integrations AS integration JOIN bots ON bots.key = integration.bot_key
    WHERE integration.bot_key = ${bot} AND selection -> 'types' ? 'user.erased'`.execute(db);
  const at = Date.now();
  for (const { integration_id: id, key, privacy, bot_name: name } of integrations) {
    const rows = userIds.map((userId) => {
      // Of the day, since a user may come back and be erased again.
      const event_key = `user.erased:${hashedUserId(sealer, key, userId)}:${new Date(at).toISOString().slice(0, 10)}`;
      const parts = { key: event_key, type: 'user.erased', at, userId, data: {} } as const;
      return { event_key, event: buildEvent({ key, privacy }, { key: bot, name }, parts, noFacts, sealer) };
    });
    await sql`
      INSERT INTO integration_deliveries (integration_id, event_key, type, happened_at, event, created_at, due_at)
      SELECT ${id}, event_key, 'user.erased', now(), event, now(), now()
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(event_key text, event jsonb)
      ON CONFLICT DO NOTHING`.execute(db);
  }
}

interface EraseDeps {
  db: Kysely<Tables>;
  sealer: Pick<Sealer, 'hash'>;
}

/**
 * Rows about users. What an integration sent is counted on, so figures still sum up; that a user was erased is an
 * event of its own, for those that follow it.
 */
export const eraseFromIntegrations = (deps: EraseDeps): UserData[] => [
  ...redactedWords(deps.db),
  ...(['integration_deliveries', 'integration_memory', 'integration_bin_requests'] as const).map((name) => ({
    name,
    async erase(bot: string, userIds: readonly number[]): Promise<number> {
      const { db } = deps;
      const ofUsers = sql`user_id = ANY(${[...userIds]}::bigint[]) AND integration_id IN (
        SELECT integration_id FROM integrations WHERE bot_key = ${bot})`;
      if (name !== 'integration_deliveries') {
        const { numAffectedRows } = await sql`DELETE FROM ${sql.table(name)} WHERE ${ofUsers}`.execute(db);
        return Number(numAffectedRows ?? 0);
      }
      const { rows } = await sql<{ count: string | number }>`
        WITH gone AS (
          DELETE FROM integration_deliveries WHERE ${ofUsers}
          RETURNING integration_id, CASE WHEN state IN ('waiting', 'sending') THEN 'failed' ELSE state END AS state, events,
            coalesce(settled_at, now()) AS ended_at
        ), counted AS (
          INSERT INTO integration_days AS day (integration_id, day, state, events)
          SELECT integration_id, (ended_at AT TIME ZONE 'UTC')::date, state, sum(events) FROM gone GROUP BY 1, 2, 3
          ON CONFLICT (integration_id, day, state) DO UPDATE SET events = day.events + excluded.events
        )
        SELECT count(*) AS count FROM gone`.execute(db);
      await publishErased(deps, bot, userIds);
      return Number(rows[0]?.count ?? 0);
    },
  })),
];

/** Shorter numbers in a text are counts or codes: Telegram gives users longer ones. */
const shortestId = 10_000;

/** Words of providers, which may name a user by the ID that they were sent. */
const redactedWords = (db: Kysely<Tables>): UserData[] =>
  (
    [
      ['integration_attempts', 'answer'],
      ['integrations', 'problem_detail'],
    ] as const
  ).map(([table, column]) => ({
    name: table,
    async erase(bot: string, userIds: readonly number[]): Promise<number> {
      const ids = userIds.filter((id) => id >= shortestId);
      if (ids.length === 0) return 0;
      const [text, pattern] = [sql.ref(column), numbersPattern(ids)];
      const { numAffectedRows } = await sql`
        UPDATE ${sql.table(table)} SET ${text} = regexp_replace(${text}, ${pattern}, '…', 'g')
        WHERE ${text} ~ ${pattern} AND integration_id IN (SELECT integration_id FROM integrations WHERE bot_key = ${bot})`.execute(
        db,
      );
      return Number(numAffectedRows ?? 0);
    },
  }));
