import type { Delivery, WebsiteHit } from '../deliveries.ts';

/** A hit of a website as the law reads it. It is no user's. Times are Unix ms. */
export interface SiteHit {
  time: number;
  name: string;
  /** '' = nobody in particular. */
  visitor: string;
  site: number;
  /** Without `www.`. */
  host: string;
  path: string;
  /** Source of a page view; '' = direct. */
  source: string;
  device: string;
  /** '' = not known. */
  country: string;
  /** Time in the foreground that it reports, ms. */
  engaged: number;
}

const dayMs = 86_400_000;

/** Each hit once, by the number that its page gave it: of copies the one that reached us first. */
export function readSiteHits(deliveries: readonly Delivery[]): SiteHit[] {
  const first = new Map<string, WebsiteHit>();
  for (const hit of deliveries) {
    if (hit.way !== 'site') continue;
    const key = `${hit.site} ${hit.id}`;
    const storedHit = first.get(key);
    if (!storedHit || hit.receivedAt < storedHit.receivedAt) first.set(key, hit);
  }
  return [...first.values()].map((hit) => ({
    time: hit.at,
    name: hit.name,
    visitor: hit.visitor,
    site: hit.site,
    host: stripWww(hit.host),
    path: hit.path,
    source: hit.name === 'page' ? detectSource(hit) : '',
    device: hit.device,
    country: hit.country,
    engaged: hit.name === 'visible' || hit.name === 'hidden' ? Math.min(Math.max(0, hit.engaged), dayMs) : 0,
  }));
}

/** Networks and their click IDs; an address with several is of the network that is listed first. */
const networks = [
  ['google', 'gclid', 'gbraid', 'wbraid', 'dclid'],
  ['yandex', 'yclid', 'ysclid'],
  ['facebook', 'fbclid'],
  ['bing', 'msclkid'],
  ['tiktok', 'ttclid'],
  ['twitter', 'twclid'],
  ['linkedin', 'li_fat_id'],
  ['vk', 'rb_clickid'],
] as const;

function detectSource({ campaign, referrer }: WebsiteHit): string {
  if (campaign.utm_source) return campaign.utm_source;
  const network = networks.find(([, ...ids]) => ids.some((id) => campaign[id]));
  if (network) return network[0];
  const [host = ''] = referrer.split('/');
  return stripWww(host);
}

const stripWww = (host: string): string => (host.startsWith('www.') ? host.slice('www.'.length) : host);
