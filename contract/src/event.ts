import type { CampaignParam, VisitorIds } from './hits.ts';

/**
 * The event model: one normalised row made from an update, a call, a Mini App hit or a conversion.
 * `docs/architecture.md` describes how a row is made; `server/src/events/store/migrations` how it is stored.
 */

/** The 27 update kinds of Bot API 10.3, in the order of its documentation. */
export const updateKinds = [
  'message',
  'edited_message',
  'channel_post',
  'edited_channel_post',
  'business_connection',
  'business_message',
  'edited_business_message',
  'deleted_business_messages',
  'guest_message',
  'message_reaction',
  'message_reaction_count',
  'inline_query',
  'chosen_inline_result',
  'callback_query',
  'shipping_query',
  'pre_checkout_query',
  'purchased_paid_media',
  'poll',
  'poll_answer',
  'my_chat_member',
  'chat_member',
  'chat_join_request',
  'chat_boost',
  'removed_chat_boost',
  'managed_bot',
  'subscription',
  'stopped_message_generation',
] as const;
export type UpdateKind = (typeof updateKinds)[number];

/**
 * `opaque` keeps an update whose kind we do not know: stored whole, counted as no action. `imported` is a user from an
 * uploaded list, known to the bot before it was connected: no action either, but a bot user. `field_change` is a new
 * value of a custom field, `link_click` an opened link of a campaign: both are in no report and make nobody a bot user.
 * `site_hit` is what a page of a website reported: of no user, so in no report about users. `site_event` says that a
 * user that the website recognized did so: it is in the user's history, a target can count it, and it is in no report.
 */
export type EventKind =
  | UpdateKind
  | 'opaque'
  | 'call'
  | 'hit'
  | 'conversion'
  | 'imported'
  | 'field_change'
  | 'link_click'
  | 'site_hit'
  | 'site_event';

/**
 * Actions of users, in the words of the report `messages_from_user`. Closed list: the report's lines are these.
 * `other` holds message contents that this version does not know; `none` is for events that are not actions.
 */
export const actionTypes = [
  'text',
  'command',
  'button',
  'inline',
  'photo',
  'video',
  'animation',
  'audio',
  'voice',
  'video_note',
  'document',
  'sticker',
  'contact',
  'location',
  'poll',
  'reaction',
  'edited',
  'payment',
  'join_request',
  'webapp',
  'service',
  'other',
] as const;
export type ActionType = (typeof actionTypes)[number];

export type ChatType = 'private' | 'group' | 'supergroup' | 'channel' | 'sender' | '';

/** `blocked`: the user blocked the bot, or a send failed because of it. `unblocked`: the user unblocked the bot. */
export type Membership = '' | 'blocked' | 'unblocked';

export type Direction = 'in' | 'out';

/** A visit to a website, as it is known when its visitor follows a link to the bot. Texts with '' are not known. */
export interface SiteVisit {
  params: Readonly<Partial<Record<CampaignParam, string>>>;
  /** Host and path of another website. */
  referrer: string;
  /** Host and page at which the visit began. */
  host: string;
  entry: string;
}

/** A visit that a ticket stands for: its visitor has followed a link to the bot. */
export interface TicketVisit extends SiteVisit {
  /** Address of the page with the link, without query and hash; '' = not known. */
  url: string;
  visitorIds: Readonly<VisitorIds>;
}

/** One event. Times are Unix milliseconds, but for `sentAt`; money is in the currency's smallest unit. */
export interface Event {
  /** Public key of the bot (13 hexadecimal digits). */
  bot: string;
  /** Identity, 64 bits as a decimal string: depends on the content only, never on the receipt. */
  id: string;
  /**
   * Partition key of the row. It depends on the content only, so that a copy delivered a month later lies beside the
   * original and collapses with it: days since 1970 of Telegram's own date, or 2^31 + (update_id >> 13) where it has none.
   */
  partitionKey: number;
  /** Telegram id of the user behind it; 0 where there is none. */
  userId: number;
  chatId: number;
  chatType: ChatType;
  direction: Direction;
  kind: EventKind;
  /** Content: an action type, '' for events that are none. */
  type: ActionType | '';
  /** True if a user started it (docs/metrics.md, "action"). */
  isAction: boolean;
  /** True if it makes its user a bot user: any action, or a status change in the private chat; not business or channel traffic. */
  isContact: boolean;
  /** `/start` in a private chat. */
  isStart: boolean;
  membership: Membership;
  /** Moment at which the bot received it: the sender's date where given, else the receipt. */
  time: number;
  /** Telegram's own date, in Unix seconds; 0 where the update has none. */
  sentAt: number;
  /** When it reached us first. The earliest copy of an event wins. */
  receivedAt: number;
  /** Command with its slash, in lower case, without arguments and `@bot` (`/start`); button data, inline query text, call method, name of a hit, custom field's key. */
  name: string;
  /** A short text as typed (at most 64 characters; longer ones are '' and live in the payload): hidden commands are found in it. */
  text: string;
  /** Launch payload, whole, as it came after `/start `. */
  startPayload: string;
  /**
   * Launch payload parsed by the bot's rules, and the value of its source parameter ('' = direct). `params` of a shared
   * location has its `country`: extract-country.ts.
   */
  params: Record<string, string>;
  source: string;
  /** Payments and conversions; a refund is negative. */
  amount: number;
  currency: string;
  /** Error code of a call's answer: Telegram's, else the HTTP status; 0 = fine, -1 = no answer in time. */
  code: number;
  /** The user as this event shows them. */
  firstName: string;
  lastName: string;
  username: string;
  language: string;
  isPremium: boolean;
  /** The update or call, whole, as JSON. */
  payload: string;
}
