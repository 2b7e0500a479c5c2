import type { Event, SiteVisit } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { toJsonb } from '../../platform/metadata/jsonb.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { type ClaimedTicket, claimTickets, type TicketStart, ticketKey, toVisit } from './claim-tickets.ts';

/** A visit by which a user came. */
export interface UserVisit {
  visit: SiteVisit;
  madeAt: Date;
  claimedAt: Date;
}

/** A visit behind a link to the bot. */
interface NewTicket {
  bot: string;
  site: number;
  ticket: string;
  visit: SiteVisit;
  at: Date;
}

/** A ticket with which users came before its visit was known. */
interface WaitingTicket {
  bot: string;
  ticket: string;
  starts: Event[];
}

/** The rows of `site_tickets`. */
export function createTicketStore(db: Kysely<Tables>) {
  return {
    /**
     * Notes visits, all in one statement: a page sends fifty links at once. One that is known stays as it was. Returns the
     * starts that came before their visits: they are kept until `corrected` says that they are.
     */
    issue: (tickets: readonly NewTicket[]): Promise<WaitingTicket[]> => insertVisits(db, tickets),

    async corrected(bot: string, tickets: readonly string[]): Promise<void> {
      await db
        .updateTable('site_tickets')
        .set({ starts: null })
        .where('bot_key', '=', bot)
        .where('ticket', 'in', tickets)
        .execute();
    },

    claim: (starts: readonly TicketStart[]): Promise<Map<string, ClaimedTicket>> => claimTickets(db, starts),

    /** All tickets of a bot that users have and whose visits are known. */
    async claimed(bot: string): Promise<{ ticket: string; userId: number; visit: SiteVisit }[]> {
      const rows = await db
        .selectFrom('site_tickets')
        .select(['ticket', 'claimed_by', 'visit'])
        .where('bot_key', '=', bot)
        .where('claimed_by', 'is not', null)
        .where('visit', 'is not', null)
        .execute();
      return rows.flatMap(({ ticket, claimed_by: userId, visit: storedVisit }) => {
        const visit = toVisit(storedVisit);
        return visit === null ? [] : [{ ticket, userId: Number(userId), visit }];
      });
    },

    /** The visits by which a user came, the newest first. */
    async ofUser(bot: string, userId: number): Promise<UserVisit[]> {
      const rows = await db
        .selectFrom('site_tickets')
        .select(['visit', 'made_at', 'claimed_at'])
        .where('bot_key', '=', bot)
        .where('claimed_by', '=', userId)
        .orderBy('made_at', 'desc')
        .execute();
      return rows.flatMap(({ visit: storedVisit, made_at: madeAt, claimed_at: claimedAt }) => {
        const visit = toVisit(storedVisit);
        return visit === null ? [] : [{ visit, madeAt: new Date(madeAt), claimedAt: new Date(claimedAt ?? madeAt) }];
      });
    },

    /** Counts the tickets that a website has made since then, and those of them that users have claimed. */
    async count(site: number, since: Date): Promise<{ tickets: number; claimed: number }> {
      const row = await db
        .selectFrom('site_tickets')
        .select((select) => [select.fn.countAll().as('tickets'), select.fn.count('claimed_by').as('claimed')])
        .where('site_id', '=', site)
        .where('made_at', '>=', since)
        .executeTakeFirst();
      return { tickets: Number(row?.tickets ?? 0), claimed: Number(row?.claimed ?? 0) };
    },

    /** Deletes the tickets by which users came, and the starts that wait for their visits. */
    async erase(bot: string, userIds: readonly number[]): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('site_tickets')
        .where('bot_key', '=', bot)
        .where('claimed_by', 'in', [...userIds])
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async eraseSite(site: number): Promise<void> {
      await db.deleteFrom('site_tickets').where('site_id', '=', site).execute();
    },

    /** Deletes what was made before; of tickets whose visits never came, what was made before `waitingBefore`. */
    async forget(before: Date, waitingBefore: Date): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('site_tickets')
        .where((eb) =>
          eb.or([eb('made_at', '<', before), eb.and([eb('visit', 'is', null), eb('made_at', '<', waitingBefore)])]),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

async function insertVisits(db: Kysely<Tables>, tickets: readonly NewTicket[]): Promise<WaitingTicket[]> {
  const byKey = new Map(tickets.toReversed().map((one) => [ticketKey(one.bot, one.ticket), one]));
  const rows = [...byKey.values()].map(({ bot, site, at, ...row }) => ({
    ...row,
    bot_key: bot,
    site_id: site,
    made_at: at.toISOString(),
  }));
  if (rows.length === 0) return [];
  const result = await sql<{ bot_key: string; ticket: string; starts: unknown }>`
    INSERT INTO site_tickets AS known (bot_key, ticket, site_id, visit, made_at)
    SELECT bot_key, ticket, site_id, visit, made_at
    FROM jsonb_to_recordset(${toJsonb(rows)}::jsonb)
      AS given(bot_key text, ticket text, site_id integer, visit jsonb, made_at timestamptz)
    ORDER BY bot_key, ticket
    ON CONFLICT (bot_key, ticket) DO UPDATE SET
      site_id = coalesce(known.site_id, excluded.site_id),
      made_at = CASE WHEN known.visit IS NULL THEN excluded.made_at ELSE known.made_at END,
      visit = coalesce(known.visit, excluded.visit)
    RETURNING bot_key, ticket, starts`.execute(db);
  return result.rows.flatMap(({ bot_key: bot, ticket, starts }) =>
    Array.isArray(starts) && starts.length > 0 ? [{ bot, ticket, starts: starts as Event[] }] : [],
  );
}
