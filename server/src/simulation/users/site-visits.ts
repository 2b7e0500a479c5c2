import { siteCountries } from '../data/countries.ts';
import { siteDevices, siteOrigins, sitePages } from '../data/website.ts';
import { createRandom, type Random } from '../random.ts';

/** Hit that a website's script sends about an unknown visitor. */
export interface SiteVisitHit {
  name: 'page' | 'visible' | 'hidden' | 'bot_link';
  path: string;
  /** Equal for all hits of a visit. */
  visitor: string;
  referrer: string;
  campaign: Readonly<Record<string, string>>;
  device: string;
  browser: string;
  os: string;
  /** ISO 3166-1 alpha-2; '' = not known. */
  country: string;
  width: 'xs' | 's' | 'm' | 'l' | 'xl';
  props: Readonly<Record<string, string | number>>;
}

const longestVisit = 8;

/** A visit that begins at `from` (Unix ms): pages, the time on them, and in one of five a click on the link to the bot. */
export function siteVisit(random: Random, from: number, bot: string): { at: number; hit: SiteVisitHit }[] {
  const { campaign, referrer } = random.weighted(siteOrigins);
  const visitor = random.digits(16);
  const country = createRandom(`country/${visitor}`).weighted(siteCountries);
  const common = { visitor, country, ...random.weighted(siteDevices) };
  const nowhere = { referrer: '', campaign: {} };
  const hits: { at: number; hit: SiteVisitHit }[] = [];
  let time = from;
  let path = random.weighted(sitePages.slice(0, 2));
  for (let page = 0; page < longestVisit; page += 1) {
    const origin = page === 0 ? { referrer, campaign } : nowhere;
    hits.push({ at: time, hit: { ...common, ...origin, name: 'page', path, props: {} } });
    const engaged = 2_000 + Math.ceil(random.waiting(18_000));
    time += engaged;
    hits.push({ at: time, hit: { ...common, ...nowhere, name: 'hidden', path, props: { engaged } } });
    if (!random.chance(0.55)) break;
    time += 100;
    path = random.weighted(sitePages);
  }
  if (random.chance(0.2)) {
    hits.push({
      at: time + 50,
      hit: { ...common, ...nowhere, name: 'bot_link', path, props: { bot, payload: 'source-site_medium-footer' } },
    });
  }
  return hits;
}
