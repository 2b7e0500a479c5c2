import { campaignParams, type Event, type TicketVisit, visitorCookies } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { inChunks, toJsonb } from '../../platform/metadata/jsonb.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { isObject, text } from '../../telegram/json.ts';

/** A ticket that a user has, and the visit if it is known by now. */
export interface ClaimedTicket {
  userId: number;
  visit: TicketVisit | null;
  madeAt: Date;
}

/** A visit by which a user came. */
export interface UserVisit {
  visit: TicketVisit;
  madeAt: Date;
  claimedAt: Date;
}

/** Starts with one ticket that are kept until the visit comes: a user who taps again is patient. */
const maxStarts = 5;
const textLength = 2_000;
/** Days for which a link may wait to be followed. */
export const ticketDays = 30;
/** Days for which a user's visit is kept if another tool knows the visitor: the longest time for which one joins a click. */
export const knownDays = 90;
/** Starts with one ticket in one write that are looked at; a user who taps more often is no user. */
const maxLookups = 50;

/** A visit behind a link to the bot. */
interface NewTicket {
  bot: string;
  site: number;
  ticket: string;
  visit: TicketVisit;
  at: Date;
}

/** A start, and the ticket in its payload. */
export interface TicketStart {
  start: Event;
  ticket: string;
}

export const ticketKey = (bot: string, ticket: string): string => `${bot} ${ticket}`;

/** The rows of `site_tickets`. */
export function createTicketStore(db: Kysely<Tables>) {
  return {
    /**
     * Notes visits, all in one statement: a page sends fifty links at once. One that is known stays as it was. Returns the
     * starts that came before their visits, by `ticketKey`: they are kept until `corrected` says that they are.
     */
    async issue(tickets: readonly NewTicket[]): Promise<{ bot: string; ticket: string; starts: Event[] }[]> {
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
    },

    async corrected(bot: string, tickets: readonly string[]): Promise<void> {
      await db
        .updateTable('site_tickets')
        .set({ starts: null })
        .where('bot_key', '=', bot)
        .where('ticket', 'in', tickets)
        .execute();
    },

    /**
     * Gives each ticket to the user of its first start, if nobody has it; returns who has which, by `ticketKey`. Tickets
     * that were made too long before the start are left out, and all of a bot without a website. One that is not known yet
     * is noted with the starts of its user. At most two statements for a chunk, however many starts there are: a push of
     * 10,000 took longer than 70 s.
     */
    async claim(starts: readonly TicketStart[]): Promise<Map<string, ClaimedTicket>> {
      const byTicket = new Map<string, TicketStart[]>();
      for (const one of starts) {
        const key = ticketKey(one.start.bot, one.ticket);
        byTicket.set(key, [...(byTicket.get(key) ?? []).slice(0, maxLookups - 1), one]);
      }
      const claimedTickets = new Map<string, ClaimedTicket>();
      const groups = [...byTicket.values()];
      for (const chunk of inChunks(groups)) {
        await claimChunk(db, chunk.map(startsOfFirst), claimedTickets);
        // Another user had the ticket before: their starts of now wait for the visit, too.
        const ofOthers = chunk.map((group) => {
          const owner = claimedTickets.get(ticketKey(group[0]?.start.bot ?? '', group[0]?.ticket ?? ''));
          const isWaiting = owner?.visit === null && owner.userId !== group[0]?.start.userId;
          return isWaiting ? group.filter(({ start }) => start.userId === owner.userId) : [];
        });
        await claimChunk(db, ofOthers, claimedTickets);
      }
      return claimedTickets;
    },
    /** All tickets of a bot made since then that users have and whose visits are known. */
    async claimed(bot: string, since: Date): Promise<{ ticket: string; userId: number; visit: TicketVisit }[]> {
      const rows = await db
        .selectFrom('site_tickets')
        .select(['ticket', 'claimed_by', 'visit'])
        .where('bot_key', '=', bot)
        .where('made_at', '>=', since)
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

    /**
     * Deletes what was made before `made`; of tickets whose visits never came, what was made before `waiting`; of those
     * that users have with IDs of other tools, what was made before `known`.
     */
    async forget(before: { made: Date; waiting: Date; known: Date }): Promise<number> {
      const isKnown = sql<boolean>`coalesce(claimed_by IS NOT NULL
        AND (visit -> 'visitorIds' <> '{}' OR visit -> 'params' ?| array['gclid', 'yclid']), false)`;
      const { numDeletedRows } = await db
        .deleteFrom('site_tickets')
        .where((eb) =>
          eb.or([
            eb('made_at', '<', before.known),
            eb.and([eb('made_at', '<', before.made), eb.not(isKnown)]),
            eb.and([eb('visit', 'is', null), eb('made_at', '<', before.waiting)]),
          ]),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** The starts of the user who came first. */
const startsOfFirst = (group: readonly TicketStart[]): TicketStart[] =>
  group.filter(({ start }) => start.userId === group[0]?.start.userId);

/** One statement for some tickets, each with the starts of one user. */
async function claimChunk(
  db: Kysely<Tables>,
  groups: readonly (readonly TicketStart[])[],
  claimedTickets: Map<string, ClaimedTicket>,
): Promise<void> {
  const rows = groups.flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { bot, userId, time } = first.start;
    const starts = group.slice(0, maxStarts).map(({ start }) => start);
    return [{ bot_key: bot, ticket: first.ticket, claimed_by: userId, at: new Date(time).toISOString(), starts }];
  });
  if (rows.length === 0) return;
  const result = await sql<{
    bot_key: string;
    ticket: string;
    claimed_by: number | string;
    visit: unknown;
    made_at: Date;
  }>`
    INSERT INTO site_tickets AS known (bot_key, ticket, made_at, claimed_by, claimed_at, starts)
    SELECT given.bot_key, given.ticket, given.at, given.claimed_by, given.at, given.starts
    FROM jsonb_to_recordset(${toJsonb(rows)}::jsonb)
      AS given(bot_key text, ticket text, at timestamptz, claimed_by bigint, starts jsonb)
    WHERE EXISTS (SELECT FROM pages WHERE pages.bot_key = given.bot_key AND kind = 'site' AND removed_at IS NULL)
    ORDER BY given.bot_key, given.ticket
    ON CONFLICT (bot_key, ticket) DO UPDATE SET
      claimed_by = coalesce(known.claimed_by, excluded.claimed_by),
      claimed_at = coalesce(known.claimed_at, excluded.claimed_at),
      starts = CASE WHEN known.visit IS NULL AND known.claimed_by = excluded.claimed_by THEN (
        SELECT jsonb_agg(start ORDER BY is_new, place) FROM (
          SELECT start, place, false AS is_new
          FROM jsonb_array_elements(known.starts) WITH ORDINALITY AS before(start, place)
          UNION ALL
          SELECT start, place, true
          FROM jsonb_array_elements(excluded.starts) WITH ORDINALITY AS more(start, place)
          WHERE NOT known.starts @> jsonb_build_array(jsonb_build_object('id', start -> 'id'))
          ORDER BY is_new, place LIMIT ${maxStarts}
        ) AS merged
      ) ELSE known.starts END
      WHERE known.made_at >= excluded.claimed_at - ${ticketDays}::int * interval '24 hours'
    RETURNING bot_key, ticket, claimed_by, visit, made_at`.execute(db);
  for (const { bot_key: bot, ticket, claimed_by: userId, visit, made_at: madeAt } of result.rows)
    claimedTickets.set(ticketKey(bot, ticket), {
      userId: Number(userId),
      visit: toVisit(visit),
      madeAt: new Date(madeAt),
    });
}

export function toVisit(storedVisit: unknown): TicketVisit | null {
  if (!isObject(storedVisit)) return null;
  const storedParams = isObject(storedVisit.params) ? storedVisit.params : {};
  const params = campaignParams.flatMap((name) => {
    const value = text(storedParams[name], textLength);
    return value === '' ? [] : [[name, value] as const];
  });
  const storedIds = isObject(storedVisit.visitorIds) ? storedVisit.visitorIds : {};
  const visitorIds = Object.values(visitorCookies).flatMap((name) => {
    const id = text(storedIds[name], textLength);
    return id === '' ? [] : [[name, id] as const];
  });
  return {
    visitorIds: Object.fromEntries(visitorIds),
    url: text(storedVisit.url, textLength),
    params: Object.fromEntries(params),
    referrer: text(storedVisit.referrer, textLength),
    host: text(storedVisit.host, textLength),
    entry: text(storedVisit.entry, textLength),
  };
}
