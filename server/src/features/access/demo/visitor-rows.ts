import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import { lockBot } from '../../../platform/metadata/lock-bot.ts';
import type { Tables } from '../../../platform/metadata/tables.ts';
import { dayMs } from '../../../platform/time-units.ts';
import { currentVisitor } from './visitor.ts';

/** The tables with a column `visitor`: rows of the demo that one visitor alone sees, for a day. */
const tables = {
  segments: { id: 'segment_id', isPresent: sql<boolean>`removed_at IS NULL` },
  campaigns: { id: 'campaign_id', isPresent: sql<boolean>`true` },
  campaign_files: { id: 'id', isPresent: sql<boolean>`true` },
} as const satisfies { [Table in keyof Tables]?: { id: keyof Tables[Table]; isPresent: RawBuilder<boolean> } };
type VisitorTable = keyof typeof tables;

/**
 * Limits of a visitor of the demo, archived campaigns included; addresses of visitors are counted besides (`demo-…` in
 * platform/attempts.ts). `rows` are those of one visitor and of all.
 */
export const visitorLimits = {
  rows: {
    segments: { own: 20, all: 2_000 },
    campaigns: { own: 5, all: 200 },
    campaign_files: { own: 5, all: 100 },
  },
  fileBytes: 2 * 1_048_576,
  recipients: 500,
} as const;
const keptMs = dayMs;

/** Selects the bot's own rows and those of the current visitor: all of a bot that is not the demo. */
export function isVisible(table: VisitorTable): RawBuilder<boolean> {
  const visitor = currentVisitor();
  const column = sql.ref(`${table}.visitor`);
  return visitor === undefined
    ? sql<boolean>`${column} IS NULL`
    : sql<boolean>`(${column} IS NULL OR ${column} = ${visitor})`;
}

/** Selects the rows that the current visitor may change; without one, those of the bot itself. */
export function isOwn(table: VisitorTable): RawBuilder<boolean> {
  const visitor = currentVisitor();
  const column = sql.ref(`${table}.visitor`);
  return visitor === undefined ? sql<boolean>`${column} IS NULL` : sql<boolean>`${column} = ${visitor}`;
}

/** False for rows of the demo itself where a visitor looks: everyone sees them. */
export function mayChange(row: { visitor: string | null }): boolean {
  const visitor = currentVisitor();
  return visitor === undefined || row.visitor === visitor;
}

/** Counts what visitors keep with the bot locked: two rows at once could be one too many. @throws AppError TooManyInDemo, Overloaded */
export async function assertRoomForVisitor(
  transaction: Transaction<Tables>,
  table: VisitorTable,
  bot: string,
): Promise<void> {
  await lockBot(transaction, bot);
  const { rows } = await sql<{ own: number; all: number }>`
    SELECT count(*) FILTER (WHERE visitor = ${currentVisitor()} AND ${tables[table].isPresent})::int AS own,
      count(*)::int AS "all"
    FROM ${sql.table(table)} WHERE bot_key = ${bot} AND visitor IS NOT NULL`.execute(transaction);
  const { own, all } = rows[0] ?? { own: 0, all: 0 };
  const limit = visitorLimits.rows[table];
  if (own >= limit.own) throw new AppError('TooManyInDemo');
  if (all >= limit.all) throw new AppError('Overloaded');
}

/** Checks of one row, before a handler runs that finds it by its ID. */
export function createVisitorRows(db: Kysely<Tables>) {
  /** Null: everyone's; undefined: there is none. */
  async function findVisitor(table: VisitorTable, bot: string, id: number | string) {
    const { rows } = await sql<{ visitor: string | null }>`
      SELECT visitor FROM ${sql.table(table)}
      WHERE bot_key = ${bot} AND ${sql.ref(tables[table].id)} = ${id} AND ${tables[table].isPresent}`.execute(db);
    return rows[0]?.visitor;
  }

  return {
    /** @throws AppError NotFound for what another visitor made */
    async assertVisible(table: VisitorTable, bot: string, id: number | string, field: string): Promise<void> {
      const owner = await findVisitor(table, bot, id);
      if (owner === undefined || (owner !== null && owner !== currentVisitor()))
        throw new AppError('NotFound', { field });
    },

    /** @throws AppError NotFound, AccessDenied for what everyone sees */
    async assertOwn(table: VisitorTable, bot: string, id: number | string, field: string): Promise<void> {
      const owner = await findVisitor(table, bot, id);
      if (owner === null) throw new AppError('AccessDenied');
      if (owner !== currentVisitor() || owner === undefined) throw new AppError('NotFound', { field });
    },
  };
}

export type VisitorRows = ReturnType<typeof createVisitorRows>;

/**
 * A job: deletes what visitors saved more than a day ago, campaigns with their recipients; files follow when no campaign
 * names them.
 */
export async function forgetVisitorRows(db: Kysely<Tables>, now: number): Promise<Record<string, number>> {
  const before = new Date(now - keptMs);
  const counts: Record<string, number> = {};
  for (const table of ['campaigns', 'segments'] as const) {
    const { numAffectedRows } = await sql`
      DELETE FROM ${sql.table(table)} WHERE visitor IS NOT NULL AND created_at < ${before}`.execute(db);
    counts[table] = Number(numAffectedRows);
  }
  return counts;
}
