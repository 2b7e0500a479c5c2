import * as z from 'zod/mini';
import { ConversationPage, EventCursor, ways } from './conversation-items.ts';
import { endpoint } from './endpoint.ts';
import { segmentKinds } from './segments.ts';
import { UserHead, UserTotals, userPath } from './user.ts';
import { LogEvent, logKinds } from './user-log.ts';

const page = {
  before: z.optional(EventCursor),
  limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
};

export const conversationEndpoints = {
  getUser: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}',
    access: 'section.users.list',
    heavy: true,
    params: userPath,
    data: UserHead,
  }),
  /** Apart from the head, which the page shows first: these numbers are computed from the user's whole history. */
  getUserTotals: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/totals',
    access: 'section.users.list',
    heavy: true,
    params: userPath,
    data: UserTotals,
  }),
  /** Segments and lists that the user is in now, the oldest first. */
  userSegments: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/segments',
    access: 'section.users.list',
    heavy: true,
    params: userPath,
    data: z.array(z.object({ segment_id: z.number(), name: z.string(), kind: z.enum(segmentKinds) })),
  }),
  /** The newest unless one of `before`, `after` and `around` is given. */
  listConversation: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/messages',
    access: 'section.users.chat.view',
    heavy: true,
    params: userPath,
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
    params: userPath,
    query: z.object({
      search: z.string().check(z.trim(), z.minLength(1), z.maxLength(256)),
      before: z.optional(EventCursor),
    }),
    data: z.object({
      /** The newest first. */
      found: z.array(z.object({ cursor: EventCursor, at: z.string(), way: z.enum(ways), text: z.string() })),
      /** Oldest moment that was searched; null where the whole history was. */
      searched_to: z.nullable(z.string()),
      before: z.nullable(EventCursor),
    }),
  }),
  /** Every event of the user in all chats, the newest first. */
  listUserLog: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/log',
    access: 'section.users.chat.view',
    heavy: true,
    params: userPath,
    query: z.object({ ...page, kind: z.optional(z.enum(logKinds)) }),
    data: z.object({ events: z.array(LogEvent), before: z.nullable(EventCursor) }),
  }),
  getLogEvent: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/log/{event}',
    access: 'section.users.chat.view',
    heavy: true,
    params: z.extend(userPath, { event: EventCursor }),
    /** The update or call as JSON text. */
    data: z.object({ payload: z.string() }),
  }),
};

/**
 * Event `changed` of a user's stream (`userLivePath`), each kind once at the beginning: there are new events, or
 * another one answers the chat.
 */
export const UserChange = z.object({ what: z.enum(['events', 'takeover']) });
export type UserChange = z.output<typeof UserChange>;

export const userLivePath = (key: string, userId: number): string => `/api/bots/${key}/users/${userId}/live`;

/** A file of a message, from Telegram. `cursor` is that of the message's event. */
export const userFilePath = (key: string, userId: number, fileId: string, cursor: string): string =>
  `/api/bots/${key}/users/${userId}/files/${encodeURIComponent(fileId)}?event=${cursor}`;

/** A ZIP of everything that is known about a user. */
export const userExportPath = (key: string, userId: number): string => `/api/bots/${key}/users/${userId}/export.zip`;
