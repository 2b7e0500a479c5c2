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

  async function loadDayCount(site: number): Promise<Taken> {
    const day = Math.floor(deps.now() / dayMs);
    const cachedCount = sites.get(site);
    if (cachedCount?.day === day) return cachedCount;
    const count = cachedCount === undefined ? await deps.stored(site, new Date(day * dayMs)) : 0;
    const dayCount = { day, count, newcomers: 0, byNetwork: new QuickLRU<string, number>({ maxSize: mostNetworks }) };
    // Another request may have asked meanwhile.
    const other = sites.get(site);
    if (other?.day === day) return other;
    sites.set(site, dayCount);
    return dayCount;
  }

  return {
    /** Counts tickets against the caps; returns how many of those wanted may be stored. */
    async take(site: number, network: string, wantedCount: number): Promise<number> {
      const dayCount = await loadDayCount(site);
      const before = dayCount.byNetwork.get(network) ?? 0;
      const sharedCount = Math.max(0, Math.min(wantedCount, ofNetwork - before, deps.most - dayCount.count));
      const newcomerRoom = Math.min(
        wantedCount - sharedCount,
        ofNewcomer - before - sharedCount,
        ofNewcomers - dayCount.newcomers,
      );
      const newcomerCount = Math.max(0, newcomerRoom);
      dayCount.count += sharedCount;
      dayCount.newcomers += newcomerCount;
      dayCount.byNetwork.set(network, before + sharedCount + newcomerCount);
      return sharedCount + newcomerCount;
    },
  };
}
