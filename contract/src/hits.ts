/**
 * Wire format of `POST /hit`, by which scripts of Mini Apps and of websites report (docs/decisions/0038 and 0039).
 * Types and numbers only, so that a script of a few kilobytes can import them for nothing.
 */

/** Path to which hits are reported; anything may follow (`/hit/x`), so that a proxy can give it a name of its own. */
export const hitPath = '/hit';

/** Says why a request, or a part of it, is not stored. */
export const droppedHeader = 'x-botscope-dropped';

/** Limits of a request. Longer texts are cut; anything too many, or of another type, is a bad event. */
export const hitLimits = {
  bodyBytes: 65_536,
  events: 50,
  name: 64,
  path: 512,
  category: 64,
  props: 30,
  propKey: 40,
  propValue: 200,
  word: 32,
  initData: 8_192,
  hostname: 253,
  proof: 2_048,
  referrer: 512,
  campaignValue: 200,
} as const;

/** One event. The script gives it an ID when it happens and never changes either again: that is how copies are known. */
export interface WireHit {
  /** 16 lower-case hexadecimal digits, random. */
  id: string;
  /** `app_launch` for a page of a Mini App that was loaded, else what happened. Websites: `siteEvents`. */
  n: string;
  /** When, Unix ms by the clock of the device. */
  t: number;
  /** Path of the page, without query and hash. */
  u?: string;
  /** Category. */
  c?: string;
  /** A number that the page gives with it, in whole units; never income. */
  val?: number;
  /** Currency or unit of `val`, 3 letters. */
  cur?: string;
  /** Properties. `visible` and `hidden` carry `engaged`: ms in the foreground since the last event that carried it. */
  d?: Record<string, string | number | boolean>;
  /** Cookies (`visitorCookies`) as `name=value`, of a `bot_link` with a ticket; never before consent or with a privacy signal. */
  ck?: string[] | null;
}

/** The body of a request: JSON as `text/plain`. */
export interface WireHits {
  /** Public key of the Mini App or website, 32 hexadecimal digits. */
  k: string;
  /** Version of the script. */
  v?: string | number;
  /** When the request leaves, Unix ms by the clock of the device. */
  sent?: number;
  /** Raw initData, with every request until one of this launch was answered with 2xx. */
  i?: string;
  /**
   * Name of the launch, 32 hexadecimal digits: random, and the same as long as the page has the same initData. Of a
   * website, name of the page visit: random, in the memory of the tab alone, so that a page that is loaded again has
   * another one.
   */
  l: string;
  /** Ticket of the visit to a website that led here. */
  s?: string;
  /** Platform and version of the Mini App interface, in Telegram's words. */
  p?: string;
  w?: string;
  e: WireHit[];
}

/** The body of a request of a website. `i`, `s`, `p` and `w` have no meaning there. */
export interface WireSiteHits extends Omit<WireHits, 'i' | 's' | 'p' | 'w'> {
  /** `location.hostname`: one of the website's domains. */
  h: string;
  /** Referrer of the visit: host and path of `document.referrer`, without scheme, query and hash. Own pages too. */
  r?: string;
  /** Parameters of `campaignParams` in the address that the page was loaded with. */
  q?: Partial<Record<CampaignParam, string>>;
  /** `innerWidth`, CSS pixels. */
  vw?: number;
  /**
   * Proof of the visit's user (`proofFields`), from the address of the page; `userIsKnown` where an earlier page of the
   * same `l` had it.
   */
  u?: string;
  /**
   * The visitor consented. Only websites with `consent: 'required'` ask for it: without it, of their hits, only `page`
   * is stored, of nobody in particular, without `r` and `q`, and no ticket is.
   */
  ok?: boolean;
}

/** Events that a website's script reports by itself. All other names are those of the page. */
export const siteEvents = {
  /** A page is shown: loaded, or its path was changed by a script (`u`). */
  page: 'page',
  /** With `d.engaged`, as in Mini Apps. */
  visible: 'visible',
  hidden: 'hidden',
  /** A click on a link to another website: `d.to`, host and path. */
  outbound: 'outbound',
  /**
   * A click on a link to a bot. `d.bot`: username in the link, without @. `d.ticket`: 11 characters of the base64url
   * alphabet (57 random bits) that the script has put into the link behind `ticketPrefix`, else absent. `d.payload`: the payload of the link
   * as it was opened, where it is not a ticket's.
   */
  botLink: 'bot_link',
  /** A form was sent: `d.form`, its ID or name; never what was entered. */
  form: 'form',
} as const;

/**
 * A payload `bsv_<ticket>` stands for the visit that the ticket was made in. It fits into `start` (64) and `startapp`,
 * and is no other system's: Telegram's own payloads begin with `_tgr_` and `bizChat`.
 */
export const ticketPrefix = 'bsv_';
export const ticketPattern = /^[A-Za-z0-9_-]{11}$/;

/**
 * Cookies of other tools that are reported with a ticket, and what we call their IDs: Google Analytics, Yandex Metrica,
 * Meta (browser, click).
 */
export const visitorCookies = { _ga: 'ga', _ym_uid: 'ym', _fbp: 'fbp', _fbc: 'fbc' } as const;
export type VisitorIds = Partial<Record<(typeof visitorCookies)[keyof typeof visitorCookies], string>>;

/** Parameters of an address that are reported; all others stay in the browser. */
export const campaignParams = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'utm_id',
  'gclid',
  'gbraid',
  'wbraid',
  'dclid',
  'yclid',
  'ysclid',
  'fbclid',
  'msclkid',
  'ttclid',
  'twclid',
  'li_fat_id',
  'rb_clickid',
] as const;
export type CampaignParam = (typeof campaignParams)[number];

/**
 * Names that campaign parameters get in a readable link: `source-google_medium-cpc`, with the separators of the bot's
 * rules. The parameter of `utm_source` has the name that the bot's rules give to the source, unless that is another one
 * of these.
 */
export const readableParams = {
  utm_source: 'source',
  utm_medium: 'medium',
  utm_campaign: 'campaign',
  utm_content: 'content',
  utm_term: 'term',
} as const satisfies Partial<Record<CampaignParam, string>>;

/**
 * Parameters of an address that prove whose visit it is, joined by `&` as they came: `bsu` is a code of ours, and all the
 * others are what Telegram adds to the address of a `login_url` button and has signed.
 */
export const proofFields = [
  'bsu',
  'id',
  'first_name',
  'last_name',
  'username',
  'photo_url',
  'auth_date',
  'hash',
] as const;
export const userIsKnown = 'known';

/** By the width of the window: up to 575, 767, 991, 1,399 pixels, and wider. */
export const widthClasses = ['xs', 's', 'm', 'l', 'xl'] as const;
export type WidthClass = (typeof widthClasses)[number];

/**
 * Proof of a launch: by the bot's token, by Telegram's signature, or none. Only proven hits are a user's;
 * the others have no user and are counted apart.
 */
export const hitProofs = ['hmac', 'ed25519', 'none'] as const;
export type HitProof = (typeof hitProofs)[number];

/** Why a launch is not proven. */
export const proofProblems = [
  /** Opened by a keyboard button or in inline mode: Telegram gives no initData. */
  'NoInitData',
  /** The initData are not this bot's, or were changed on the way. */
  'Forged',
  /** The form was opened more than 24 hours before its first hit, or a proven launch is older than 7 days. */
  'Expired',
  /** Dated more than 5 minutes ahead. */
  'FromTheFuture',
  /** Without the bot's token: the initData have no signature (old clients), or the bot's Telegram ID is not known. */
  'NoSignature',
  'UnknownBot',
  /** There is no user in it. */
  'NoUser',
] as const;
export type ProofProblem = (typeof proofProblems)[number];

/**
 * Why hits are dropped, as `x-botscope-dropped` says. With `rate` the answer is 429 with `Retry-After`, and the script
 * sends them again later; all others are answered with 202 and are gone.
 */
export const dropReasons = [
  /** No Mini App and no website has this key. */
  'key',
  /** The Mini App or website is paused or archived, or its bot is paused. */
  'paused',
  /** The page is on none of the allowed origins or domains. */
  'origin',
  /** Websites: a program, by its User-Agent. */
  'bot',
  /** Websites: the browser sends Global Privacy Control or Do Not Track, and its owner counts nobody with them. */
  'privacy',
  /** Websites: without consent, some or all of the events are not stored. */
  'consent',
  /** Too many from this key, address or user. */
  'rate',
  /** The user's data were erased. */
  'erased',
  /** Some events of the request are malformed; the others are stored. */
  'malformed',
] as const;
export type DropReason = (typeof dropReasons)[number];

/** Why one event of a request is not stored. */
export const hitProblems = [
  'NotAnObject',
  'WrongId',
  'WrongName',
  'WrongTime',
  'WrongField',
  'TooManyProps',
  'TooMany',
] as const;
export type HitProblem = (typeof hitProblems)[number];

/** Stands for names and paths beyond the caps of an app. */
export const otherName = '(other)';
export const nameCaps = { names: 1_000, pathsPerDay: 10_000 } as const;
