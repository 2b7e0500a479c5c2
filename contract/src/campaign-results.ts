import * as z from 'zod/mini';
import { campaignName } from './campaign-endpoints.ts';
import { CampaignOutcomes, OutcomeDaysText, OutcomeText } from './campaign-outcomes.ts';
import { HoldOutResults, VariantResults, VariantText } from './campaign-variants.ts';
import { recipientReasons, recipientStatuses } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { botPath, campaignPath } from './ids.ts';
import { Segment } from './segments.ts';
import { userPath } from './user.ts';

/** A recipient and the outcome of their message. Names are '' for callers who may not see users. */
export const CampaignRecipient = z.object({
  user_id: z.number(),
  name: z.string(),
  username: z.string(),
  /** `ControlGroup`: no recipient, but kept from being one. */
  status: z.enum([...recipientStatuses, 'ControlGroup']),
  reason: z.nullable(z.enum(recipientReasons)),
  /** Telegram's words. */
  description: z.string(),
  message_id: z.nullable(z.number()),
  finished_at: z.nullable(z.string()),
  /** Variant that they got, or were to get. Null: it is not known yet. */
  variant: z.nullable(VariantText),
  /** Language of the message that was sent; '' is the default. Null: none was. */
  language: z.nullable(z.string()),
});
export type CampaignRecipient = z.output<typeof CampaignRecipient>;

/** `control_group` are no recipients: they got nothing in order to be compared with. */
export const recipientGroups = [
  'delivered',
  'not_delivered',
  'unknown',
  'waiting',
  'cancelled',
  'control_group',
] as const;
export type RecipientGroup = (typeof recipientGroups)[number];

/** Filter of recipients: all of these conditions hold. */
export const recipientFilter = {
  group: z.optional(z.enum(recipientGroups)),
  reason: z.optional(z.enum(recipientReasons)),
  outcome: z.optional(OutcomeText),
  days: z.optional(OutcomeDaysText),
  variant: z.optional(VariantText),
};

/** A campaign that a user is a recipient of. Fields as of CampaignRecipient. */
export const ReceivedCampaign = z.extend(z.pick(CampaignRecipient, { status: true, reason: true, finished_at: true }), {
  campaign_id: z.number(),
  name: z.string(),
});
export type ReceivedCampaign = z.output<typeof ReceivedCampaign>;

/** Reactions of a campaign's recipients. */
export const CampaignResults = z.object({
  /** Recipients who were not reached, by reason, the most frequent first. */
  reasons: z.array(z.object({ reason: z.enum(recipientReasons), count: z.number() })),
  /** Recipients who left within 0–30 minutes, 30 minutes–2 hours and 2–12 hours of their delivery. */
  stat_left_users_1: z.number(),
  stat_left_users_2: z.number(),
  stat_left_users_3: z.number(),
  /** Seconds from delivery to leaving, the mean of those; null where nobody left. */
  stat_avg_time_left: z.nullable(z.number()),
  /** Recipients who pressed each button with data, in the order of the keyboard. */
  buttons: z.array(z.object({ text: z.string(), callback_data: z.string(), users: z.number(), presses: z.number() })),
  /** Recipients who did anything within 24 hours of their delivery. */
  active_users: z.number(),
  /** Recipients with a complaint noted by colleagues within 30 days of their delivery. */
  complained_users: z.number(),
  /** Expected departures of as many users in those three stretches at the bot's usual rate; null if it is unknown. */
  usual_left_users: z.nullable(z.tuple([z.number(), z.number(), z.number()])),
});
export type CampaignResults = z.output<typeof CampaignResults>;

/** A tracked link of a campaign, and how often it was opened: docs/metrics.md, "Tracked links". */
export const LinkClicks = z.object({
  /** Names it within the message. */
  link: z.number(),
  place: z.enum(['button', 'text']),
  /** Label of the button, or the linked stretch of text. */
  text: z.string(),
  /** As it is written, with its variables. */
  url: z.string(),
  users: z.number(),
  clicks: z.number(),
});
export type LinkClicks = z.output<typeof LinkClicks>;

const view = 'tasker.task.view';

/** Results of campaigns, and the recipients behind each number. */
export const campaignResultEndpoints = {
  campaignResults: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/results',
    access: view,
    heavy: true,
    params: campaignPath,
    data: CampaignResults,
  }),
  /** Counts what recipients did within some days of their delivery, 7 unless given. */
  campaignOutcomes: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/results/outcomes',
    access: view,
    heavy: true,
    params: campaignPath,
    query: z.object({ days: z.optional(OutcomeDaysText) }),
    data: CampaignOutcomes,
  }),
  /** Counts what recipients of each version did within some days of their delivery, 7 unless given. */
  campaignVariantResults: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/results/variants',
    access: view,
    heavy: true,
    params: campaignPath,
    query: z.object({ days: z.optional(OutcomeDaysText) }),
    data: VariantResults,
  }),
  /** Compares recipients with the control group, in the days after the first delivery, 7 unless given. */
  campaignHoldOutResults: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/results/hold-out',
    access: view,
    heavy: true,
    params: campaignPath,
    query: z.object({ days: z.optional(OutcomeDaysText) }),
    data: HoldOutResults,
  }),
  /**
   * A page of recipients in the order of their ids. `after`: the last id of the page before. With `outcome`, those that
   * `campaignOutcomes` counts for as many `days`; AccessDenied where the calling account may not see that number.
   */
  campaignRecipients: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/recipients',
    access: 'tasker.users.list',
    heavy: true,
    params: campaignPath,
    query: z.object({
      ...recipientFilter,
      after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    }),
    data: z.object({ recipients: z.array(CampaignRecipient), next: z.nullable(z.number()) }),
  }),
  /** Keeps the recipients that such a filter lists as a list of users. Needs `tasker.users.list` too. */
  keepRecipients: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}/recipients/list',
    access: 'tasker.list.save',
    heavy: true,
    params: campaignPath,
    body: z.object({ name: campaignName, ...recipientFilter }),
    data: z.pick(Segment, { segment_id: true, name: true, count: true }),
  }),
  /** A page of the campaigns of a user, the newest first. `before`: the last id of the page before. */
  receivedCampaigns: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/campaigns',
    access: 'tasker.users.list',
    heavy: true,
    params: userPath,
    query: z.object({ before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))) }),
    data: z.object({ campaigns: z.array(ReceivedCampaign), next: z.nullable(z.number()) }),
  }),
  /** Address that tracked links of this installation lead to; null where it has none that users could open. */
  trackedLinkAddress: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaign-links',
    access: view,
    params: botPath,
    data: z.object({ address: z.nullable(z.string()) }),
  }),
  /** The tracked links of a campaign in the order of the message; empty where it tracks none. */
  campaignLinks: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/results/links',
    access: view,
    heavy: true,
    params: campaignPath,
    data: z.array(LinkClicks),
  }),
};
