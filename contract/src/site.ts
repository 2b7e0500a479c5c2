import * as z from 'zod/mini';
import { Account, MailDelivery } from './accounts.ts';
import { Bot } from './bots.ts';
import { endpoint } from './endpoint.ts';
import { Invited } from './members.ts';
import { OutsideServices } from './services.ts';
import { TelegramLogin } from './telegram-login.ts';

const Notice = z.object({ msg: z.string(), type: z.enum(['info', 'success', 'warning', 'error']) });

export const Init = z.object({
  /** Null for a visitor. */
  user: z.nullable(Account),
  tariffs: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      type: z.string(),
      price: z.nullable(z.number()),
      currency: z.string(),
    }),
  ),
  /** By key. A visitor gets none: the demo is in `demo`. */
  bots: z.record(z.string(), Bot),
  /** Email or name of the owner of each bot of another account, by its key. */
  owners: z.record(z.string(), z.string()),
  notify: z.array(Notice),
  csrf: z.string(),
  currency: z.string(),
  /** The demo bot, which anyone may look at; null where the operator switched it off. */
  demo: z.nullable(Bot),
  /** `log`: no mail server is set; the pages that send a code say where to find it. */
  mail: MailDelivery,
  /** True until the first account exists: the sign-in page then leads to sign-up. */
  fresh: z.boolean(),
  /** State of the invitation link of this very call; null without one. Reading it accepts nothing. */
  invitation: z.nullable(Invited),
  /** True if invitations to the account's email are pending. */
  invitations_waiting: z.boolean(),
  /** Posts of "What's new" that the account has not opened. */
  news_unread: z.number(),
  services: OutsideServices,
  /** Sign-in with Telegram; null: it is not offered. */
  telegram_login: z.nullable(TelegramLogin),
});
export type Init = z.output<typeof Init>;

export const siteEndpoints = {
  init: endpoint({
    method: 'GET',
    path: '/site/init',
    access: 'visitor',
    query: z.object({ invite_token: z.optional(z.string()), lang: z.optional(z.string()) }),
    data: Init,
  }),
  /** Accepts the link's invitation and all pending ones for the account's email; without a link only those. */
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/site/accept-invitation',
    access: 'account',
    body: z.object({ invite_token: z.optional(z.string()), lang: z.optional(z.string()) }),
    data: z.object({ invitation: z.nullable(Invited), notify: z.array(Notice) }),
  }),
};
