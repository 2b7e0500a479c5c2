import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import type { ProblemCode } from './manifests/connections.ts';
import { type InboxCode, type InboxKind, inboxKinds } from './manifests.ts';

/** What somebody is told: `detail` is a problem's words, the person who did it, the device and address it came
 * from, or the title of a post. */
export type Message =
  | { kind: 'connection'; code: ProblemCode; state: 'began' | 'ended'; botKey: string; detail: string }
  | { kind: 'access'; code: InboxCode<'access'>; botKey: string; detail: string }
  | { kind: 'account'; code: InboxCode<'account'>; detail: string }
  | { kind: 'news'; code: InboxCode<'news'>; detail: string };

/** Where messages go. */
export const channels = ['inbox', 'email', 'telegram'] as const;
export type Channel = (typeof channels)[number];

/** One message to the account. */
export const InboxItem = z.object({
  id: z.number(),
  kind: z.enum(inboxKinds),
  /** A word of `inboxCodes`, of this version or an older one. */
  code: z.string(),
  /** `connection` begins and ends; what simply happened is `once`. */
  state: z.enum(['began', 'ended', 'once']),
  bot_key: z.nullable(z.string()),
  bot_name: z.string(),
  detail: z.string(),
  at: z.string(),
  read: z.boolean(),
});
export type InboxItem = z.output<typeof InboxItem>;

export const Inbox = z.object({
  /** Of all kinds. */
  unread: z.number(),
  /** The newest first. */
  items: z.array(InboxItem),
  /** There are older ones. */
  more: z.boolean(),
});
export type Inbox = z.output<typeof Inbox>;

const KindChannels = z.object({
  kind: z.enum(inboxKinds),
  channels: z.array(z.enum(channels)),
});

export const NotifySettings = z.object({
  /** Those that reach this account: without an e-mail, or without Telegram, their columns are absent. */
  available: z.array(z.enum(channels)),
  kinds: z.array(KindChannels),
});
export type NotifySettings = z.output<typeof NotifySettings>;

/** Messages about the safety of the account are in the inbox in any case. */
export const isFixed = (kind: InboxKind, channel: Channel): boolean => kind === 'account' && channel === 'inbox';

const Id = z.number().check(z.int(), z.gte(0));

export const inboxEndpoints = {
  /** 50 at a time: the newest, or those before a message. */
  inbox: endpoint({
    method: 'GET',
    path: '/inbox',
    access: 'account',
    query: z.object({
      kind: z.optional(z.enum(inboxKinds)),
      /** Id of the last one shown. */
      before: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
    }),
    data: Inbox,
  }),
  /** Marks all up to and including this one as read; answers the newest. */
  readInbox: endpoint({
    method: 'POST',
    path: '/inbox/read',
    access: 'account',
    body: z.object({ up_to: Id }),
    data: Inbox,
  }),
  /** Marks one as read or unread; answers the newest. */
  markInbox: endpoint({
    method: 'POST',
    path: '/inbox/mark',
    access: 'account',
    body: z.object({ id: Id, read: z.boolean() }),
    data: Inbox,
  }),
  getNotify: endpoint({ method: 'GET', path: '/user/profile/notify', access: 'account', data: NotifySettings }),
  setNotify: endpoint({
    method: 'POST',
    path: '/user/profile/notify',
    access: 'account',
    body: KindChannels,
    data: NotifySettings,
  }),
};

/** Server-sent events: event `inbox`, data = `Inbox`, at once and after each change. */
export const inboxLivePath = '/api/inbox/live';
