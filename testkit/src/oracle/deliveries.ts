/**
 * Item that reached the product, as it was sent: the raw JSON, the way it came, and the moment of receipt. A list of
 * these, in the order of arrival (within one request in the order of its list), is all that the oracle knows of a bot.
 */
export type Delivery = PushedUpdate | FileUpdate | PushedCall | PushedConversion | MiniAppHit | WebsiteHit | ListedUser;

interface Arrived {
  /** Unix ms. */
  receivedAt: number;
}

/** An item of `send-batch-update`. */
export interface PushedUpdate extends Arrived {
  way: 'push';
  /** The bot's own word: RFC 3339, Unix seconds or milliseconds. */
  date?: string | number;
  update: object;
}

/** A line of an uploaded export of updates. */
export interface FileUpdate extends Arrived {
  way: 'file';
  date?: string | number;
  update: object;
  /** Number of the file: a line without any date happens when the one before it in the same file did. */
  file: number;
}

/** An item of `send-batch-call`. */
export interface PushedCall extends Arrived {
  way: 'call';
  date?: string | number;
  method: string;
  params: object;
  response?: object;
}

/** An item of `send-target`. The value is in the currency's whole unit: 12.5 EUR. */
export interface PushedConversion extends Arrived {
  way: 'conversion';
  date?: string | number;
  targetId: number;
  userId: number;
  value?: number;
  unit?: string;
}

/** Hit that a Mini App reported of its user. */
export interface MiniAppHit extends Arrived {
  way: 'hit';
  /** Unix ms. */
  at: number;
  from: TelegramUser;
  name: string;
  /** Payload of a launch by a link. */
  startPayload: string;
  platform: string;
  version: string;
  /** Opening of the app that the hit belongs to; '' = it does not say. */
  launch: string;
  /** Country of the user, a code of two letters; '' = not known. */
  country: string;
  /** Telegram says, as of then, that the bot may write to the user. */
  allowsWriting: boolean;
}

/** Hit that a page of a website reported. It is of no user unless the website recognizes one. */
export interface WebsiteHit extends Arrived {
  way: 'site';
  /** Unix ms. */
  at: number;
  site: number;
  /** The page's own number for it: copies have the same. */
  id: string;
  name: string;
  /** Visitor that the website assigns the hit to; '' = none in particular. */
  visitor: string;
  /** The user that the website recognized; 0 = none. */
  userId: number;
  /** Name of the website's server, as the page says it. */
  host: string;
  path: string;
  /** Parameters of a page view's address; host and path of the page before, on another website. */
  campaign: Readonly<Record<string, string>>;
  referrer: string;
  device: string;
  /** Code of two letters; '' = not known. */
  country: string;
  /** Time in the foreground that `visible` and `hidden` report, ms. */
  engaged: number;
}

/** A row of an uploaded list of users. Dates are as its cells say them; '' = the list does not say. */
export interface ListedUser extends Arrived {
  way: 'list';
  from: TelegramUser;
  source: string;
  dateAdded: string;
  hasLeft: boolean;
  dateLeft: string;
}

export interface TelegramUser {
  id: number;
  first_name: string;
  last_name?: string;
  username?: string;
  language_code?: string;
  is_premium?: boolean;
}
