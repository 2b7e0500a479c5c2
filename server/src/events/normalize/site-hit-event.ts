import type { CampaignParam, Event, WidthClass } from '@botscope/contract';
import { type ReportedValues, reportedParts, type SiteRow, siteRow } from './site-row.ts';

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
