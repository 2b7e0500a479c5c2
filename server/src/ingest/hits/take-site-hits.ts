import {
  hitLimits,
  type SiteVisit,
  siteEvents,
  type TicketVisit,
  ticketPattern,
  type VisitorIds,
} from '@botscope/contract';
import { isbot } from 'isbot';
import { limitNetwork } from '../../platform/client-address.ts';
import { isAllowedHost, isAllowedPage } from './allowed-places.ts';
import { type DeviceFamilies, deviceFamilies } from './device-families.ts';
import type { HitLimits } from './hit-limits.ts';
import type { HitSite } from './hit-page.ts';
import type { NameCaps } from './name-caps.ts';
import type { ReadHit } from './read-hit.ts';
import type { PageContext } from './read-hit-body.ts';
import type { SiteVisits } from './site-visits.ts';
import {
  correctClock,
  countHits,
  type HitBot,
  type HitSender,
  type Outcome,
  type PageRequest,
  reject,
  type TakenHit,
  takenWhole,
} from './take-hits.ts';

/** Data common to the hits of one request. */
export interface SiteHitOrigin extends DeviceFamilies {
  site: HitSite;
  receivedAt: number;
  /** '' = nobody in particular. */
  visitor: string;
  /** ISO 3166-1 alpha-2; '' = not known, or before consent. */
  country: string;
  script: string;
  /** Name of the page visit. */
  pageName: string;
  page: PageContext;
  /** User whose visit it is; null = not known. */
  userId: number | null;
}

/** A visit that a link to the bot stands for. */
export interface IssuedTicket {
  ticket: string;
  site: number;
  bot: string;
  visit: TicketVisit;
  /** When the link was clicked, Unix ms. */
  at: number;
}

export interface TakeSiteHitsDeps {
  /** The visitor's hash of that day. @throws AppError StoreUnavailable */
  visitorOf(site: number, from: HitSender, timestamp: number): Promise<string>;
  /** The country of an address, which itself is stored nowhere; '' = not known. */
  countryOf(address: string): string;
  visits: SiteVisits;
  /** Returns the user whose visit it is, if the page has proven that. @throws AppError StoreUnavailable */
  userOf(visit: { bot: string; site: number; visit: string; proof: string }): Promise<number | null>;
  limits: HitLimits;
  caps: NameCaps;
  /** Both resolve when it is durable. @throws AppError StoreUnavailable */
  record(hits: readonly TakenHit[], origin: SiteHitOrigin): Promise<void>;
  issue(tickets: readonly IssuedTicket[], network: string): Promise<void>;
}

/** Takes the hits of websites. */
export function createTakeSiteHits(deps: TakeSiteHitsDeps) {
  const { limits } = deps;

  /** Why nothing may be stored of a request. */
  function judge({ page: site, request, from }: PageRequest<HitSite>): Outcome | null {
    if (from.userAgent === '' || isbot(from.userAgent)) return reject('bot');
    if (!isAllowedPage(site.places, request.page.host, from.origin)) return reject('origin');
    if (from.wantsPrivacy && site.options.gpc === 'count_nobody') return reject('privacy');
    // Last: a robot, or a page of another site, uses up nothing of the website.
    const retryAfterS = limits.take('app', `site ${site.id}`, countHits(request));
    return retryAfterS > 0 ? reject('rate', { retryAfterS }) : null;
  }

  return async (call: PageRequest<HitSite>): Promise<Outcome> => {
    const { page: site, bot, request, from, receivedAt } = call;
    const rejection = judge(call);
    if (rejection !== null) return rejection;

    const device = deviceFamilies(from.userAgent);
    const isAnonymous = site.options.consent === 'required' && !request.page.hasConsented;
    const isKept = ({ name }: ReadHit): boolean => !isAnonymous || name === siteEvents.page;
    const withheld = request.hits.filter((hit) => !isKept(hit));
    const page = isAnonymous ? withoutSource(request.page) : withoutOwnReferrer(request.page, site);
    const visitor = isAnonymous ? '' : await deps.visitorOf(site.id, from, receivedAt);
    const country = isAnonymous ? '' : deps.countryOf(from.address);
    const read = request.hits.filter(isKept).map((hit) => ({
      ...hit,
      at: correctClock(hit.deviceTime, { sentAt: request.sentAt, receivedAt, authAt: null }),
    }));
    const tickets =
      isAnonymous || from.wantsPrivacy ? [] : issueTickets(read, { site, bot, page, visitor, origin: from.origin });
    // First: the start that they belong to may be seconds away.
    const network = limitNetwork(from.address);
    if (tickets.length > 0) await deps.issue(tickets, network);
    const { script, launchName: pageName } = request;
    const { proof } = request.page;
    const maySay = site.options.know_users && !isAnonymous && !from.wantsPrivacy && proof !== '' && read.length > 0;
    const userId = maySay ? await deps.userOf({ bot: site.bot, site: site.id, visit: pageName, proof }) : null;
    const reporter = { isProven: userId !== null, network };
    const hits = read.map((hit) => ({
      ...withoutTicket(hit, tickets),
      ...deps.caps.cap(site, hit, reporter),
    }));
    const origin = { ...device, site, receivedAt, visitor, country, script, pageName, page, userId };
    if (hits.length > 0) await deps.record(hits, origin);
    return { ...takenWhole, userId, withheld, visitor, device };
  };

  /** The tickets that a page has put into links to the bot. Every request says where the visit began, so it is noted. */
  function issueTickets(
    hits: readonly TakenHit[],
    context: { site: HitSite; bot: HitBot; page: PageContext; visitor: string; origin: string | undefined },
  ): IssuedTicket[] {
    const { site, bot, page, visitor, origin } = context;
    const entry = hits.find(({ path }) => path !== '')?.path ?? '';
    const { campaign: params, referrer, host } = page;
    const visit = deps.visits.of(site.id, visitor, { params, referrer, host, entry });
    return hits.flatMap((hit) => {
      const ticket = ticketIn(hit);
      const leadsTo = String(hit.props.bot ?? '').toLowerCase();
      const isOurs = bot.username === '' || leadsTo === bot.username.toLowerCase();
      if (ticket === null || !isOurs) return [];
      const clicked = { ...visit, url: addressOf(hit.path, host, origin), visitorIds: visitorIdsOf(hit, visit) };
      return [{ ticket, site: site.id, bot: site.bot, visit: clicked, at: hit.at }];
    });
  }
}

const ticketIn = ({ name, props: { ticket } }: Pick<ReadHit, 'name' | 'props'>): string | null =>
  name === siteEvents.botLink && typeof ticket === 'string' && ticketPattern.test(ticket) ? ticket : null;

/** Meta's click ID follows from the address, where the website has no cookie of it; one that was cut is none. */
function visitorIdsOf({ visitorIds, at }: TakenHit, { params: { fbclid = '' } }: SiteVisit): VisitorIds {
  const hasClickId = fbclid !== '' && fbclid.length < hitLimits.campaignValue;
  return { ...(hasClickId && { fbc: `fb.1.${at}.${fbclid}` }), ...visitorIds };
}

/** Address of a page. Browsers say its origin, but for frames without one. */
const addressOf = (path: string, host: string, origin = ''): string =>
  `${/^https?:/.test(origin) ? origin : `https://${host}`}${path.replace(/^(?!\/)/, '/')}`;

/** The event says that there is a ticket; which one would lead from the visitor to the user who claims it. */
function withoutTicket<Hit extends ReadHit>({ visitorIds: _, ...hit }: Hit, issued: readonly IssuedTicket[]) {
  if (hit.name !== siteEvents.botLink) return hit;
  const ticket = ticketIn(hit);
  return { ...hit, props: { ...hit.props, ticket: issued.some((one) => one.ticket === ticket) } };
}

const withoutSource = (page: PageContext): PageContext => ({ ...page, referrer: '', campaign: {} });

/** A referrer on the same website carries no information. */
function withoutOwnReferrer(page: PageContext, { places }: HitSite): PageContext {
  const [host = ''] = page.referrer.split('/', 1);
  return isAllowedHost(places, host) ? { ...page, referrer: '' } : page;
}
