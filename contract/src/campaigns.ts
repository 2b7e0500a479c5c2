import * as z from 'zod/mini';
import { campaignKinds } from './automations.ts';
import { Album, CampaignMedia, CopiedPost, campaignTypes } from './campaign-content.ts';
import { messageLimits } from './message-rules.ts';
import { LinkPreview, MessageButton, MessageEntity, messageReasons } from './messages.ts';
import { SegmentRules } from './segment-rules.ts';

/**
 * `Draft`: can be edited. `Not_started`: waits for its time. `Cancel`: a colleague stopped it. `Error`: a fault of the
 * message or of the bot did. Both can be resumed.
 */
export const campaignStatuses = ['Draft', 'Not_started', 'In_progress', 'Done', 'Cancel', 'Error'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** A message of a campaign: it waits, is on its way, was delivered, will not be sent, or was not delivered. */
export const recipientStatuses = ['ForSend', 'In_progress', 'Done', 'Cancel', 'Error'] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];

/** Why a message of a campaign was not delivered, or not sent at all. */
export const recipientReasons = [
  ...messageReasons,
  /** Left the bot before their turn. */
  'left',
  /** Excluded from mailings after the campaign had begun. */
  'excluded',
  /** Unsubscribed from the mailings of the bot. */
  'unsubscribed',
  /** Got as many messages of campaigns lately as the bot's settings, or this campaign, allow. */
  'capped',
  /** The user's data were erased. */
  'erased',
  /** The campaign was finished before their turn. */
  'finished',
  /** Automations: the user's turn came too late. */
  'late',
] as const;
export type RecipientReason = (typeof recipientReasons)[number];

/** Reasons of which Telegram may have the message: the owner decides. */
export const unknownReasons = ['no_answer', 'server_error', 'interrupted'] as const satisfies RecipientReason[];

/** More go through a list or a segment. */
export const maxCampaignIds = 5_000;
/** Messages a second: the usual one, and the most where the operator allows no more. */
export const usualSpeed = 10;
/** Telegram's limit for a bot that sends without paying, messages a second. */
export const freeSpeed = 30;
/** Campaigns of a bot that are not archived. */
export const maxCampaigns = 1_000;

export const audienceKinds = ['all', 'rules', 'ids'] as const;

const userId = z.int().check(z.gte(1));

/** Users who can get messages: all of them, those that rules select, or those of a list of ids. */
export const CampaignAudience = z.object({
  kind: z.enum(audienceKinds),
  /** Set for `rules`. */
  rules: z.optional(SegmentRules),
  /** There are rules, which the account may not see. A change with it keeps them. */
  is_hidden: z.optional(z.literal(true)),
  /** Set for `ids`; an id that is listed twice counts once. */
  user_ids: z.optional(z.array(userId).check(z.maxLength(maxCampaignIds))),
  /** Recipients of these campaigns get nothing. */
  without_campaigns: z._default(z.array(z.int().check(z.gte(1))).check(z.maxLength(50)), []),
  /** Excludes users who got a message of a campaign within this many hours. */
  without_recent_hours: z._default(z.nullable(z.int().check(z.gte(1), z.lte(720))), null),
  /** No advertisement: goes to those who have unsubscribed as well, without a button to unsubscribe. */
  is_service: z._default(z.boolean(), false),
});
export type CampaignAudience = z.output<typeof CampaignAudience>;

/**
 * The message as it is written: `{first_name|friend}` in texts and addresses becomes the recipient's value (see
 * campaign-template.ts). A draft may break Telegram's limits; it cannot be started then.
 */
export const CampaignMessage = z.object({
  text: z._default(z.string().check(z.maxLength(8_192)), ''),
  entities: z._default(z.array(MessageEntity).check(z.maxLength(1_000)), []),
  buttons: z._default(
    z.array(z.array(MessageButton).check(z.maxLength(messageLimits.buttonsOfRow))).check(z.maxLength(100)),
    [],
  ),
  media: z._default(z.nullable(CampaignMedia), null),
  /** Several files in place of one; the text is the caption of the first, and there are no buttons. */
  album: z.optional(Album),
  /** A copy of it is sent; a text is the caption in place of the post's. */
  post: z.optional(CopiedPost),
  disable_notification: z._default(z.boolean(), false),
  protect_content: z._default(z.boolean(), false),
  disable_preview: z._default(z.boolean(), false),
  link_preview: z.optional(LinkPreview),
  /** The caption stands above the photo, video or animation. */
  caption_above: z.optional(z.boolean()),
  /** Links lead through a redirect that counts who opened them (tracked-links.ts). */
  track_links: z._default(z.boolean(), false),
});
export type CampaignMessage = z.output<typeof CampaignMessage>;

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));

/** When, and how fast. */
export const CampaignSending = z.object({
  /** ISO 8601; null: as soon as it is started. */
  date_send: z._default(z.nullable(z.iso.datetime()), null),
  /**
   * In place of `date_send`: at this local time of each user. `time_zone` is that of users whose own is not known. Users
   * who had that time more than an hour before the start get it on the next day.
   */
  user_time: z._default(z.nullable(z.object({ date: z.iso.date(), time: clock, time_zone: z.string() })), null),
  /** Messages a second. */
  speed: z._default(z.int().check(z.gte(1), z.lte(1_000)), usualSpeed),
  /** Limit of messages that begin within one second, however many are behind. */
  interval_cap: z._default(z.int().check(z.gte(1), z.lte(1_000)), usualSpeed),
  /** Hours over which it is spread: slower than `speed`, never faster. Null: not spread. */
  spread_hours: z._default(z.nullable(z.int().check(z.gte(1), z.lte(168))), null),
  /**
   * Quiet hours, in the given time zone: nothing is sent between them. With `in_users_zone` they are times of each
   * user's own time zone, and the given one is that of users whose own is not known.
   */
  quiet: z._default(
    z.nullable(z.object({ from: clock, to: clock, time_zone: z.string(), in_users_zone: z.optional(z.boolean()) })),
    null,
  ),
  /** Hours after its time within which a planned campaign must begin; later it does not begin at all. */
  not_after_hours: z._default(z.int().check(z.gte(1), z.lte(168)), 2),
  /** Above the free speed, for Stars (`allow_paid_broadcast`). */
  is_paid: z._default(z.boolean(), false),
  /** End of sending: nothing is sent after it. ISO 8601. */
  finish_by: z._default(z.nullable(z.iso.datetime()), null),
});
export type CampaignSending = z.output<typeof CampaignSending>;

/** Recipients. total = delivered + not_delivered + waiting + cancelled, always. */
export const RecipientCounts = z.object({
  total: z.number(),
  delivered: z.number(),
  /** Includes recipients whose outcome is unknown. */
  not_delivered: z.number(),
  unknown: z.number(),
  waiting: z.number(),
  cancelled: z.number(),
});
export type RecipientCounts = z.output<typeof RecipientCounts>;

/** A campaign as lists show it. */
export const pauseReasons = ['limit', 'outage', 'quiet_hours'] as const;
export type PauseReason = (typeof pauseReasons)[number];

const summary = {
  campaign_id: z.number(),
  kind: z.enum(campaignKinds),
  name: z.string(),
  type: z.enum(campaignTypes),
  status: z.enum(campaignStatuses),
  /** Why it is in `Error`: an error code, and Telegram's words for it; '' otherwise. */
  problem: z.string(),
  problem_description: z.string(),
  counts: RecipientCounts,
  /** The recipients are still being written down: `counts.total` grows. */
  is_preparing: z.boolean(),
  /** Time before which nothing is sent. */
  paused_until: z.nullable(z.string()),
  /** Why: Telegram asked to wait, Telegram does not answer, or the hours are quiet. */
  paused_for: z.nullable(z.enum(pauseReasons)),
  date_send: z.nullable(z.string()),
  date_create: z.string(),
  date_start: z.nullable(z.string()),
  date_finish: z.nullable(z.string()),
  is_archived: z.boolean(),
  /** The demo shows it to everyone: it can be copied, not changed. */
  is_example: z.optional(z.boolean()),
};
export const CampaignSummary = z.object(summary);
export type CampaignSummary = z.output<typeof CampaignSummary>;
