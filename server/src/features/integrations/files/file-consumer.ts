import { type Kysely, sql } from 'kysely';
import type { EventConsumer, EventCursor, Turn } from '../../../events/consumers/event-consumer.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { dayMs, hourMs, minuteMs } from '../../../platform/time-units.ts';
import { type IntegrationRow, readPrivacy, readSelection } from '../integration-row.ts';
import { type FilePlan, type PlanDeps, planFiles } from './plan-files.ts';
import { fileProviders } from './sends-files.ts';

/** An hour is closed so long after its end, ms: nearly all of its events are there. */
const closingMs = 10 * minuteMs;
/** Hours of the last two days are counted again in every deep turn: late events belong to them. */
const recountedMs = 2 * dayMs;
/** Deliveries are forgotten after 30 days: hours before are not written down a second time. */
const rememberedMs = 29 * dayMs;

const floorTo = (at: number, step: number): number => Math.floor(at / step) * step;

export interface FileConsumerDeps extends PlanDeps {
  now: () => number;
  /** The name of a bot; null once it is gone. */
  nameOf: (bot: string) => Promise<string | null>;
  /** Unix ms from which the events of a bot are kept whole. */
  keptFrom: (bot: string) => Promise<number>;
  wakeSender: () => void;
}

/**
 * Writes down a file for each hour that is over, of integrations that send files. Subjects are these integrations: the
 * cursor says which process does it, and its deep turns find what came late.
 */
export function createFileConsumer(deps: FileConsumerDeps): EventConsumer {
  const { db, now, wakeSender } = deps;
  const plannedUntil = new WeakMap<EventCursor, number>();
  return {
    name: 'integration-files',
    subjects: sql`
      SELECT integration_id::text AS subject, bot_key FROM integrations
      WHERE provider = ANY(${[...fileProviders]}::text[])`,
    wakeOn: 'integrations-changed',
    async consume(turn) {
      const until = floorTo(now() - closingMs, hourMs);
      const planned = plannedUntil.get(turn.cursor);
      if (!turn.isDeep && planned === until) return;
      const row = await loadIntegration(db, Number(turn.subject));
      if (row === undefined) return;
      const from =
        turn.isDeep || planned === undefined || planned > until ? await findUnplanned(db, row, until) : planned;
      const begin = Math.max(from, floorTo(new Date(row.active_since).getTime(), hourMs));
      const events = await plan(deps, turn, row, { from: begin, until, stepMs: hourMs, priority: 0 });
      plannedUntil.set(turn.cursor, until);
      if (events > 0) wakeSender();
    },
  };
}

/**
 * Writes down files of the past: of whole days before the day of the integration, and of hours of that day.
 * @returns the number of their events
 */
export async function planPastFiles(deps: FileConsumerDeps, turn: Turn, row: IntegrationRow, since: number) {
  const until = pastEnd(new Date(row.active_since));
  const today = floorTo(until, dayMs);
  const days = { from: pastBegin(since), until: today, stepMs: dayMs, priority: 1 } as const;
  const hours = { from: today, until, stepMs: hourMs, priority: 1 } as const;
  return (await plan(deps, turn, row, days)) + (await plan(deps, turn, row, hours));
}

/** Files of the past are of whole days. */
export const pastBegin = (since: number): number => floorTo(since, dayMs);
export const pastEnd = (activeSince: Date): number => floorTo(activeSince.getTime(), hourMs);

async function plan(
  deps: FileConsumerDeps,
  { bot, lock }: Turn,
  row: IntegrationRow,
  part: Pick<FilePlan, 'from' | 'until' | 'stepMs' | 'priority'>,
): Promise<number> {
  const name = await deps.nameOf(bot);
  if (name === null) return 0;
  const from = Math.max(part.from, await deps.keptFrom(bot));
  if (from >= part.until) return 0;
  const integration = {
    ...{ id: row.integration_id, key: row.key, bot: { key: bot, name } },
    ...{ selection: readSelection(row.selection), privacy: readPrivacy(row.privacy) },
  };
  return planFiles(deps, { ...integration, ...part, from }, lock);
}

const loadIntegration = (db: Kysely<Tables>, id: number): Promise<IntegrationRow | undefined> =>
  db.selectFrom('integrations').selectAll().where('integration_id', '=', id).executeTakeFirst();

/** The first hour that may have no file, or one with other events than it has by now. */
async function findUnplanned(db: Kysely<Tables>, row: IntegrationRow, until: number): Promise<number> {
  const { rows } = await sql<{ last: Date | null }>`
    SELECT max(happened_at) AS last FROM integration_deliveries
    WHERE integration_id = ${row.integration_id} AND type = 'events.file' AND priority = 0
`.execute(db);
  const last = rows[0]?.last;
  return Math.min(until - recountedMs, last == null ? until - rememberedMs : new Date(last).getTime());
}
