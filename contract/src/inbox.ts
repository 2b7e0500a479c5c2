import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** One message to the account; the dashboard has its text by `kind` and `code`. */
export const InboxItem = z.object({
  id: z.number(),
  kind: z.enum(['connection']),
  /** For `connection`: a problem code, and whether it began or ended. */
  code: z.string(),
  state: z.enum(['began', 'ended']),
  bot_key: z.nullable(z.string()),
  bot_name: z.string(),
  detail: z.string(),
  at: z.string(),
  read: z.boolean(),
});
export type InboxItem = z.output<typeof InboxItem>;

export const Inbox = z.object({ unread: z.number(), items: z.array(InboxItem) });
export type Inbox = z.output<typeof Inbox>;

export const inboxEndpoints = {
  /** The newest 50. */
  inbox: endpoint({ method: 'GET', path: '/inbox', access: 'account', data: Inbox }),
  /** Marks all up to and including this one as read. */
  readInbox: endpoint({
    method: 'POST',
    path: '/inbox/read',
    access: 'account',
    body: z.object({ up_to: z.number().check(z.int(), z.gte(0)) }),
    data: Inbox,
  }),
};

/** Server-sent events: event `inbox`, data = `Inbox`, at once and after each change. */
export const inboxLivePath = '/api/inbox/live';
