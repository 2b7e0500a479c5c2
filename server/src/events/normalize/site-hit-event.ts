import type { CampaignParam, Event, WidthClass } from '@botscope/contract';
import { partitionKeyFor } from './assign-partition-key.ts';
import { blankEvent } from './blank-event.ts';
import { eventIdOf } from './event-id.ts';

/** What a page of a website reported. Texts with '' are not known. */
export interface SiteHit {
  /** Public key of the website's bot. */
  bot: string;
  /** The website, by its number. */
  site: number;
  /** The event, by the ID that the script gave it. */
  id: string;
  name: string;
  /** When it happened by our clock, and by the device's, Unix ms. */
  at: number;
  deviceTime: number;
  receivedAt: number;
  /** Hash that is the same for a visitor on one day, 16 hexadecimal digits; '' = nobody in particular. */
  visitor: string;
  /** Name of the page visit. */
  page: string;
  host: string;
  path: string;
  /** Host and path of another website. */
  referrer: string;
  campaign: Readonly<Partial<Record<CampaignParam, string>>>;
  width: WidthClass | '';
  device: string;
  browser: string;
  os: string;
  /** Where it was reported from, ISO 3166-1 alpha-2. */
  country: string;
  category: string;
  /** In whole units; null = none. */
  value: number | null;
  unit: string;
  props: Readonly<Record<string, string | number | boolean>>;
  /** Version of the script. */
  script: string;
}

/**
 * The event of a website's hit. It is no user's: no action, no contact and no launch. A hit that is sent again, however
 * late, changes nothing: its identity is the ID that the script gave it, and its place follows from the device's clock.
 */
export function siteHitEvent({ bot, site, id, name, at, deviceTime, receivedAt, ...reported }: SiteHit): Event {
  const { campaign, value, unit, props, ...texts } = reported;
  return {
    ...blankEvent({ bot, receivedAt }),
    kind: 'site_hit',
    name,
    time: at,
    sentAt: Math.max(0, Math.floor(at / 1000)),
    partitionKey: partitionKeyFor(Math.max(1, Math.floor(deviceTime / 1000)), 0),
    id: eventIdOf(`${bot} site_hit ${JSON.stringify([site, id])}`),
    payload: JSON.stringify({
      site_hit: {
        site,
        name,
        ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
        ...(Object.keys(campaign).length === 0 ? {} : { campaign }),
        ...(value === null ? {} : { value, unit }),
        ...(Object.keys(props).length === 0 ? {} : { props }),
      },
    }),
  };
}
