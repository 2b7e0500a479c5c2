import * as z from 'zod/mini';
import { MessageVersion } from './message-contents.ts';

/** Position of an event in a user's history: its time in Unix ms and its id. Clients pass it back unchanged. */
export const EventCursor = z.string().check(z.regex(/^-?\d{1,15}-\d{1,20}$/));

/** Most items of one page. */
export const maxConversationItems = 100;

export const ways = ['in', 'out'] as const;
const itemShape = { id: z.string(), cursor: EventCursor, at: z.string(), way: z.enum(ways) };

export const ConversationMessage = z.object({
  ...itemShape,
  type: z.literal('message'),
  /** Telegram's number of the message in this chat; 0 where it is unknown. */
  message_id: z.number(),
  /** The oldest first; the last one is what the chat shows. */
  versions: z.array(MessageVersion),
  /** True where only edits of the message were recorded. */
  is_original_missing: z.boolean(),
  reply_to: z.nullable(
    z.object({ message_id: z.number(), at: z.nullable(z.string()), text: z.string(), way: z.enum(ways) }),
  ),
  /** Messages with the same one were sent as an album; '' = none. */
  album: z.string(),
  /** Author of the forwarded message; '' = not a forward. */
  forwarded_from: z.string(),
  /** Callback data that the user pressed, with the moment of the last press. */
  pressed: z.array(z.object({ data: z.string(), at: z.string() })),
  reactions: z.array(z.object({ emoji: z.string(), way: z.enum(ways) })),
  /** When the bot deleted it. A deletion by the user is not reported by Telegram. */
  deleted_at: z.nullable(z.string()),
  /** `refused`: Telegram rejected it. `unknown`: no answer came, so it may have been sent. */
  state: z.enum(['sent', 'refused', 'unknown']),
  /** Why Telegram rejected it, in its words. */
  error: z.string(),
});
export type ConversationMessage = z.output<typeof ConversationMessage>;

export const noteKinds = [
  'press',
  'inline_query',
  'inline_choice',
  'checkout',
  'shipping',
  'poll_answer',
  'paid_media',
  'blocked',
  'unblocked',
  'app_launch',
  'app_event',
  'site_page',
  'site_event',
  'conversion',
  'imported',
  'subscription',
  'other',
] as const;

/** Something between the messages: a pressed button, a block, a visit of the Mini App … */
export const ConversationNote = z.object({
  ...itemShape,
  type: z.literal('note'),
  note: z.enum(noteKinds),
  /** Callback data, name of an event of an app or a website, id of a target, kind of an unknown event. */
  name: z.string(),
  /** A query, the text of the pressed button, host and path of a page. */
  text: z.string(),
  /** The message that it is about; 0 = none. */
  message_id: z.number(),
  /** Smallest unit; with a currency only. */
  amount: z.number(),
  currency: z.string(),
});
export type ConversationNote = z.output<typeof ConversationNote>;

export const ConversationItem = z.discriminatedUnion('type', [ConversationMessage, ConversationNote]);
export type ConversationItem = z.output<typeof ConversationItem>;

export const ConversationPage = z.object({
  /** The oldest first. */
  items: z.array(ConversationItem),
  /** For the items before these; null where the conversation begins. */
  before: z.nullable(EventCursor),
  /** For the items after these; null where these are the newest. */
  after: z.nullable(EventCursor),
  /** Delivery of the bot's own calls to us; `off` where the conversation has only the user's side. */
  outgoing: z.enum(['off', 'proxy', 'api']),
});
export type ConversationPage = z.output<typeof ConversationPage>;
