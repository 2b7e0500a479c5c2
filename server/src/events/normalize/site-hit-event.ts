import type { CampaignParam, Event, WidthClass } from '@botscope/contract';
import { partitionKeyFor } from './assign-partition-key.ts';
import { blankEvent } from './blank-event.ts';
import { hashEventId } from './event-id.ts';

/** Report from a page of a website. Texts with '' are not known. */
export interface SiteHit extends SiteRow, ReportedValues {
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
  /** Country that it was reported from, ISO 3166-1 alpha-2. */
  country: string;
  category: string;
  /** Version of the script. */
  script: string;
}

/** The event of a website's hit. It is no user's: no action, no contact and no launch. */
export function siteHitEvent(hit: SiteHit): Event {
  const { site, name, campaign } = hit;
  const { visitor, page, host, path, referrer, width, device, browser, os, country, category, script } = hit;
  const from = { host, path, referrer, country };
  const texts = { visitor, page, ...from, width, device, browser, os, category, script };
  return {
    ...siteRow('site_hit', hit),
    payload: JSON.stringify({
      site_hit: {
        site,
        name,
        ...reportedParts(texts, hit),
        ...(Object.keys(campaign).length === 0 ? {} : { campaign }),
      },
    }),
  };
}

/** Action on a website of a user whom it recognized. */
interface SiteEvent extends SiteRow, ReportedValues {
  userId: number;
  host: string;
  path: string;
  category: string;
}

/**
 * The event of a recognised user, beside the hit, which stays nobody's: reports on websites count all visitors alike. No
 * action and no contact: who has left the bot may still visit the website. Of one hit a user has one such event.
 */
export function siteEvent(event: SiteEvent): Event {
  const { site, userId, host, path, category } = event;
  const reported = reportedParts({ host, path, category }, event);
  return {
    ...siteRow('site_event', event),
    userId,
    chatId: userId,
    payload: JSON.stringify({ site_event: { site, ...reported } }),
  };
}

/** Fields of every event of a website's hit. */
interface SiteRow {
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
}

/** Values that a page may report with any event. */
interface ReportedValues {
  /** In whole units; null = none. */
  value: number | null;
  unit: string;
  props: Readonly<Record<string, string | number | boolean>>;
}

/**
 * An event of a website's hit, without its payload. A hit that is sent again, however late, changes nothing: its identity
 * is the ID that the script gave it, and its place follows from the device's clock.
 */
function siteRow(kind: 'site_hit' | 'site_event', hit: SiteRow): Event {
  const { bot, site, id, name, at, deviceTime, receivedAt } = hit;
  return {
    ...blankEvent({ bot, receivedAt }),
    kind,
    name,
    time: at,
    sentAt: Math.max(0, Math.floor(at / 1000)),
    partitionKey: partitionKeyFor(Math.max(1, Math.floor(deviceTime / 1000)), 0),
    id: hashEventId(`${bot} ${kind} ${JSON.stringify([site, id])}`),
  };
}

/** Leaves out the parts that a page did not report. */
const reportedParts = (texts: Readonly<Record<string, string>>, { value, unit, props }: ReportedValues) => ({
  ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
  ...(value === null ? {} : { value, unit }),
  ...(Object.keys(props).length === 0 ? {} : { props }),
});
