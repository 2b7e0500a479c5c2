import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { dropReasons, widthClasses } from './hits.ts';
import { BotKey, botPath } from './ids.ts';
import { OtherKey } from './other-keys.ts';

/** `paused` takes no hits; `archived` is also left out of pickers. What was counted stays in both. */
export const websiteStatuses = ['enabled', 'paused', 'archived'] as const;
export type WebsiteStatus = (typeof websiteStatuses)[number];

export const mostWebsites = 100;
export const mostDomains = 20;

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const domainPattern = new RegExp(`^(?:\\*\\.)?${label}(?:\\.${label})*$`);

/** Name that the owner gives it. */
export const WebsiteName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

/**
 * `example.com` is that name with and without `www.`; `*.example.com` is any name below it, and not itself; `localhost`
 * counts only if it is listed. Addresses that are pasted whole are cut down to the name, and names in other scripts
 * become what browsers call them (`xn--…`). Ports do not matter.
 */
export const Domain = z.string().check(z.trim(), z.overwrite(toDomain), z.regex(domainPattern), z.maxLength(253));

/** Empty is not allowed: keys are public, and anyone could count their own pages. */
export const Domains = z.array(Domain).check(z.minLength(1), z.maxLength(mostDomains));

/** Part of them concerns the script; the snippet in the page carries those (`data-links`, `data-consent` …). */
export const WebsiteOptions = z.object({
  /**
   * Form of the visit in links to the bot. `readable`: `source-google_medium-cpc`, where the visit has parameters of
   * `readableParams` and they fit into 64 characters of Telegram's alphabet, else a ticket; `ticket`: always a ticket.
   */
  link_mode: z.enum(['readable', 'ticket']),
  /**
   * Links that have a payload already are never changed, because the bot's own code reads it; clicks on them are
   * reported. There is no other choice so far.
   */
  decorate_links: z.object({ payload: z.literal(false) }),
  /** `required`: before the visitor consents, pages are counted, of nobody in particular; `ok` of a request. */
  consent: z.enum(['auto', 'required']),
  /**
   * Visitors whose browser sends Global Privacy Control or Do Not Track: `tickets` counts them, but links to the bot
   * carry nothing; `count_nobody` does not count them.
   */
  gpc: z.enum(['tickets', 'count_nobody']),
  /**
   * Users who come from the bot by a tracked link, a `login_url` button or a link of the owner's server are recognised:
   * what they do on the website is in their history.
   */
  know_users: z._default(z.boolean(), false),
});
export type WebsiteOptions = z.output<typeof WebsiteOptions>;

export const Website = z.object({
  site_id: z.number(),
  bot_key: BotKey,
  name: z.string(),
  /** Public: it is in the page. 32 hexadecimal digits. */
  key: z.string(),
  /** Until when the key before this one is taken as well; null = it is not. */
  old_key_until: z.nullable(z.string()),
  status: z.enum(websiteStatuses),
  domains: z.array(z.string()),
  options: WebsiteOptions,
  created_at: z.string(),
});
export type Website = z.output<typeof Website>;

/** Activity of a website in the last 30 days. */
export const WebsiteNumbers = z.object({
  /** Different ones of each day, added up: who comes back on another day is another visitor, because nothing is kept. */
  visitors: z.number(),
  /** A pause of 30 minutes ends one. */
  sessions: z.number(),
  page_views: z.number(),
  /** Clicks on links to the bot. */
  bot_clicks: z.number(),
  tickets: z.number(),
  /** Tickets with which a user has started the bot or its Mini App. */
  claimed: z.number(),
  last_hit_at: z.nullable(z.string()),
  /** The 20 most frequent events. */
  names: z.array(z.object({ name: z.string(), hits: z.number() })),
});
export type WebsiteNumbers = z.output<typeof WebsiteNumbers>;

/** One of the last hits, or a request that was dropped whole (`name` is '' then). */
export const RecentSiteHit = z.object({
  at: z.string(),
  name: z.string(),
  /** `h` of the request. */
  hostname: z.string(),
  path: z.string(),
  referrer: z.string(),
  /** Value of `utm_source`. */
  source: z.string(),
  width: z.enum(['', ...widthClasses]),
  /** `desktop`, `mobile` or `tablet`; '' = not known. */
  device: z.string(),
  browser: z.string(),
  os: z.string(),
  /** Version of the script. */
  script: z.string(),
  /** The first digits of the visitor's hash of today; '' = nobody in particular, or a user who is recognised. */
  visitor: z.string(),
  /** User who is recognized; null = nobody, or the account may not see the list of users. */
  user_id: z.nullable(z.number()),
  /** Null: it is stored. */
  dropped: z.nullable(z.enum(dropReasons)),
  /** Error of a malformed hit, in English. */
  detail: z.string(),
});
export type RecentSiteHit = z.output<typeof RecentSiteHit>;

/** Kinds of bad events, the newest first. */
export const WebsiteError = z.object({
  time: z.string(),
  first_time: z.string(),
  /** A word of `hitProblems`. */
  problem: z.string(),
  /** The newest example, at most 2,000 characters. */
  text: z.string(),
  count: z.number(),
});
export type WebsiteError = z.output<typeof WebsiteError>;

const sitePath = z.extend(botPath, { site_id: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) });
const view = 'webapp.view';
const manage = 'webapp.manage';

/** Permissions on websites are those on Mini Apps: who may see the one may see the other. */
export const websiteEndpoints = {
  /** Lists websites of all bots where the account may see them, the newest first. */
  listAllWebsites: endpoint({ method: 'GET', path: '/websites', access: 'account', data: z.array(Website) }),
  listWebsites: endpoint({
    method: 'GET',
    path: '/bots/{key}/websites',
    access: view,
    params: botPath,
    data: z.array(Website),
  }),
  /**
   * Without options: links are readable if the bot's rules for launch payloads cut them into parameters, else tickets.
   * SiteAlreadyExists (name) if the bot has one with this name, in whatever case; TooManyWebsites beyond 100.
   */
  createWebsite: endpoint({
    method: 'POST',
    path: '/bots/{key}/websites',
    access: manage,
    params: botPath,
    body: z.object({ name: WebsiteName, domains: Domains, options: z.optional(WebsiteOptions) }),
    data: Website,
  }),
  getWebsite: endpoint({
    method: 'GET',
    path: '/bots/{key}/websites/{site_id}',
    access: view,
    params: sitePath,
    data: Website,
  }),
  updateWebsite: endpoint({
    method: 'POST',
    path: '/bots/{key}/websites/{site_id}',
    access: manage,
    params: sitePath,
    body: z.object({ name: WebsiteName, domains: Domains, options: WebsiteOptions }),
    data: Website,
  }),
  setWebsiteStatus: endpoint({
    method: 'POST',
    path: '/bots/{key}/websites/{site_id}/status',
    access: manage,
    params: sitePath,
    body: z.object({ status: z.enum(websiteStatuses) }),
    data: Website,
  }),
  /** A new key. The old one is taken for `keep_hours` more, so that pages can be changed meanwhile. */
  rotateWebsiteKey: endpoint({
    method: 'POST',
    path: '/bots/{key}/websites/{site_id}/rotate-key',
    access: manage,
    params: sitePath,
    body: z.object({ keep_hours: z.number().check(z.int(), z.gte(0), z.lte(168)) }),
    data: Website,
  }),
  /** With everything that it has reported, and its tickets. Launches keep the source that a ticket gave them. */
  removeWebsite: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/websites/{site_id}',
    access: manage,
    params: sitePath,
    /** Typed by the person: guards against a slip. */
    body: z.object({ name: z.string() }),
    data: z.null(),
  }),
  websiteNumbers: endpoint({
    method: 'GET',
    path: '/bots/{key}/websites/{site_id}/numbers',
    access: view,
    heavy: true,
    params: sitePath,
    data: WebsiteNumbers,
  }),
  /** The last hits with their verdicts, the newest first. Pages ask every two seconds. */
  recentSiteHits: endpoint({
    method: 'GET',
    path: '/bots/{key}/websites/{site_id}/recent-hits',
    access: view,
    params: sitePath,
    data: z.array(RecentSiteHit),
  }),
  /** Pages on one of the domains with a key that nothing has, the newest first; 5 at most. Of the process that answers. */
  otherSiteKeys: endpoint({
    method: 'GET',
    path: '/bots/{key}/websites/{site_id}/other-keys',
    access: view,
    params: sitePath,
    data: z.array(OtherKey),
  }),
  websiteErrors: endpoint({
    method: 'GET',
    path: '/bots/{key}/websites/{site_id}/errors',
    access: view,
    params: sitePath,
    data: z.array(WebsiteError),
  }),
};

function toDomain(text: string): string {
  const domain = text
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#:].*$/, '')
    .replace(/\.$/, '');
  const star = domain.startsWith('*.') ? '*.' : '';
  const name = domain.slice(star.length);
  // Only what browsers write in another way; everything else is judged as it is.
  if (!/\P{ASCII}/u.test(name)) return domain;
  try {
    return star + new URL(`http://${name}`).hostname;
  } catch {
    return domain;
  }
}
