import { campaignParams, type Event, type SiteVisit } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/metadata/tables.ts';
import { isObject, text } from '../../telegram/json.ts';

/** A ticket that a user has, and the visit if it is known by now. */
export interface ClaimedTicket {
  userId: number;
  visit: SiteVisit | null;
  madeAt: Date;
}

/** A visit by which a user came. */
export interface UserVisit {
  visit: SiteVisit;
  madeAt: Date;
  claimedAt: Date;
}

/** Starts with one ticket that are kept until the visit comes: a user who taps again is patient. */
const mostStarts = 5;
const textLength = 2_000;

/** The rows of `site_tickets`. */
export function createTicketStore(db: Kysely<Tables>) {
  return {
    /**
     * Notes visits; one that is known stays as it was. Returns the starts that came before their visit: they are kept
     * until `corrected` says that they are.
     */
    async issue(ticket: { bot: string; site: number; ticket: string; visit: SiteVisit; at: Date }): Promise<Event[]> {
      const row = { site_id: ticket.site, visit: json(ticket.visit), made_at: ticket.at };
      const stored = await db
        .insertInto('site_tickets')
        .values({ bot_key: ticket.bot, ticket: ticket.ticket, ...row })
        .onConflict((conflict) =>
          conflict.columns(['bot_key', 'ticket']).doUpdateSet({
            site_id: sql`coalesce(site_tickets.site_id, excluded.site_id)`,
            made_at: sql`CASE WHEN site_tickets.visit IS NULL THEN excluded.made_at ELSE site_tickets.made_at END`,
            visit: sql`coalesce(site_tickets.visit, excluded.visit)`,
          }),
        )
        .returning('starts')
        .executeTakeFirst();
      return Array.isArray(stored?.starts) ? (stored.starts as Event[]) : [];
    },

    async corrected(bot: string, ticket: string): Promise<void> {
      await db
        .updateTable('site_tickets')
        .set({ starts: null })
        .where('bot_key', '=', bot)
        .where('ticket', '=', ticket)
        .execute();
    },

    /**
     * Gives a ticket to the user of a start, if nobody has it; returns who has it. Null: it was made before `since`, or the
     * bot has no website. One that is not known yet is noted with the start.
     */
    async claim(start: Event, ticket: string, since: Date): Promise<ClaimedTicket | null> {
      const [at, starts] = [new Date(start.time), json([start])];
      const same = json([{ id: start.id }]);
      const { rows } = await sql<{ claimed_by: number | string; visit: unknown; made_at: Date }>`
        INSERT INTO site_tickets AS known (bot_key, ticket, made_at, claimed_by, claimed_at, starts)
        SELECT ${start.bot}, ${ticket}, ${at}::timestamptz, ${start.userId}::bigint, ${at}::timestamptz, ${starts}::jsonb
        WHERE EXISTS (SELECT FROM websites WHERE bot_key = ${start.bot} AND removed_at IS NULL)
        ON CONFLICT (bot_key, ticket) DO UPDATE SET
          claimed_by = coalesce(known.claimed_by, excluded.claimed_by),
          claimed_at = coalesce(known.claimed_at, excluded.claimed_at),
          starts = CASE WHEN known.visit IS NULL AND known.claimed_by = excluded.claimed_by
              AND jsonb_array_length(known.starts) < ${mostStarts} AND NOT known.starts @> ${same}::jsonb
            THEN known.starts || excluded.starts ELSE known.starts END
          WHERE known.made_at >= ${since}::timestamptz
        RETURNING claimed_by, visit, made_at`.execute(db);
      const [row] = rows;
      if (row === undefined) return null;
      return { userId: Number(row.claimed_by), visit: toVisit(row.visit), madeAt: new Date(row.made_at) };
    },

    /** All tickets of a bot that users have and whose visits are known. */
    async claimed(bot: string): Promise<{ ticket: string; userId: number; visit: SiteVisit }[]> {
      const rows = await db
        .selectFrom('site_tickets')
        .select(['ticket', 'claimed_by', 'visit'])
        .where('bot_key', '=', bot)
        .where('claimed_by', 'is not', null)
        .where('visit', 'is not', null)
        .execute();
      return rows.flatMap(({ ticket, claimed_by: userId, visit: stored }) => {
        const visit = toVisit(stored);
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
      return rows.flatMap(({ visit: stored, made_at: madeAt, claimed_at: claimedAt }) => {
        const visit = toVisit(stored);
        return visit === null ? [] : [{ visit, madeAt: new Date(madeAt), claimedAt: new Date(claimedAt ?? madeAt) }];
      });
    },

    /** How many tickets a website has made since then, and how many of them users have. */
    async count(site: number, since: Date): Promise<{ tickets: number; claimed: number }> {
      const row = await db
        .selectFrom('site_tickets')
        .select((select) => [select.fn.countAll().as('tickets'), select.fn.count('claimed_by').as('claimed')])
        .where('site_id', '=', site)
        .where('made_at', '>=', since)
        .executeTakeFirst();
      return { tickets: Number(row?.tickets ?? 0), claimed: Number(row?.claimed ?? 0) };
    },

    /** What users came by, and the starts that wait for their visits. */
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

    /** Deletes what was made before; of tickets whose visits never came, what was made before `waiting`. */
    async forget(before: Date, waiting: Date): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('site_tickets')
        .where((where) =>
          where.or([
            where('made_at', '<', before),
            where.and([where('visit', 'is', null), where('made_at', '<', waiting)]),
          ]),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** Escapes that PostgreSQL's JSON refuses: zero characters, and halves of a letter. What stands behind a backslash is text. */
const refusedEscapes = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g;
const json = (value: unknown): string => JSON.stringify(value).replace(refusedEscapes, '$1\\ufffd');

function toVisit(stored: unknown): SiteVisit | null {
  if (!isObject(stored)) return null;
  const given = isObject(stored.params) ? stored.params : {};
  const params = campaignParams.flatMap((name) => {
    const value = text(given[name], textLength);
    return value === '' ? [] : [[name, value] as const];
  });
  return {
    params: Object.fromEntries(params),
    referrer: text(stored.referrer, textLength),
    host: text(stored.host, textLength),
    entry: text(stored.entry, textLength),
  };
}
