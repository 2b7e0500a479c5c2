import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';
import { buttonStyles, dateTimeFormat, entityTypes, mediaKinds, messageProblems } from './message-rules.ts';
import { userPath } from './user.ts';

export const MessageEntity = z.object({
  type: z.enum(entityTypes),
  /** UTF-16 units. */
  offset: z.int().check(z.gte(0)),
  length: z.int().check(z.gte(1)),
  /** `text_link` only. */
  url: z.optional(z.string().check(z.maxLength(2_048))),
  /** `pre` only. */
  language: z.optional(z.string().check(z.maxLength(64))),
  /** `custom_emoji` only. */
  custom_emoji_id: z.optional(z.string().check(z.maxLength(32))),
  /** `date_time` only: the moment, in Unix seconds, which each reader sees in their own time zone, and its format. */
  unix_time: z.optional(z.int().check(z.gte(0), z.lte(2 ** 31 - 1))),
  date_time_format: z.optional(z.string().check(z.regex(dateTimeFormat))),
});
export type MessageEntity = z.output<typeof MessageEntity>;

/** A button below a message: exactly one of the last four. */
export const MessageButton = z.object({
  text: z.string().check(z.maxLength(256)),
  url: z.optional(z.string().check(z.maxLength(2_048))),
  callback_data: z.optional(z.string().check(z.maxLength(64))),
  /** Address of a Mini App. */
  web_app: z.optional(z.string().check(z.maxLength(2_048))),
  copy_text: z.optional(z.string().check(z.maxLength(512))),
  /** Its colour; grey without one. */
  style: z.optional(z.enum(buttonStyles)),
});
export type MessageButton = z.output<typeof MessageButton>;

/** Link that is previewed, and how. */
export const LinkPreview = z.object({
  /** Address to preview instead of the first link. */
  url: z.optional(z.string().check(z.maxLength(2_048))),
  size: z.optional(z.enum(['small', 'large'])),
  above_text: z.optional(z.boolean()),
});
export type LinkPreview = z.output<typeof LinkPreview>;

/** Fields that can be changed after the message was sent. */
const editableFields = {
  /** The caption, if there is a file. */
  text: z._default(z.string().check(z.maxLength(8_192)), ''),
  entities: z._default(z.array(MessageEntity).check(z.maxLength(1_000)), []),
  /** Rows of inline buttons. */
  buttons: z._default(z.array(z.array(MessageButton).check(z.maxLength(300))).check(z.maxLength(300)), []),
};

/** One file: one that was uploaded here, or one that the bot has sent or received before. */
const MessageMedia = z.object({
  kind: z.enum(mediaKinds),
  /** Id of an upload. */
  upload: z.optional(z.uuid()),
  /** Telegram's, which works for this bot alone. */
  file_id: z.optional(z.string().check(z.regex(/^[\w-]{1,256}$/))),
  has_spoiler: z.optional(z.boolean()),
});

const options = {
  reply_to_message_id: z.optional(z.int().check(z.gte(1))),
  disable_notification: z.optional(z.boolean()),
  protect_content: z.optional(z.boolean()),
  /** No preview of the first link. */
  disable_preview: z.optional(z.boolean()),
  link_preview: z.optional(LinkPreview),
  /** The caption stands above the photo, video or animation. */
  caption_above: z.optional(z.boolean()),
};

/** A whole message, checked by Telegram's limits. */
export const OutgoingContent = z
  .object({ ...editableFields, ...options, media: z.optional(MessageMedia) })
  .check(checkRules, oneSource);
export type OutgoingContent = z.output<typeof OutgoingContent>;

/** A message with the client's own name for it: the same name again is the same message. */
const NewMessage = z
  .object({ ...editableFields, ...options, media: z.optional(MessageMedia), idempotency_key: z.uuid() })
  .check(checkRules, oneSource);

type Payload = z.core.ParsePayload<z.output<typeof NewMessage> | z.output<typeof OutgoingContent>>;
function checkRules({ value, issues }: Payload): void {
  for (const { code, path } of messageProblems(value))
    issues.push({ code: 'custom', message: code, path, input: value });
}
function oneSource({ value, issues }: Payload): void {
  const { media } = value;
  if (media === undefined || (media.upload === undefined) !== (media.file_id === undefined)) return;
  issues.push({ code: 'custom', message: 'InvalidField', path: ['media', 'upload'], input: value });
}

export const messageStatuses = ['waiting', 'sending', 'delivered', 'refused', 'unknown', 'cancelled'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

/** Why a message was not delivered, or is not yet. */
export const messageReasons = [
  'blocked',
  'deactivated',
  'chat_not_found',
  'cannot_initiate',
  'wrong_recipient',
  'privacy',
  'wrong_markup',
  'wrong_buttons',
  'too_long',
  'file_refused',
  'file_gone',
  'reply_gone',
  'post_gone',
  'post_uncopyable',
  'token_invalid',
  'no_token',
  'flooded',
  'unreachable',
  'too_many_requests',
  'no_answer',
  'server_error',
  'interrupted',
  'refused',
] as const;
export type MessageReason = (typeof messageReasons)[number];

/** A message that a colleague wrote to a user. */
export const OutgoingMessage = z.object({
  id: z.string(),
  idempotency_key: z.string(),
  status: z.enum(messageStatuses),
  reason: z.nullable(z.enum(messageReasons)),
  /** Telegram's own words for it. */
  description: z.string(),
  /** Telegram's, once it is delivered and known. */
  message_id: z.nullable(z.number()),
  author: z.nullable(z.string()),
  content: OutgoingContent,
  /** The name of its file. */
  file_name: z.nullable(z.string()),
  created_at: z.string(),
  /** Earliest time of an attempt. */
  not_before: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  edited_at: z.nullable(z.string()),
  deleted_at: z.nullable(z.string()),
});
export type OutgoingMessage = z.output<typeof OutgoingMessage>;

/** A delivered message that a colleague wrote. */
export const WrittenMessage = z.object({
  id: z.string(),
  /** Telegram's. */
  message_id: z.number(),
  author: z.nullable(z.string()),
  is_deleted: z.boolean(),
});
export type WrittenMessage = z.output<typeof WrittenMessage>;

/** A file that waits here to be sent. */
export const MessageFile = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  bytes: z.number(),
});
export type MessageFile = z.output<typeof MessageFile>;

const messagePath = z.extend(userPath, { id: z.uuid() });
const access = 'section.users.messages.send';

export const messageEndpoints = {
  /** Answers within a second or so: then the message is delivered, refused, or still on its way (see the outbox). */
  sendMessage: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/messages',
    access,
    params: userPath,
    body: NewMessage,
    data: OutgoingMessage,
  }),
  /** Messages to this user that are not delivered and were not dismissed, the oldest first. */
  messagesOutbox: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/messages/outbox',
    access,
    params: userPath,
    data: z.array(OutgoingMessage),
  }),
  /** Messages that colleagues wrote to this user, the newest 500; they name the author of each in the conversation. */
  writtenMessages: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/messages/written',
    access: 'section.users.chat.view',
    params: userPath,
    data: z.array(WrittenMessage),
  }),
  getMessage: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/messages/{id}',
    access,
    params: messagePath,
    data: OutgoingMessage,
  }),
  /** Changes what was delivered. Its file stays. */
  editMessage: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/messages/{id}/edit',
    access,
    params: messagePath,
    body: z.object(editableFields),
    data: OutgoingMessage,
  }),
  /** Deletes it at Telegram, within 48 hours. */
  deleteMessage: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/messages/{id}/delete',
    access,
    params: messagePath,
    data: OutgoingMessage,
  }),
  /** Sends a refused message again, or an unknown one, which may then arrive twice. */
  retryMessage: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/messages/{id}/retry',
    access,
    params: messagePath,
    data: OutgoingMessage,
  }),
  /** Cancels what still waits; takes what was refused or is unknown out of the outbox. */
  dismissMessage: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/messages/{id}/dismiss',
    access,
    params: messagePath,
    data: OutgoingMessage,
  }),
  /** Downloads a file from the internet, to be sent as if it were uploaded. */
  fetchMessageFile: endpoint({
    method: 'POST',
    path: '/bots/{key}/message-files/fetch',
    access,
    params: botPath,
    body: z.object({ url: z.string().check(z.maxLength(2_048)) }),
    data: MessageFile,
  }),
};

/** POST, the file as the body; `file_name` and `type` in the query. Answers with a MessageFile. */
export const messageFilesPath = (key: string): string => `/api/bots/${key}/message-files`;
