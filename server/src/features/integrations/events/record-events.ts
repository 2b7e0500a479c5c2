import { type IntegrationEvent, integrationEventKinds, parseRules } from '@botscope/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { runQuery } from '../../../analytics/query/run-query.ts';
import type { ReportSettings } from '../../../analytics/reports/report.ts';
import { selectUsers } from '../../../analytics/users/users-query.ts';
import type { EventStore } from '../../../events/store/event-store.ts';
import { databaseTime } from '../../../platform/metadata/database-time.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import type { Sealer } from '../../../platform/outgoing/sealer.ts';
import type { ActiveIntegration } from './active-integrations.ts';
import { buildEvent } from './build-event.ts';
import type { FoundEvent } from './find-events.ts';
import { loadUserFacts, noFacts } from './user-facts.ts';

export interface RecordDeps {
  db: Kysely<Tables>;
  store: Pick<EventStore, 'query' | 'rollup'>;
  sealer: Pick<Sealer, 'hash'>;
  isErased: (bot: string, userId: number) => boolean;
  now: () => number;
  clock?: (() => number) | undefined;
}

/** An event of the store, or one that a feature published. */
export type RecordedEvent = Omit<FoundEvent, 'type' | 'userId'> & {
  type: IntegrationEvent['type'];
  userId: number | null;
};

/** Rows of one statement: each has a body of a kilobyte or so. */
const rowsOfStatement = 1_000;

/** Writes down the events that integrations of a bot are to send: each once for each integration. */
export function createEventRecorder({ db, store, sealer, isErased, now, clock }: RecordDeps) {
  /** Users of those whom the rules of an integration select. */
  async function selectMembers(settings: ReportSettings, rulesText: string, userIds: readonly number[]) {
    const rules = parseRules(rulesText);
    if (rules === null) return new Set<number>();
    const users = await selectUsers({ store, now }, { settings, rules, search: '', number: '' });
    const statement = users.statement(
      (from, condition) =>
        `SELECT user_id FROM ${from.allUsers} AND user_id IN {event_users:Array(Int64)} AND ${condition}`,
      { event_users: [...userIds] },
    );
    const rows = await runQuery<{ user_id: number }>(store, statement, { tag: `integrations/${settings.bot}` });
    return new Set(rows.map((row) => row.user_id));
  }

  async function select(
    settings: ReportSettings,
    integration: ActiveIntegration,
    events: readonly RecordedEvent[],
  ): Promise<RecordedEvent[]> {
    const { selection, activeSince, activeUntil } = integration;
    const chosen = events.filter(
      ({ type, at, targetId, name, amount, userId }) =>
        at >= activeSince &&
        at < activeUntil &&
        selection.types.includes(type) &&
        (targetId === null || selection.targets.length === 0 || selection.targets.includes(targetId)) &&
        (name === null || selection.names.length === 0 || selection.names.includes(name)) &&
        (amount === null || amount >= selection.min_amount) &&
        (userId === null || userId === 0 || !isErased(settings.bot, userId)),
    );
    if (selection.rules === '' || chosen.length === 0) return chosen;
    const members = await selectMembers(settings, selection.rules, listUsers(chosen));
    return chosen.filter(({ userId }) => userId === null || userId === 0 || members.has(userId));
  }

  /** @returns how many were new */
  async function insert(
    { id, priority }: ActiveIntegration,
    lock: RawBuilder<unknown>,
    rows: readonly Record<string, unknown>[],
  ): Promise<number> {
    const { numAffectedRows } = await sql`
      WITH own AS (${lock}), integration AS (
        SELECT integration_id FROM integrations WHERE integration_id = ${id} AND EXISTS (SELECT FROM own) FOR SHARE
      )
      INSERT INTO integration_deliveries
        (integration_id, event_key, type, user_id, happened_at, event, priority, created_at, due_at)
      SELECT integration_id, event_key, type, user_id, happened_at, event, ${priority}, ${databaseTime(clock)},
        ${databaseTime(clock)}
      FROM integration, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(
        event_key text, type text, user_id bigint, happened_at timestamptz, event jsonb)
      ON CONFLICT DO NOTHING`.execute(db);
    return Number(numAffectedRows ?? 0);
  }

  return async (
    settings: ReportSettings,
    bot: IntegrationEvent['bot'],
    integrations: readonly ActiveIntegration[],
    lock: RawBuilder<unknown>,
    events: readonly RecordedEvent[],
  ): Promise<number> => {
    const chosen = await Promise.all(
      integrations.map(async (each) => ({ integration: each, events: await select(settings, each, events) })),
    );
    const facts = await loadUserFacts(store, bot.key, listUsers(chosen.flatMap((each) => each.events)), now());
    let count = 0;
    for (const { integration, events: chosenEvents } of chosen) {
      // Updates of one push have one moment of receipt, and users expect the order in which they acted.
      const ordered = chosenEvents.toSorted((a, b) => a.at - b.at);
      const rows = ordered.map((event) => {
        const userId = integrationEventKinds[event.type].about === 'user' ? event.userId : null;
        const body = buildEvent(
          integration,
          bot,
          { ...event, userId },
          facts.get(event.userId ?? 0) ?? noFacts,
          sealer,
        );
        return {
          ...{ event_key: event.key, type: event.type, user_id: event.userId || null, event: body },
          happened_at: new Date(event.at).toISOString(),
        };
      });
      for (let from = 0; from < rows.length; from += rowsOfStatement)
        count += await insert(integration, lock, rows.slice(from, from + rowsOfStatement));
    }
    return count;
  };
}

const listUsers = (events: readonly RecordedEvent[]): number[] => [
  ...new Set(events.flatMap(({ userId }) => (userId === null || userId === 0 ? [] : userId))),
];
