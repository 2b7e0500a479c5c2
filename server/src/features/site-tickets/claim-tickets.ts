import { campaignParams, type Event, type SiteVisit } from '@botscope/contract';
import { type Kysely, sql } from 'kysely';
import { inChunks, toJsonb } from '../../platform/metadata/jsonb.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { isObject, text } from '../../telegram/json.ts';

/** A ticket that a user has, and the visit if it is known by now. */
export interface ClaimedTicket {
  userId: number;
  visit: SiteVisit | null;
  madeAt: Date;
}

/** A start, and the ticket in its payload. */
export interface TicketStart {
  start: Event;
  ticket: string;
}

/** Starts with one ticket that are kept until the visit comes: a user who taps again is patient. */
const maxStarts = 5;
const textLength = 2_000;
/** Days for which a link may wait to be followed. */
export const ticketDays = 30;
/** Starts with one ticket in one write that are looked at; a user who taps more often is no user. */
const maxLookups = 50;

export const ticketKey = (bot: string, ticket: string): string => `${bot} ${ticket}`;

/**
 * Gives each ticket to the user of its first start, if nobody has it; returns who has which, by `ticketKey`. Tickets
 * that were made too long before the start are left out, and all of a bot without a website. One that is not known yet
 * is noted with the starts of its user. At most two statements for a chunk, however many starts there are: a push of
 * 10,000 took longer than 70 s.
 */
export async function claimTickets(
  db: Kysely<Tables>,
  starts: readonly TicketStart[],
): Promise<Map<string, ClaimedTicket>> {
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

/** A visit as it is stored; null if it is not known yet. */
export function toVisit(storedVisit: unknown): SiteVisit | null {
  if (!isObject(storedVisit)) return null;
  const storedParams = isObject(storedVisit.params) ? storedVisit.params : {};
  const params = campaignParams.flatMap((name) => {
    const value = text(storedParams[name], textLength);
    return value === '' ? [] : [[name, value] as const];
  });
  return {
    params: Object.fromEntries(params),
    referrer: text(storedVisit.referrer, textLength),
    host: text(storedVisit.host, textLength),
    entry: text(storedVisit.entry, textLength),
  };
}
