import type { WebsiteHit } from '../oracle/deliveries.ts';
import type { Stage } from './actor.ts';
import type { Dice } from './dice.ts';
import { oddMoment, type ZoneCase } from './zone-cases.ts';

/** A request of a page of one of the bot's websites. */
export interface VisitRequest {
  way: 'site';
  at: number;
  site: keyof typeof websites;
  network: keyof typeof networks;
  address: string;
  browser: keyof typeof browsers;
  /** Name of the page visit. */
  page: string;
  /** Whole address of the page before. */
  referrer: string;
  campaign: Readonly<Record<string, string>>;
  hasConsented: boolean;
  /** User whose visit it is, where the bot gave them the address; null = unknown. */
  userId: number | null;
  hits: readonly { id: string; name: string; path: string; at: number; engaged: number }[];
}

/** The websites of each world: one asks for consent. */
export const websites = {
  shop: { domain: 'shop.example', consent: 'auto' },
  club: { domain: 'www.club.example', consent: 'required' },
} as const;

/** Networks that the product knows the country of, and one that is of none. */
export const networks = { '2a02:100': 'DE', '2804:100': 'BR', '2001:db8': '' } as const;

/** Browsers of visitors, by device. */
export const browsers = {
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  mobile:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  tablet:
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
} as const;

const minute = 60_000;
const hour = 60 * minute;
const gaps = [0, 1, 2_000, 3 * minute, 30 * minute - 1, 30 * minute, 30 * minute + 1];
const paths = ['/', '/', '/prices', '/buy', '/a/b'];
const campaigns: readonly Record<string, string>[] = [
  {},
  {},
  { utm_source: 'ads' },
  { utm_source: 'ads', gclid: '1' },
  { gclid: '1' },
  { rb_clickid: '1', yclid: '2' },
  { utm_medium: 'mail' },
];
const referrers = [
  '',
  'https://www.news.example/today?q=secret',
  'https://blog.example',
  'https://shop.example/prices',
  'https://club.example/',
];

/** Draws visits about an odd day. Their addresses are no other world's. Some come from the bot, as one of `users`. */
export function drawVisits(
  { dice, number }: Stage,
  zoneCase: ZoneCase,
  { seed, users }: { seed: number; users: readonly number[] },
): VisitRequest[] {
  return Array.from({ length: dice.between(0, 7) }, (_, index) => {
    const network = dice.pick(['2a02:100', '2804:100', '2001:db8'] as const);
    const visitor = {
      site: dice.pick(['shop', 'shop', 'club'] as const),
      network,
      address: `${network}:${seed.toString(16)}:${index}::1`,
      browser: dice.pick(['desktop', 'mobile', 'tablet'] as const),
      hasConsented: dice.chance(0.6),
    };
    const id = (length: number) => number().toString(16).padStart(length, '0');
    let timestamp = oddMoment(zoneCase, dice);
    return Array.from({ length: dice.between(1, 4) }).flatMap((_, page): VisitRequest[] => {
      const hits = Array.from({ length: dice.between(1, 3) }, () => {
        timestamp += dice.pick(gaps);
        return { ...drawHit(dice), id: id(16), at: timestamp };
      });
      const origin = { page: id(32), referrer: dice.pick(referrers), campaign: dice.pick(campaigns) };
      const userId = users[(seed + index + page) % (2 * users.length)] ?? null;
      // A page keeps for a day what it cannot send.
      const receivedAt = timestamp + dice.pick([0, 5, 900, 40_000, dice.between(1, 20) * hour]);
      const request: VisitRequest = { way: 'site', ...visitor, ...origin, userId, at: receivedAt, hits };
      return dice.chance(0.2) ? [request, { ...request, at: receivedAt + dice.between(1, 30) * hour }] : [request];
    });
  }).flat();
}

function drawHit(dice: Dice): { name: string; path: string; engaged: number } {
  const name = dice.pick(['page', 'page', 'page', 'visible', 'hidden', 'bot_link', 'cart']);
  const isSign = name === 'visible' || name === 'hidden';
  return { name, path: dice.pick(paths), engaged: isSign ? dice.pick([0, 1, 4_000, 9_999, 10_000]) : 0 };
}

/** Returns the hits for the oracle. Without consent only page views are stored, of nobody and from nowhere. */
export function deliveriesOfVisit({ at: receivedAt, hits, ...request }: VisitRequest): WebsiteHit[] {
  const { site, network, address, browser, hasConsented, campaign, userId } = request;
  const isAnonymous = websites[site].consent === 'required' && !hasConsented;
  const day = new Date(receivedAt).toISOString().slice(0, 10);
  return hits
    .filter(({ name }) => !isAnonymous || name === 'page')
    .map((hit) => ({
      ...{ ...hit, way: 'site', receivedAt, site: Object.keys(websites).indexOf(site), device: browser },
      host: websites[site].domain,
      ...{ visitor: isAnonymous ? '' : `${site} ${address} ${browser} ${day}` },
      country: isAnonymous ? '' : networks[network],
      userId: isAnonymous ? 0 : (userId ?? 0),
      ...(isAnonymous ? { campaign: {}, referrer: '' } : { campaign, referrer: readForeignReferrer(request) }),
    }));
}

/** Host and path of another website. */
function readForeignReferrer({ site, referrer }: Pick<VisitRequest, 'site' | 'referrer'>): string {
  if (referrer === '') return '';
  const { host, pathname } = new URL(referrer);
  const stripWww = (name: string) => (name.startsWith('www.') ? name.slice(4) : name);
  return stripWww(host) === stripWww(websites[site].domain) ? '' : host + pathname;
}
