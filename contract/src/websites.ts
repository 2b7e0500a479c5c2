import * as z from 'zod/mini';
import { dropReasons, widthClasses } from './hits.ts';
import { BotKey, botPath } from './ids.ts';
import { PageId, pageEndpoints, pageStatuses } from './pages.ts';

export const maxDomains = 20;

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
export const Domains = z.array(Domain).check(z.minLength(1), z.maxLength(maxDomains));

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
  status: z.enum(pageStatuses),
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

/** Without options: links are readable if the bot's rules for launch payloads cut them into parameters, else tickets. */
const draft = z.object({ name: WebsiteName, domains: Domains, options: z.optional(WebsiteOptions) });

export const websiteEndpoints = pageEndpoints({
  path: 'websites',
  id: 'site_id',
  params: z.extend(botPath, { site_id: PageId }),
  page: Website,
  draft,
  change: z.object({ name: WebsiteName, domains: Domains, options: WebsiteOptions }),
  removal: z.object({ name: z.string() }),
  numbers: WebsiteNumbers,
  hit: RecentSiteHit,
});

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
