import type { IntegrationPrivacy, IntegrationSelection } from '@botscope/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { EventStore } from '../../../events/store/event-store.ts';
import { databaseTime } from '../../../platform/metadata/database-time.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import type { Sealer } from '../../../platform/outgoing/sealer.ts';
import { dayMs } from '../../../platform/time-units.ts';
import { buildEvent } from '../events/build-event.ts';
import { noFacts } from '../events/user-facts.ts';
import { countFiles, type FileCount } from './file-sql.ts';

export interface PlanDeps {
  db: Kysely<Tables>;
  store: Pick<EventStore, 'query'>;
  sealer: Pick<Sealer, 'hash'>;
  clock?: (() => number) | undefined;
}

export interface FilePlan {
  id: number;
  key: string;
  bot: { key: string; name: string };
  selection: IntegrationSelection;
  privacy: IntegrationPrivacy;
  /** Unix ms, at hours or days; the end exclusive. */
  from: number;
  until: number;
  /** An hour or a day. */
  stepMs: number;
  /** 0: as it happens; 1: of the past. */
  priority: 0 | 1;
}

/** Rows of one statement. */
const rowsOfStatement = 1_000;

/**
 * Writes down the files of a time that have events. One whose number of events has changed waits again; one that is being
 * sent is looked at by the next plan. `lock`: see `Turn`.
 * @returns the number of events in files that wait now
 */
export async function planFiles(deps: PlanDeps, plan: FilePlan, lock: RawBuilder<unknown>): Promise<number> {
  const { db, store } = deps;
  const { bot, selection, from, until, stepMs } = plan;
  const counts = await countFiles(store, { bot: bot.key, types: selection.types, from, until, stepMs });
  const files = [...counts, ...(await listEmptied(db, plan, counts))];
  let events = 0;
  for (let index = 0; index < files.length; index += rowsOfStatement)
    events += await insert(deps, plan, files.slice(index, index + rowsOfStatement), lock);
  return events;
}

const fileKey = (from: number, stepMs: number): string =>
  `file:${new Date(from).toISOString().slice(0, stepMs === dayMs ? 10 : 13)}`;

/** Files whose events are all gone: their users were erased. */
async function listEmptied(db: Kysely<Tables>, plan: FilePlan, counts: readonly FileCount[]): Promise<FileCount[]> {
  const keys = counts.map(({ from }) => fileKey(from, plan.stepMs));
  const { rows } = await sql<{ happened_at: Date }>`
    SELECT happened_at FROM integration_deliveries
    WHERE integration_id = ${plan.id} AND type = 'events.file' AND events > 0 AND priority = ${plan.priority}
      AND happened_at >= ${new Date(plan.from)} AND happened_at < ${new Date(plan.until)}
      AND length(event_key) = ${fileKey(0, plan.stepMs).length} AND event_key <> ALL(${keys}::text[])`.execute(db);
  return rows.map(({ happened_at: at }) => ({ from: new Date(at).getTime(), events: 0 }));
}

async function insert(
  { db, sealer, clock }: PlanDeps,
  { id, key, bot, privacy, stepMs, priority }: FilePlan,
  files: readonly FileCount[],
  lock: RawBuilder<unknown>,
): Promise<number> {
  const now = databaseTime(clock);
  const rows = files.map(({ from, events }) => {
    const event_key = fileKey(from, stepMs);
    const data = { from: new Date(from).toISOString(), until: new Date(from + stepMs).toISOString(), events };
    const parts = { key: event_key, type: 'events.file', at: from, userId: null, data } as const;
    return {
      event_key,
      happened_at: data.from,
      events,
      event: buildEvent({ key, privacy }, bot, parts, noFacts, sealer),
    };
  });
  const { rows: changed } = await sql<{ events: number }>`
    WITH own AS (${lock}), integration AS (
      SELECT integration_id FROM integrations WHERE integration_id = ${id} AND EXISTS (SELECT FROM own) FOR SHARE
    )
    INSERT INTO integration_deliveries AS delivery
      (integration_id, event_key, type, happened_at, event, events, priority, created_at, due_at)
    SELECT integration_id, event_key, 'events.file', happened_at, event, events, ${priority}, ${now}, ${now}
    FROM integration, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given(
      event_key text, happened_at timestamptz, events int, event jsonb)
    ON CONFLICT (integration_id, event_key) DO UPDATE SET
      events = excluded.events, event = excluded.event, state = 'waiting', attempts = 0, created_at = excluded.created_at,
      due_at = excluded.due_at, settled_at = NULL, code = NULL, detail = ''
    WHERE delivery.events <> excluded.events AND delivery.state <> 'sending'
    RETURNING events`.execute(db);
  return changed.reduce((sum, { events }) => sum + events, 0);
}
