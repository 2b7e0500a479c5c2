import QuickLRU from 'quick-lru';
import { dayMs } from '../../platform/time-units.ts';

/** Websites whose tickets are counted in memory at a time. */
const mostSites = 1_000;

/**
 * How many tickets of a website are stored a day. Its key is public, and each ticket is a row for 30 days: without a cap
 * one address could fill the disk with 500 million of them. The count begins with what is stored when a website is first
 * seen; several processes may let through as many times that.
 */
export function createTicketCaps(deps: {
  most: number;
  /** Tickets of a website since then. */
  stored: (site: number, since: Date) => Promise<number>;
  now: () => number;
}) {
  const sites = new QuickLRU<number, { day: number; count: number }>({ maxSize: mostSites });

  return {
    /** Whether one more is stored. */
    async take(site: number): Promise<boolean> {
      const day = Math.floor(deps.now() / dayMs);
      let seen = sites.get(site);
      if (seen === undefined) {
        seen = { day, count: await deps.stored(site, new Date(day * dayMs)) };
        sites.set(site, seen);
      }
      if (seen.day !== day) Object.assign(seen, { day, count: 0 });
      if (seen.count >= deps.most) return false;
      seen.count += 1;
      return true;
    },
  };
}
