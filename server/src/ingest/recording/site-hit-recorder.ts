import { siteEvents } from '@botscope/contract';
import { siteHitEvent } from '../../events/normalize/site-hit-event.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { SiteHitOrigin, TakenSiteHit } from '../hits/take-site-hits.ts';

/**
 * Records hits of a website. Resolves when they are durable; a hit that is sent again changes nothing. Where a visit came
 * from is stored with its page views alone. @throws AppError StoreUnavailable; then nothing is recorded.
 */
export function createSiteHitRecorder({ store }: { store: Pick<EventStore, 'write'> }) {
  return async (hits: readonly TakenSiteHit[], origin: SiteHitOrigin): Promise<void> => {
    const { site, receivedAt, visitor, country, script, pageName, page, device, browser, os } = origin;
    await store.write(
      hits.map((hit) => {
        const isPage = hit.name === siteEvents.page;
        return siteHitEvent({
          ...hit,
          ...{
            bot: site.bot,
            site: site.id,
            receivedAt,
            visitor,
            country,
            script,
            page: pageName,
            device,
            browser,
            os,
          },
          ...{ host: page.host, width: page.width },
          ...(isPage ? { referrer: page.referrer, campaign: page.campaign } : { referrer: '', campaign: {} }),
        });
      }),
    );
  };
}
