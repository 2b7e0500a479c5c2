import type { SiteVisit } from '@botscope/contract';
import QuickLRU from 'quick-lru';
import { minuteMs } from '../../platform/time-units.ts';

/** Pause that ends a visit, as it ends a session in reports. */
const gapMs = 30 * minuteMs;
/** Visits in memory: some 300 bytes each. */
const maxVisits = 50_000;

/**
 * Remembers where visits began. A page reports the source in its own address, and has forgotten it by the next page
 * that is loaded: nothing is kept in the browser. So it is remembered here for a while, in memory alone; another
 * process, or this one after a restart, knows only what the page itself reports.
 */
export function createSiteVisits({ monotonic }: { monotonic: () => number }) {
  const visits = new QuickLRU<string, { visit: SiteVisit; at: number }>({ maxSize: maxVisits });

  return {
    /** The visit that a page belongs to; `referrer` is that of another website, or ''. */
    of(site: number, visitor: string, page: SiteVisit): SiteVisit {
      const [key, nowMs] = [`${site} ${visitor}`, monotonic()];
      const entry = visits.get(key);
      const isUnderWay = entry !== undefined && nowMs - entry.at < gapMs;
      const visit = isUnderWay && !beginsAnother(page, entry.visit) ? entry.visit : page;
      visits.set(key, { visit, at: nowMs });
      return visit;
    },
  };
}

export type SiteVisits = ReturnType<typeof createSiteVisits>;

/** A visitor who comes by another link begins another visit, however soon. */
function beginsAnother(page: SiteVisit, currentVisit: SiteVisit): boolean {
  const hasSource = page.referrer !== '' || Object.keys(page.params).length > 0;
  return hasSource && sourceOf(page) !== sourceOf(currentVisit);
}

const sourceOf = ({ params, referrer }: SiteVisit): string => JSON.stringify([params, referrer]);
