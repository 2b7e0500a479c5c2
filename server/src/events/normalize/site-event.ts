import type { Event } from '@botscope/contract';
import { partitionKeyFor } from './assign-partition-key.ts';
import { blankEvent } from './blank-event.ts';
import { eventIdOf } from './event-id.ts';
import type { SiteHit } from './site-hit-event.ts';

/** What a user whom the website recognised did there. */
export type SiteEvent = Pick<
  SiteHit,
  | 'bot'
  | 'site'
  | 'id'
  | 'name'
  | 'at'
  | 'deviceTime'
  | 'receivedAt'
  | 'host'
  | 'path'
  | 'category'
  | 'value'
  | 'unit'
  | 'props'
> & { userId: number };

/**
 * The event of a recognised user, beside the hit, which stays nobody's: reports on websites count all visitors alike. No
 * action and no contact: who has left the bot may still visit the website. Of one hit a user has one such event.
 */
export function siteEvent(event: SiteEvent): Event {
  const { bot, site, id, userId, name, at, deviceTime, receivedAt, host, path, category, value, unit, props } = event;
  const texts = { host, path, category };
  return {
    ...blankEvent({ bot, receivedAt }),
    userId,
    chatId: userId,
    kind: 'site_event',
    name,
    time: at,
    sentAt: Math.max(0, Math.floor(at / 1000)),
    partitionKey: partitionKeyFor(Math.max(1, Math.floor(deviceTime / 1000)), 0),
    id: eventIdOf(`${bot} site_event ${JSON.stringify([site, id])}`),
    payload: JSON.stringify({
      site_event: {
        site,
        ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
        ...(value === null ? {} : { value, unit }),
        ...(Object.keys(props).length === 0 ? {} : { props }),
      },
    }),
  };
}
