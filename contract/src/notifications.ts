import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import type { ProblemCode } from './manifests/connections.ts';
import { type NotificationCode, type NotificationKind, notificationKinds } from './manifests.ts';

/** A notification: `detail` is a problem's words, the user who did it, the device and address it came
 * from, the names of campaigns, or the title of a post. */
export type NotificationContent =
  | { kind: 'connection'; code: ProblemCode; state: 'began' | 'ended'; botKey: string; detail: string }
  | { kind: 'access'; code: NotificationCode<'access'>; botKey: string; detail: string }
  | { kind: 'account'; code: NotificationCode<'account'>; detail: string }
  | { kind: 'campaign'; code: NotificationCode<'campaign'>; botKey: string; detail: string }
  | { kind: 'integration'; code: NotificationCode<'integration'>; botKey: string; detail: string }
  | { kind: 'news'; code: NotificationCode<'news'>; detail: string };

/** Ways to deliver a notification. */
export const notificationMethods = ['app', 'email', 'telegram'] as const;
export type NotificationMethod = (typeof notificationMethods)[number];

/** One message to the account. */
export const NotificationItem = z.object({
  id: z.number(),
  kind: z.enum(notificationKinds),
  /** A word of `notificationCodes`, of this version or an older one. */
  code: z.string(),
  /** `connection` begins and ends; what simply happened is `once`. */
  state: z.enum(['began', 'ended', 'once']),
  bot_key: z.nullable(z.string()),
  bot_name: z.string(),
  detail: z.string(),
  at: z.string(),
  read: z.boolean(),
});
export type NotificationItem = z.output<typeof NotificationItem>;

export const NotificationPage = z.object({
  /** Count over all kinds. */
  unread: z.number(),
  /** The newest first. */
  items: z.array(NotificationItem),
  /** There are older ones. */
  more: z.boolean(),
});
export type NotificationPage = z.output<typeof NotificationPage>;

const KindMethods = z.object({
  kind: z.enum(notificationKinds),
  methods: z.array(z.enum(notificationMethods)),
});

export const NotificationSettings = z.object({
  /** The delivery methods open to this account: without an email, or without Telegram, their columns are absent. */
  available: z.array(z.enum(notificationMethods)),
  kinds: z.array(KindMethods),
});
export type NotificationSettings = z.output<typeof NotificationSettings>;

/** Messages about the safety of the account are kept in the app in any case. */
export const isFixed = (kind: NotificationKind, method: NotificationMethod): boolean =>
  kind === 'account' && method === 'app';

const Id = z.number().check(z.int(), z.gte(0));

export const notificationEndpoints = {
  /** 50 at a time: the newest, or those before a message. */
  listNotifications: endpoint({
    method: 'GET',
    path: '/notifications',
    access: 'account',
    query: z.object({
      kind: z.optional(z.enum(notificationKinds)),
      /** Id of the last one shown. */
      before: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
    }),
    data: NotificationPage,
  }),
  /** Marks all up to and including this one as read; answers the newest. */
  readNotifications: endpoint({
    method: 'POST',
    path: '/notifications/read',
    access: 'account',
    body: z.object({ up_to: Id }),
    data: NotificationPage,
  }),
  /** Marks one as read or unread; answers the newest. */
  markNotification: endpoint({
    method: 'POST',
    path: '/notifications/mark',
    access: 'account',
    body: z.object({ id: Id, read: z.boolean() }),
    data: NotificationPage,
  }),
  getNotificationSettings: endpoint({
    method: 'GET',
    path: '/user/profile/notify',
    access: 'account',
    data: NotificationSettings,
  }),
  setNotificationSettings: endpoint({
    method: 'POST',
    path: '/user/profile/notify',
    access: 'account',
    body: KindMethods,
    data: NotificationSettings,
  }),
};

/** Server-sent events: event `notifications`, data = `NotificationPage`, at once and after each change. */
export const notificationsLivePath = '/api/notifications/live';
