import type { IntegrationUser, TicketVisit } from '@botscope/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { inChunks } from '../../platform/metadata/jsonb.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { toVisit } from './claim-tickets.ts';

/** What other tools know a user of the bot by. */
export type KnownVisitor = IntegrationUser['site'];
/** Tools that know visitors by an ID of their own. */
export type VisitorTool = 'ga' | 'ym' | 'fb';

const idConditions: Readonly<Record<VisitorTool, RawBuilder<boolean>>> = {
  ga: sql`visit -> 'visitorIds' ? 'ga'`,
  ym: sql`visit -> 'visitorIds' ? 'ym'`,
  fb: sql`visit -> 'visitorIds' ?| array['fbp', 'fbc']`,
};

/** Users of bots as other tools know them, by the tickets that the users have. */
export function createKnownVisitors(db: Kysely<Tables>) {
  return {
    /** Loads what is known of some users; others are left out. Each ID is that of the newest visit that has one. */
    async load(bot: string, userIds: readonly number[]): Promise<Map<number, KnownVisitor>> {
      const knownVisitors = new Map<number, KnownVisitor>();
      for (const chunk of inChunks(userIds)) {
        const rows = await db
          .selectFrom('site_tickets')
          .select(['claimed_by', 'visit'])
          .where('bot_key', '=', bot)
          .where('claimed_by', 'in', chunk)
          .where('visit', 'is not', null)
          .orderBy('made_at', 'desc')
          .execute();
        for (const { claimed_by, visit: storedVisit } of rows) {
          const [userId, visit] = [Number(claimed_by), toVisit(storedVisit)];
          if (visit !== null) knownVisitors.set(userId, merge(knownVisitors.get(userId), visit));
        }
      }
      return knownVisitors;
    },
    /** Lists the users whom a tool knows. */
    async usersOf(bot: string, tool: VisitorTool): Promise<number[]> {
      const { rows } = await sql<{ claimed_by: number | string }>`
        SELECT DISTINCT claimed_by FROM site_tickets
        WHERE bot_key = ${bot} AND claimed_by IS NOT NULL AND ${idConditions[tool]}`.execute(db);
      return rows.map(({ claimed_by: userId }) => Number(userId));
    },
  };
}

/** Adds what an older visit says. */
function merge(newer: KnownVisitor | undefined, { visitorIds, params, url }: TicketVisit): KnownVisitor {
  return {
    ga: newer?.ga ?? visitorIds.ga ?? null,
    ym: newer?.ym ?? visitorIds.ym ?? null,
    fbp: newer?.fbp ?? visitorIds.fbp ?? null,
    fbc: newer?.fbc ?? visitorIds.fbc ?? null,
    gclid: newer?.gclid ?? params.gclid ?? null,
    yclid: newer?.yclid ?? params.yclid ?? null,
    url: newer?.url ?? (url || null),
  };
}
