/**
 * What the script of a Mini App reports: the wire format of `POST /hit` (docs/decisions/0038). Types and numbers only,
 * so that a script of a few kilobytes can import them for nothing.
 */

/** Where hits are reported; anything may follow (`/hit/x`), so that a proxy can give it a name of its own. */
export const hitPath = '/hit';

/** Says why a request, or a part of it, is not stored. */
export const droppedHeader = 'x-botscope-dropped';

/** What a request may hold. Texts that are longer are cut; what is too many, or of another type, is a bad event. */
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
} as const;

/** One event. The script gives it an ID when it happens and never changes either again: that is how copies are known. */
export interface WireHit {
  /** 16 lower-case hexadecimal digits, random. */
  id: string;
  /** `app_launch` for a page that was loaded, else what happened. */
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
}

/** The body of a request: JSON as `text/plain`. */
export interface WireHits {
  /** Public key of the Mini App, 32 hexadecimal digits. */
  k: string;
  /** Version of the script. */
  v?: string | number;
  /** When the request leaves, Unix ms by the clock of the device. */
  sent?: number;
  /** Raw initData, with every request until one of this launch was answered with 2xx. */
  i?: string;
  /** Name of the launch, 32 hexadecimal digits: random, and the same as long as the page has the same initData. */
  l: string;
  /** Ticket of the visit to a website that led here. */
  s?: string;
  /** Platform and version of the Mini App interface, in Telegram's words. */
  p?: string;
  w?: string;
  e: WireHit[];
}

/**
 * How a launch is proven: by the bot's token, by Telegram's signature, or not at all. Only proven hits are a user's;
 * the others have no user and are counted apart.
 */
export const hitProofs = ['hmac', 'ed25519', 'none'] as const;
export type HitProof = (typeof hitProofs)[number];

/** Why a launch is not proven. */
export const proofProblems = [
  /** Opened by a keyboard button or in inline mode: Telegram gives no initData. */
  'NoInitData',
  /** Not the initData of this bot, or changed on the way. */
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
  /** No Mini App has this key. */
  'key',
  /** The Mini App is paused or archived, or its bot is paused. */
  'paused',
  /** The page is on none of the allowed origins. */
  'origin',
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
