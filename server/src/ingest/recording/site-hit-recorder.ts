import { type Event, siteEvents } from '@botscope/contract';
import { siteEvent, siteHitEvent } from '../../events/normalize/site-hit-event.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { TakenHit } from '../hits/take-hits.ts';
import type { SiteHitOrigin } from '../hits/take-site-hits.ts';

/** They say only that the page is (still) shown. */
const heartbeats: readonly string[] = [siteEvents.visible, siteEvents.hidden];

/**
 * Records hits of a website, and what its users did where they are known. Resolves when both are durable; a hit that is
 * sent again changes nothing. Where a visit came from is stored with its page views alone. @throws AppError
 * StoreUnavailable; then nothing is recorded.
 */
export function createSiteHitRecorder({ store }: { store: Pick<EventStore, 'write'> }) {
  return async (hits: readonly TakenHit[], origin: SiteHitOrigin): Promise<void> => {
    await store.write(hits.flatMap((hit) => [hitOfVisitor(hit, origin), ...eventOfUser(hit, origin)]));
  };
}

function hitOfVisitor(hit: TakenHit, origin: SiteHitOrigin): Event {
  const { site, receivedAt, visitor, country, script, pageName, page, userId, device, browser, os } = origin;
  const isPage = hit.name === siteEvents.page;
  return siteHitEvent({
    ...hit,
    bot: site.bot,
    site: site.id,
    receivedAt,
    visitor,
    country,
    script,
    device,
    browser,
    os,
    // A name that is known to be a user's would lead from the visitor to the user.
    page: userId === null ? pageName : '',
    host: page.host,
    width: page.width,
    ...(isPage ? { referrer: page.referrer, campaign: page.campaign } : { referrer: '', campaign: {} }),
  });
}

function eventOfUser(hit: TakenHit, { site, receivedAt, page, userId }: SiteHitOrigin): Event[] {
  if (userId === null || heartbeats.includes(hit.name)) return [];
  return [siteEvent({ ...hit, bot: site.bot, site: site.id, receivedAt, host: page.host, userId })];
}
