import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { campaignPath } from './ids.ts';
import { userPath } from './user.ts';

/** A button or command of the user; a colleague, or the bot by its API, for them. */
export const unsubscribeSources = ['button', 'command', 'colleague', 'api'] as const;
export type UnsubscribeSource = (typeof unsubscribeSources)[number];

/** Why a colleague or the bot has unsubscribed a user. Telegram does not report complaints: they note them. */
export const unsubscribeReasons = ['requested', 'complained', 'other'] as const;
export type UnsubscribeReason = (typeof unsubscribeReasons)[number];
/** Reasons to filter by: the above, and `own`: the user did it, and nobody has noted why. */
export const unsubscribeReasonFilters = ['own', ...unsubscribeReasons] as const;
export type UnsubscribeReasonFilter = (typeof unsubscribeReasonFilters)[number];

/** Characters of the note beside a reason. */
export const longestUnsubscribeNote = 500;
/** Changes that are kept of each user, the latest ones. */
export const maxSubscriptionChanges = 50;
/** Days after a delivery within which a complaint counts for its campaign. */
export const complaintDays = 30;

const source = z.enum(unsubscribeSources);
const reason = z.nullable(z.enum(unsubscribeReasons));

/** A user unsubscribed from a bot's mailings, or wanted them again. */
export const SubscriptionEntry = z.object({
  is_unsubscribed: z.boolean(),
  at: z.string(),
  source,
  /** The campaign whose button was pressed, or that came last before the rest; null where there is none. */
  campaign: z.nullable(z.object({ campaign_id: z.number(), name: z.string() })),
  /** Null: nobody has said why. */
  reason,
  note: z.string(),
  /** Name or email of the colleague; null: none, or the account has been deleted. */
  by: z.nullable(z.string()),
});
export type SubscriptionEntry = z.output<typeof SubscriptionEntry>;

export const MailingSubscription = z.object({
  /** Null: the user has not unsubscribed. */
  unsubscription: z.nullable(SubscriptionEntry),
  /** The newest first, at most `maxSubscriptionChanges`. */
  history: z.array(SubscriptionEntry),
});
export type MailingSubscription = z.output<typeof MailingSubscription>;

/** Someone who has unsubscribed. Names are '' for those who may not see users. */
export const UnsubscribedUser = z.object({
  user_id: z.number(),
  name: z.string(),
  username: z.string(),
  at: z.string(),
  source,
  reason,
});
export type UnsubscribedUser = z.output<typeof UnsubscribedUser>;

export const subscriptionEndpoints = {
  getUnsubscription: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/unsubscription',
    access: 'section.users.list',
    params: userPath,
    data: MailingSubscription,
  }),
  /** Unsubscribes a user by hand. Of a user who has unsubscribed, it notes why. */
  unsubscribeUser: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/unsubscribe',
    access: 'section.users.messages.send',
    params: userPath,
    body: z.object({
      reason: z.enum(unsubscribeReasons),
      note: z._default(z.string().check(z.trim(), z.maxLength(longestUnsubscribeNote)), ''),
    }),
    data: MailingSubscription,
  }),
  /** Subscribes a user again who has unsubscribed: to be asked for by that user. */
  subscribeAgain: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/subscribe-again',
    access: 'section.users.messages.send',
    params: userPath,
    data: MailingSubscription,
  }),
  /** Users who unsubscribed after a campaign, in the order of their ids. `after`: the last id of the page before. */
  campaignUnsubscribed: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/unsubscribed',
    access: 'tasker.users.list',
    heavy: true,
    params: campaignPath,
    query: z.object({
      after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
      reason: z.optional(z.enum(unsubscribeReasonFilters)),
    }),
    data: z.object({ total: z.number(), users: z.array(UnsubscribedUser), next: z.nullable(z.number()) }),
  }),
};
