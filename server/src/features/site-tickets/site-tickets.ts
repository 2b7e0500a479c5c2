import type { Event, SiteVisit } from '@botscope/contract';
import type { Kysely } from 'kysely';
import QuickLRU from 'quick-lru';
import { launchOfVisit } from '../../events/normalize/launch-of-visit.ts';
import { parseTicket, type StartRules } from '../../events/normalize/start-payload.ts';
import { toStartRules } from '../../events/normalize/start-rules.ts';
import type { ReadPayload } from '../../events/store/event-store.ts';
import type { IssuedTicket } from '../../ingest/hits/take-site-hits.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Tables } from '../../platform/metadata/tables.ts';
import { dayMs } from '../../platform/time-units.ts';
import { awaitStore } from '../../platform/with-timeout.ts';
import { type ClaimedTicket, type TicketStart, ticketDays, ticketKey } from './claim-tickets.ts';
import { createTicketCaps } from './ticket-caps.ts';
import { createTicketStore, type UserVisit } from './ticket-store.ts';

export type { UserVisit } from './ticket-store.ts';

/** Days for which a start waits for its visit: scripts keep what they cannot send for a day. */
const waitingDays = 2;
/** Tickets in memory, some 500 bytes each: a user taps again, and updates come twice. */
const maxEntries = 10_000;
/** Daily limit for a website: a hundred times what a busy one needs. */
const maxTickets = 50_000;

/** Visits to websites behind links to the bot (docs/decisions/0039). */
export interface SiteTickets {
  /**
   * Returns the events; launches by a ticket get the parameters and the source of its visit. The first user who comes
   * with a ticket has it; it says nothing about others. Other events cost nothing. @throws AppError StoreUnavailable
   */
  resolve(events: readonly Event[]): Promise<readonly Event[]>;
  /**
   * Stores visits, as many as the sender's network may have stored. Where a user came before, `write` gets the launch again, as if it had been received a millisecond
   * earlier: such a copy wins. @throws AppError StoreUnavailable
   */
  issue(
    tickets: readonly IssuedTicket[],
    network: string,
    write: (events: readonly Event[]) => Promise<void>,
  ): Promise<void>;
  /** Builds the function that reads launches of a bot again by other rules; `read` parses all payloads but tickets. */
  reader(bot: string, rules: StartRules, read: ReadPayload): Promise<ReadPayload>;
  count(site: number, since: Date): Promise<{ tickets: number; claimed: number }>;
  /** The visits by which a user came, the newest first. */
  ofUser(bot: string, userId: number): Promise<UserVisit[]>;
  erase(bot: string, userIds: readonly number[]): Promise<number>;
  eraseSite(site: number): Promise<void>;
  /** Deletes what is too old; returns the number of tickets. */
  forgetOld(now: number): Promise<number>;
  close(): void;
}

export function createSiteTickets(deps: {
  db: Kysely<Tables>;
  bus: Pick<Bus, 'subscribe'>;
  now?: () => number;
}): SiteTickets {
  const { db } = deps;
  const rows = createTicketStore(db);
  /** Tickets that will not change any more. */
  const cachedTickets = new QuickLRU<string, ClaimedTicket>({ maxSize: maxEntries });
  const caps = createTicketCaps({
    most: maxTickets,
    stored: async (site, since) => (await rows.count(site, since)).tickets,
    now: deps.now ?? Date.now,
  });
  const stops = [
    deps.bus.subscribe('erasures-changed', () => cachedTickets.clear()),
    deps.bus.subscribe('pages-changed', () => cachedTickets.clear()),
  ];

  /** Finds the users who have the tickets of some starts, by `ticketKey`. */
  async function claim(starts: readonly TicketStart[]): Promise<Map<string, ClaimedTicket>> {
    const keyOf = ({ start, ticket }: TicketStart): string => ticketKey(start.bot, ticket);
    const storedTickets = await rows.claim(starts.filter((one) => !cachedTickets.has(keyOf(one))));
    for (const [key, ticket] of storedTickets) if (ticket.visit !== null) cachedTickets.set(key, ticket);
    const claimedTickets = new Map(storedTickets);
    for (const key of new Set(starts.map(keyOf))) {
      const ticket = cachedTickets.get(key);
      if (ticket !== undefined) claimedTickets.set(key, ticket);
    }
    return claimedTickets;
  }

  /** The launches that a claimed ticket resolves, each with its visit. */
  async function loadVisits(events: readonly Event[]) {
    const starts = events.flatMap((start) => {
      const ticket = isByTicket(start) ? parseTicket(start.startPayload) : null;
      return ticket === null ? [] : [{ start, ticket }];
    });
    const claimedTickets = await claim(starts);
    const visits = starts.flatMap(({ start, ticket }) => {
      const visit = visitOf(start, claimedTickets.get(ticketKey(start.bot, ticket)));
      return visit === null ? [] : [[start, visit] as const];
    });
    return { visits: new Map(visits), rules: await loadRules(db, [...new Set(visits.map(([{ bot }]) => bot))]) };
  }

  return {
    async resolve(events) {
      if (!events.some(isByTicket)) return events;
      const { visits, rules } = await awaitStore(loadVisits(events));
      return events.map((event) => {
        const visit = visits.get(event);
        const ofBot = rules.get(event.bot) ?? toStartRules({ start_rules: null });
        return visit === undefined ? event : { ...event, ...launchOfVisit(visit, ofBot) };
      });
    },
    async issue(tickets, network, write) {
      const [first] = tickets;
      if (first === undefined) return;
      // All are of one page.
      const admitted = await awaitStore(caps.take(first.site, network, tickets.length));
      const visits = tickets.slice(0, admitted).map(({ at, ...ticket }) => ({ ...ticket, at: new Date(at) }));
      const waitingTickets = await awaitStore(rows.issue(visits));
      if (waitingTickets.length === 0) return;
      const starts = waitingTickets.flatMap((one) => one.starts);
      await write(starts.map((start) => ({ ...start, receivedAt: start.receivedAt - 1 })));
      await awaitStore(
        rows.corrected(
          first.bot,
          waitingTickets.map(({ ticket }) => ticket),
        ),
      );
    },
    async reader(bot, rules, read) {
      const claimedTickets = new Map((await rows.claimed(bot)).map((one) => [one.ticket, one]));
      return (payload) => {
        const ticket = parseTicket(payload);
        if (ticket === null) return read(payload);
        const claimedTicket = claimedTickets.get(ticket);
        // Older than any ticket that is kept: what it was read as stays.
        return claimedTicket === undefined
          ? null
          : { ...launchOfVisit(claimedTicket.visit, rules), forUser: claimedTicket.userId };
      };
    },
    count: rows.count,
    ofUser: rows.ofUser,
    erase: rows.erase,
    eraseSite: rows.eraseSite,
    forgetOld: (now) => rows.forget(new Date(now - ticketDays * dayMs), new Date(now - waitingDays * dayMs)),
    close() {
      for (const stop of stops) stop();
    },
  };
}

/** The visit that led to the start: the user must have the ticket, and have followed the link in time. */
function visitOf(start: Event, ticket: ClaimedTicket | undefined): SiteVisit | null {
  if (ticket === undefined || ticket.userId !== start.userId) return null;
  return ticket.madeAt.getTime() >= start.time - ticketDays * dayMs ? ticket.visit : null;
}

async function loadRules(db: Kysely<Tables>, botKeys: readonly string[]): Promise<Map<string, StartRules>> {
  if (botKeys.length === 0) return new Map();
  const bots = await db.selectFrom('bots').select(['key', 'start_rules']).where('key', 'in', botKeys).execute();
  return new Map(bots.map(({ key, start_rules }) => [key, toStartRules({ start_rules })]));
}

const isByTicket = ({ isStart, userId, startPayload }: Event): boolean =>
  isStart && userId !== 0 && parseTicket(startPayload) !== null;
