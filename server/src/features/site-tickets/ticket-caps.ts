import QuickLRU from 'quick-lru';
import { dayMs } from '../../platform/time-units.ts';

/** Websites whose tickets are counted in memory at a time, and networks of each: one that is forgotten begins again. */
const mostSites = 1_000;
const mostNetworks = 10_000;

interface Taken {
  day: number;
  count: number;
  /** Tickets of networks that came after the cap. */
  newcomers: number;
  byNetwork: QuickLRU<string, number>;
}

/**
 * Limits how many tickets of a website are stored a day. Its key is public, and each ticket is a row for 30 days:
 * without a cap one address could fill the disk with 500 million of them. One network has a tenth of the cap at most,
 * and when a crowd has used it up, each other network still has a hundredth of that tenth, half the cap together: one
 * address had taken the daily 50,000 within minutes. The count begins with what is stored when a website is first seen;
 * several processes may let through as many times that.
 */
export function createTicketCaps(deps: {
  most: number;
  /** Tickets of a website since then. */
  stored: (site: number, since: Date) => Promise<number>;
  now: () => number;
}) {
  const sites = new QuickLRU<number, Taken>({ maxSize: mostSites });
  const ofNetwork = Math.ceil(deps.most / 10);
  const ofNewcomer = Math.ceil(ofNetwork / 100);
  const ofNewcomers = Math.ceil(deps.most / 2);

  async function takenOf(site: number): Promise<Taken> {
    const day = Math.floor(deps.now() / dayMs);
    const seen = sites.get(site);
    if (seen?.day === day) return seen;
    const count = seen === undefined ? await deps.stored(site, new Date(day * dayMs)) : 0;
    const taken = { day, count, newcomers: 0, byNetwork: new QuickLRU<string, number>({ maxSize: mostNetworks }) };
    // Another request may have asked meanwhile.
    const other = sites.get(site);
    if (other?.day === day) return other;
    sites.set(site, taken);
    return taken;
  }

  return {
    /** Counts tickets against the caps; returns how many of those wanted may be stored. */
    async take(site: number, network: string, wanted: number): Promise<number> {
      const taken = await takenOf(site);
      const before = taken.byNetwork.get(network) ?? 0;
      const shared = Math.max(0, Math.min(wanted, ofNetwork - before, deps.most - taken.count));
      const left = Math.min(wanted - shared, ofNewcomer - before - shared, ofNewcomers - taken.newcomers);
      const more = Math.max(0, left);
      taken.count += shared;
      taken.newcomers += more;
      taken.byNetwork.set(network, before + shared + more);
      return shared + more;
    },
  };
}
