import { type DropReason, type SiteVisit, siteEvents, ticketPattern, type WebsiteOptions } from '@botscope/contract';
import { isbot } from 'isbot';
import { limitNetwork } from '../../platform/client-address.ts';
import { isAllowedHost, isAllowedPage } from './allowed-domain.ts';
import { correctClock } from './correct-clock.ts';
import { type DeviceFamilies, deviceFamilies } from './device-families.ts';
import type { HitLimits } from './hit-limits.ts';
import type { NameCaps } from './name-caps.ts';
import type { ReadHit } from './read-hit.ts';
import type { BadHit, HitRequest, PageContext } from './read-hit-body.ts';
import type { SiteVisitors } from './site-visitors.ts';
import type { SiteVisits } from './site-visits.ts';
import { countHits, type HitReceiver, type HitSender } from './take-hits.ts';

/** A website as its hits see it. */
export interface HitSite {
  id: number;
  /** Public key of its bot. */
  bot: string;
  takesHits: boolean;
  domains: readonly string[];
  options: Pick<WebsiteOptions, 'consent' | 'gpc' | 'know_users'>;
}

/** Its bot. */
export interface HitSiteBot {
  key: string;
  /** '' = not known. */
  username: string;
  isPaused: boolean;
}

/** A hit that is to be stored. */
export interface TakenSiteHit extends ReadHit {
  /** By our clock, Unix ms. */
  at: number;
}

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
  visit: SiteVisit;
  /** When the link was clicked, Unix ms. */
  at: number;
}

/** For the debug panel: what came, and what was made of it. */
export interface SiteHitNote extends DeviceFamilies {
  site: HitSite;
  at: number;
  request: HitRequest;
  visitor: string;
  /** Recognized user; null = none. */
  userId: number | null;
  /** Reason why all its hits are dropped; null: they are stored. */
  dropped: DropReason | null;
  /** Hits that were not stored for lack of consent. */
  withheld: readonly ReadHit[];
}

export interface TakeSiteHitsDeps {
  /** The website of a key, or null. */
  siteOfKey(key: string): Promise<HitSite | null>;
  botOf(key: string): Promise<HitSiteBot | null>;
  visitorOf: SiteVisitors;
  /** The country of an address, which itself is stored nowhere; '' = not known. */
  countryOf(address: string): string;
  visits: SiteVisits;
  /** Returns the user whose visit it is, if the page has proven that. @throws AppError StoreUnavailable */
  userOf(visit: { bot: string; site: number; visit: string; proof: string }): Promise<number | null>;
  limits: HitLimits;
  caps: NameCaps;
  /** Both resolve when it is durable. @throws AppError StoreUnavailable */
  record(hits: readonly TakenSiteHit[], origin: SiteHitOrigin): Promise<void>;
  issue(tickets: readonly IssuedTicket[], network: string): Promise<void>;
  /** Never throw, and nobody waits for them. */
  note(note: SiteHitNote): void;
  noteBad(site: HitSite, bad: readonly BadHit[], userId: number | null): void;
}

/** Takes the hits of websites. */
export function createTakeSiteHits(deps: TakeSiteHitsDeps): HitReceiver {
  const { limits } = deps;

  /** Why nothing may be stored of a request, or for whose bot it is. */
  async function judge(
    site: HitSite,
    request: HitRequest,
    from: HitSender,
  ): Promise<HitSiteBot | { dropped: DropReason; retryAfterS: number }> {
    const reject = (dropReason: DropReason, retryAfterS = 0) => ({ dropped: dropReason, retryAfterS });
    if (!site.takesHits) return reject('paused');
    const bot = await deps.botOf(site.bot);
    if (bot === null) return reject('key');
    if (bot.isPaused) return reject('paused');
    if (from.userAgent === '' || isbot(from.userAgent)) return reject('bot');
    if (!isAllowedPage(site.domains, request.page.host, from.origin)) return reject('origin');
    if (from.wantsPrivacy && site.options.gpc === 'count_nobody') return reject('privacy');
    // Last: a robot, or a page of another site, uses up nothing of the website.
    const ofSite = limits.take('app', `site ${site.id}`, countHits(request));
    return ofSite > 0 ? reject('rate', ofSite) : bot;
  }

  return async (request, from, receivedAt) => {
    const site = await deps.siteOfKey(request.key);
    if (site === null) return null;
    const judged = await judge(site, request, from);
    const note = { site, at: receivedAt, request, ...deviceFamilies(from.userAgent) };
    if ('dropped' in judged) {
      const { dropped, retryAfterS } = judged;
      deps.note({ ...note, visitor: '', userId: null, dropped, withheld: [] });
      return dropped === 'rate' ? { status: 429, retryAfterS } : { status: 202, dropped };
    }

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
    const tickets = isAnonymous || from.wantsPrivacy ? [] : issueTickets(read, { site, bot: judged, page, visitor });
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
      ...deps.caps.cap(site.bot, site.id, hit, reporter),
    }));
    const origin = { ...note, receivedAt, visitor, country, script, pageName, page, userId };
    if (hits.length > 0) await deps.record(hits, origin);

    deps.note({ ...note, visitor, userId, dropped: null, withheld });
    if (request.bad.length > 0) deps.noteBad(site, request.bad, userId);
    return { status: 202, dropped: withheld.length > 0 ? 'consent' : request.bad.length > 0 ? 'malformed' : null };
  };

  /** The tickets that a page has put into links to the bot. Every request says where the visit began, so it is noted. */
  function issueTickets(
    hits: readonly TakenSiteHit[],
    context: { site: HitSite; bot: HitSiteBot; page: PageContext; visitor: string },
  ): IssuedTicket[] {
    const { site, bot, page, visitor } = context;
    const entry = hits.find(({ path }) => path !== '')?.path ?? '';
    const { campaign: params, referrer, host } = page;
    const visit = deps.visits.of(site.id, visitor, { params, referrer, host, entry });
    return hits.flatMap((hit) => {
      const ticket = ticketIn(hit);
      const leadsTo = String(hit.props.bot ?? '').toLowerCase();
      const isOurs = bot.username === '' || leadsTo === bot.username.toLowerCase();
      return ticket === null || !isOurs ? [] : [{ ticket, site: site.id, bot: site.bot, visit, at: hit.at }];
    });
  }
}

const ticketIn = ({ name, props: { ticket } }: ReadHit): string | null =>
  name === siteEvents.botLink && typeof ticket === 'string' && ticketPattern.test(ticket) ? ticket : null;

/** The event says that there is a ticket; which one would lead from the visitor to the user who claims it. */
function withoutTicket<Hit extends ReadHit>(hit: Hit, issued: readonly IssuedTicket[]): Hit {
  if (hit.name !== siteEvents.botLink) return hit;
  const ticket = ticketIn(hit);
  return { ...hit, props: { ...hit.props, ticket: issued.some((one) => one.ticket === ticket) } };
}

const withoutSource = (page: PageContext): PageContext => ({ ...page, referrer: '', campaign: {} });

/** A referrer on the same website carries no information. */
function withoutOwnReferrer(page: PageContext, { domains }: HitSite): PageContext {
  const [host = ''] = page.referrer.split('/', 1);
  return isAllowedHost(domains, host) ? { ...page, referrer: '' } : page;
}
