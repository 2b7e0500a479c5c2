import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { BotKey } from './ids.ts';
import { segmentKinds } from './segments.ts';

/** A Telegram user id: at most 52 bits. */
const UserId = z.string().check(z.regex(/^[1-9][0-9]{0,15}$/));
export const personPath = z.object({ key: BotKey, user_id: UserId });

/** Where an event stands in a person's history: its time in Unix ms and its id. To be passed back as it came. */
export const EventCursor = z.string().check(z.regex(/^-?\d{1,15}-\d{1,20}$/));

/** Most items of one page. */
export const mostConversationItems = 100;

/** Which launch a person is attributed to under one attribution model. */
export const PersonSource = z.object({
  /** '' = direct. */
  source: z.string(),
  /** All parameters of that launch. */
  params: z.record(z.string(), z.string()),
});
export type PersonSource = z.output<typeof PersonSource>;

/** Who a person is, and what they have done so far. */
export const PersonHead = z.object({
  user_id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  language: z.string(),
  is_premium: z.boolean(),
  /** Guessed from the first name. */
  gender: z.enum(['male', 'female', 'unknown']),
  /** The last place that they shared with the bot. `country`: ISO 3166-1, two letters; '' at sea. */
  location: z.nullable(z.object({ latitude: z.number(), longitude: z.number(), country: z.string(), at: z.string() })),
  status: z.enum(['live', 'left']),
  /** When they left or returned last; the first contact unless they ever left. */
  status_since: z.string(),
  first_time: z.string(),
  last_time: z.string(),
  sources: z.object({ first: PersonSource, last: PersonSource, last_significant: PersonSource }),
  actions: z.number(),
  sessions: z.number(),
  launches: z.number(),
  /** Payments inside Telegram without refunds. */
  payments: z.number(),
  /** What was paid inside Telegram less what was given back, in the smallest unit of each currency. */
  income: z.array(z.object({ currency: z.string(), amount: z.number() })),
});
export type PersonHead = z.output<typeof PersonHead>;

/** Formatting of a stretch of text: offsets count UTF-16 units. */
export const TextEntity = z.object({
  /** Telegram's word: `bold`, `text_link`, `pre` … */
  type: z.string(),
  offset: z.number(),
  length: z.number(),
  /** Of a `text_link`; only http, https, tg and mailto addresses. */
  url: z.optional(z.string()),
  /** Programming language of a `pre`. */
  language: z.optional(z.string()),
});
export type TextEntity = z.output<typeof TextEntity>;

/** Files that a message carries. */
export const fileKinds = [
  'photo',
  'video',
  'animation',
  'audio',
  'voice',
  'video_note',
  'document',
  'sticker',
] as const;
export type FileKind = (typeof fileKinds)[number];

const TelegramFile = z.object({
  file_id: z.string(),
  /** Bytes; 0 = unknown. */
  size: z.number(),
  /** Pixels; 0 = none or unknown. */
  width: z.number(),
  height: z.number(),
});

/** What a message contains besides its text. */
export const MessageContent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(fileKinds),
    file: TelegramFile,
    /** A smaller picture of it. */
    preview: z.nullable(TelegramFile),
    name: z.string(),
    mime: z.string(),
    /** Seconds. */
    duration: z.number(),
    /** Of a sticker. */
    emoji: z.string(),
    has_spoiler: z.boolean(),
  }),
  z.object({ kind: z.literal('contact'), name: z.string(), phone: z.string(), user_id: z.number() }),
  z.object({
    kind: z.enum(['location', 'venue']),
    latitude: z.number(),
    longitude: z.number(),
    title: z.string(),
    address: z.string(),
  }),
  z.object({ kind: z.literal('poll'), question: z.string(), options: z.array(z.string()) }),
  z.object({ kind: z.literal('dice'), emoji: z.string(), value: z.number() }),
  /** An invoice, a payment or its refund: in the currency's smallest unit. */
  z.object({
    kind: z.enum(['invoice', 'payment', 'refund']),
    title: z.string(),
    amount: z.number(),
    currency: z.string(),
  }),
  /** Data of a Mini App that was opened from a keyboard button. */
  z.object({ kind: z.literal('webapp'), button: z.string(), data: z.string() }),
  /** Anything else, by the name of Telegram's field: a service message, or a content that is not shown in detail. */
  z.object({ kind: z.enum(['service', 'other']), name: z.string() }),
]);
export type MessageContent = z.output<typeof MessageContent>;

export const KeyboardButton = z.object({
  text: z.string(),
  /** Of a callback button; '' for others. */
  data: z.string(),
  /** Of a link; '' for others. */
  url: z.string(),
});

/** What a message said from a moment on: first when it was sent, then after each edit. */
export const MessageVersion = z.object({
  at: z.string(),
  text: z.string(),
  entities: z.array(TextEntity),
  content: z.nullable(MessageContent),
  keyboard: z.array(z.array(KeyboardButton)),
});
export type MessageVersion = z.output<typeof MessageVersion>;

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
  /** Whose message was forwarded; '' = not a forward. */
  forwarded_from: z.string(),
  /** Callback data that the person pressed, with the moment of the last press. */
  pressed: z.array(z.object({ data: z.string(), at: z.string() })),
  reactions: z.array(z.object({ emoji: z.string(), way: z.enum(ways) })),
  /** When the bot deleted it. A deletion by the person is not reported by Telegram. */
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
  /** Callback data, name of an app event, id of a target, kind of an unknown event. */
  name: z.string(),
  /** A query, the text of the pressed button. */
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
  /** How the bot's own calls reach us; `off` where the conversation has only the person's side. */
  outgoing: z.enum(['off', 'proxy', 'api']),
});
export type ConversationPage = z.output<typeof ConversationPage>;

/** One event of a person, in any chat. */
export const LogEvent = z.object({
  id: z.string(),
  cursor: EventCursor,
  at: z.string(),
  kind: z.string(),
  /** A word of `actionTypes`; '' for events that are no actions. */
  type: z.string(),
  name: z.string(),
  way: z.enum(ways),
  chat_type: z.string(),
  chat_id: z.number(),
  text: z.string(),
  membership: z.enum(['', 'blocked', 'unblocked']),
  /** Error code of a call; 0 = fine, -1 = no answer. */
  code: z.number(),
  amount: z.number(),
  currency: z.string(),
});
export type LogEvent = z.output<typeof LogEvent>;

/** Groups of kinds that the log can be limited to. */
export const logKinds = ['messages', 'buttons', 'calls', 'app', 'payments', 'status', 'other'] as const;
export type LogKind = (typeof logKinds)[number];

const page = {
  before: z.optional(EventCursor),
  limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
};

export const conversationEndpoints = {
  getPerson: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}',
    access: 'section.users.list',
    heavy: true,
    params: personPath,
    data: PersonHead,
  }),
  /** Segments and lists that the person is in now, the oldest first. */
  personSegments: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/segments',
    access: 'section.users.list',
    heavy: true,
    params: personPath,
    data: z.array(z.object({ segment_id: z.number(), name: z.string(), kind: z.enum(segmentKinds) })),
  }),
  /** The newest unless one of `before`, `after` and `around` is given. */
  listConversation: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/messages',
    access: 'section.users.chat.view',
    heavy: true,
    params: personPath,
    query: z.object({
      ...page,
      after: z.optional(EventCursor),
      /** A cursor, or a moment in Unix ms. */
      around: z.optional(z.string().check(z.regex(/^-?\d{1,15}(-\d{1,20})?$/))),
    }),
    data: ConversationPage,
  }),
  /** Searches texts backwards for about a second; `before` continues where it stopped. */
  searchConversation: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/search',
    access: 'section.users.chat.view',
    heavy: true,
    params: personPath,
    query: z.object({
      search: z.string().check(z.trim(), z.minLength(1), z.maxLength(256)),
      before: z.optional(EventCursor),
    }),
    data: z.object({
      /** The newest first. */
      found: z.array(z.object({ cursor: EventCursor, at: z.string(), way: z.enum(ways), text: z.string() })),
      /** How far back was searched; null where the whole history was. */
      searched_to: z.nullable(z.string()),
      before: z.nullable(EventCursor),
    }),
  }),
  /** Every event of the person in all chats, the newest first. */
  listPersonLog: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/log',
    access: 'section.users.chat.view',
    heavy: true,
    params: personPath,
    query: z.object({ ...page, kind: z.optional(z.enum(logKinds)) }),
    data: z.object({ events: z.array(LogEvent), before: z.nullable(EventCursor) }),
  }),
  getLogEvent: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/log/{event}',
    access: 'section.users.chat.view',
    heavy: true,
    params: z.extend(personPath, { event: EventCursor }),
    /** The update or call as JSON text. */
    data: z.object({ payload: z.string() }),
  }),
};

/** Server-sent events: `changed` with a `PersonChange`, each kind once at the beginning. */
/** What the stream of a person says with `changed`: there are new events, or another one answers the chat. */
export const PersonChange = z.object({ what: z.enum(['events', 'takeover']) });
export type PersonChange = z.output<typeof PersonChange>;

export const personLivePath = (key: string, userId: number): string => `/api/bots/${key}/users/${userId}/live`;

/** A file of a message, from Telegram. `cursor` is that of the message's event. */
export const personFilePath = (key: string, userId: number, fileId: string, cursor: string): string =>
  `/api/bots/${key}/users/${userId}/files/${encodeURIComponent(fileId)}?event=${cursor}`;

/** A ZIP of everything that is known about a person. */
export const personExportPath = (key: string, userId: number): string => `/api/bots/${key}/users/${userId}/export.zip`;
