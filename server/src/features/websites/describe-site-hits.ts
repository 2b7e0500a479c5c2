import { type RecentSiteHit, recentHitCount } from '@botscope/contract';
import type { SiteHitNote } from '../../ingest/hits/take-site-hits.ts';

/** Digits of a visitor's hash that distinguish visitors of one panel. */
const visitorDigits = 8;

/** A request that is dropped whole without a hit in it is one entry too. */
export function describeSiteHits(note: SiteHitNote): RecentSiteHit[] {
  const { at, request, visitor, userId, device, browser, os, dropped, withheld } = note;
  const { host, referrer, campaign, width } = request.page;
  const commonFields = {
    at: new Date(at).toISOString(),
    ...{ hostname: host, referrer, source: campaign.utm_source ?? '', width, device, browser, os },
    ...{ script: request.script, visitor: visitor.slice(0, visitorDigits), user_id: userId },
  };
  const read = request.hits.slice(-recentHitCount).map((hit) => ({
    ...{ ...commonFields, name: hit.name, path: hit.path, detail: '' },
    dropped: dropped ?? (withheld.includes(hit) ? ('consent' as const) : null),
  }));
  const badHits = request.bad.slice(-recentHitCount).map(({ problem: detail }) => ({
    ...{ ...commonFields, name: '', path: '', detail },
    dropped: dropped ?? ('malformed' as const),
  }));
  return [...read, ...badHits];
}
