import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';

/** Origin of an error. */
export const botErrorKinds = [
  /** A copy that was pushed to us, or an uploaded line. */
  'update',
  /** A call of the bot that Telegram refused. */
  'call',
  /** Between us and the bot's own webhook. */
  'relay',
  /** Between Telegram and us. */
  'webhook',
  /** The bot's polling through us. */
  'polling',
  /** Traffic that could not be recorded. */
  'gap',
] as const;
export type BotErrorKind = (typeof botErrorKinds)[number];

/** Cause of an error; the dashboard has a text for each. The other side's own words are in `text`. */
export const botErrorReasons = [
  'NotAnObject',
  'NotAnItem',
  'AMessage',
  'TooDeep',
  'TooLarge',
  'OutOfRange',
  'NotACall',
  'UnknownUser',
  /** A value for a custom field: what it lacks, and what the field does not take. */
  'NotAFieldValue',
  'UnknownField',
  'FieldNotEnabled',
  'WrongFieldType',
  'FieldOutOfRange',
  /** An update of a kind that has a user shows none. */
  'NoUser',
  'Unstorable',
  'Refused',
  'Timeout',
  'Unreachable',
  'BadStatus',
  'ReplyRefused',
  'ReplyNotSent',
  'Expired',
  'Private',
  'SecondPoller',
  'Unauthorized',
  'NotRecorded',
  'WebhookChanged',
  'DeliveryError',
] as const;
export type BotErrorReason = (typeof botErrorReasons)[number];

/** One line of the log; a repeated error increases its count. */
export const BotError = z.object({
  id: z.number(),
  /** When it happened last, and first. */
  time: z.string(),
  first_time: z.string(),
  kind: z.enum(botErrorKinds),
  /** HTTP status or Telegram's error code; 0 = no answer in time. */
  code: z.number(),
  /** Bot API method, if a call is concerned. */
  method: z.string(),
  reason: z.enum(botErrorReasons),
  /** The newest example, at most 2,000 characters; '' of an update for those who may not read conversations. */
  text: z.string(),
  count: z.number(),
});
export type BotError = z.output<typeof BotError>;

export const botErrorEndpoints = {
  botErrors: endpoint({
    method: 'GET',
    path: '/bots/{key}/errors',
    access: 'errors.view',
    params: botPath,
    query: z.object({
      kind: z.optional(z.enum(botErrorKinds)),
      code: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(999))),
      method: z.optional(z.string().check(z.maxLength(64))),
      /** Words to find in the text. */
      search: z.optional(z.string().check(z.maxLength(200))),
      /** For the next page: the `id` of the last line shown. */
      after: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
    }),
    /** At most 100 lines, the newest first, with how many there are in all and which codes and methods occur. */
    data: z.object({
      lines: z.array(BotError),
      total: z.number(),
      codes: z.array(z.number()),
      methods: z.array(z.string()),
    }),
  }),
  clearBotErrors: endpoint({
    method: 'DELETE',
    path: '/bots/{key}/errors',
    access: 'settings.edit',
    params: botPath,
    data: z.null(),
  }),
};
