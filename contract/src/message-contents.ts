import * as z from 'zod/mini';

/** Formatting of a stretch of text: offsets count UTF-16 units. */
export const TextEntity = z.object({
  /** Telegram's word: `bold`, `text_link`, `pre` … */
  type: z.string(),
  offset: z.number(),
  length: z.number(),
  /** Address of a `text_link`; only http, https, tg and mailto. */
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

/** Content of a message besides its text. */
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
    /** Stickers only. */
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
  /** A copy of a post, of which only the origin is known: `link` is its address in Telegram; '' where it has none. */
  z.object({ kind: z.literal('copy'), link: z.string() }),
  /** Anything else, by the name of Telegram's field: a service message, or a content that is not shown in detail. */
  z.object({ kind: z.enum(['service', 'other']), name: z.string() }),
]);
export type MessageContent = z.output<typeof MessageContent>;

export const KeyboardButton = z.object({
  text: z.string(),
  /** Callback buttons; '' for others. */
  data: z.string(),
  /** Link buttons; '' for others. */
  url: z.string(),
});

/** State of a message from a moment on: first when it was sent, then after each edit. */
export const MessageVersion = z.object({
  at: z.string(),
  text: z.string(),
  entities: z.array(TextEntity),
  content: z.nullable(MessageContent),
  keyboard: z.array(z.array(KeyboardButton)),
});
export type MessageVersion = z.output<typeof MessageVersion>;
