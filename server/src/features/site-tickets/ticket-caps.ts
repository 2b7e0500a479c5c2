import QuickLRU from 'quick-lru';
import { dayMs } from '../../platform/time-units.ts';

/** Websites whose tickets are counted in memory at a time, and networks of each: one that is forgotten begins again. */
const maxSites = 1_000;
const maxNetworks = 10_000;

interface DayCount {
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
  const sites = new QuickLRU<number, DayCount>({ maxSize: maxSites });
  const networkCap = Math.ceil(deps.most / 10);
  const newcomerCap = Math.ceil(networkCap / 100);
  const newcomersCap = Math.ceil(deps.most / 2);

  async function loadDayCount(site: number): Promise<DayCount> {
    const day = Math.floor(deps.now() / dayMs);
    const cachedDayCount = sites.get(site);
    if (cachedDayCount?.day === day) return cachedDayCount;
    const count = cachedDayCount === undefined ? await deps.stored(site, new Date(day * dayMs)) : 0;
    const dayCount = { day, count, newcomers: 0, byNetwork: new QuickLRU<string, number>({ maxSize: maxNetworks }) };
    // Another request may have asked meanwhile.
    const newerDayCount = sites.get(site);
    if (newerDayCount?.day === day) return newerDayCount;
    sites.set(site, dayCount);
    return dayCount;
  }

  return {
    /** Counts tickets against the caps; returns how many of those wanted may be stored. */
    async take(site: number, network: string, wantedCount: number): Promise<number> {
      const dayCount = await loadDayCount(site);
      const before = dayCount.byNetwork.get(network) ?? 0;
      const sharedCount = Math.max(0, Math.min(wantedCount, networkCap - before, deps.most - dayCount.count));
      const newcomerRoom = Math.min(
        wantedCount - sharedCount,
        newcomerCap - before - sharedCount,
        newcomersCap - dayCount.newcomers,
      );
      const newcomerCount = Math.max(0, newcomerRoom);
      dayCount.count += sharedCount;
      dayCount.newcomers += newcomerCount;
      dayCount.byNetwork.set(network, before + sharedCount + newcomerCount);
      return sharedCount + newcomerCount;
    },
  };
}
