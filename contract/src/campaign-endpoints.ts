import * as z from 'zod/mini';
import { Automation } from './automations.ts';
import { Campaign } from './campaign.ts';
import { CampaignOutcomes, OutcomeDaysText, OutcomeText } from './campaign-outcomes.ts';
import {
  CampaignVariants,
  CampaignVersion,
  HoldOutResults,
  LanguageCode,
  VariantResults,
  VariantText,
} from './campaign-variants.ts';
import {
  CampaignAudience,
  CampaignMessage,
  CampaignSending,
  CampaignSummary,
  recipientReasons,
  recipientStatuses,
} from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { botPath, campaignPath } from './ids.ts';
import { parseModes } from './message-rules.ts';
import { MessageButton, MessageEntity } from './messages.ts';
import { personPath } from './person.ts';
import { Segment } from './segments.ts';

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
/** The revision that a change is based on. */
const revision = z.int().check(z.gte(1));

/** Users of an audience who get a message, and why others do not. Each counts once, in the first group that fits. */
export const AudienceCount = z.object({
  can_get: z.number(),
  /** Left the bot. */
  left: z.number(),
  /** Never wrote to the bot; only for lists of ids. */
  never_started: z.number(),
  /** Excluded from mailings, by the other campaigns, or by a message they got lately. */
  excluded: z.number(),
  /** Unsubscribed from the bot's mailings. */
  unsubscribed: z.number(),
  /** Ids that were listed more than once. */
  duplicates: z.number(),
});
export type AudienceCount = z.output<typeof AudienceCount>;

/** Why a draft cannot be started, as an error code and the field it is about: `message.text`, `sending.date_send`. */
export const CampaignProblem = z.object({
  code: z.string(),
  field: z.string(),
  /** Message with the problem, if the campaign has several. */
  version: z.optional(CampaignVersion),
});
export type CampaignProblem = z.output<typeof CampaignProblem>;

/** A post that is copied, as the bot has received it. */
export const RecordedPost = z.object({
  text: z.string(),
  entities: z.array(MessageEntity),
  /** Telegram's word for what it contains besides a caption: `photo`, `poll` …; '' for a text. */
  content: z.string(),
});
export type RecordedPost = z.output<typeof RecordedPost>;

/** The message as a user gets it. */
export const CampaignPreview = z.object({
  text: z.string(),
  entities: z.array(MessageEntity),
  buttons: z.array(z.array(MessageButton)),
  /** The message of the user's language. */
  version: CampaignVersion,
  /** Copied post, where the bot has received it. */
  post: z.optional(RecordedPost),
  /** Why Telegram would refuse it for this user. */
  problems: z.array(CampaignProblem),
});
export type CampaignPreview = z.output<typeof CampaignPreview>;

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

/** A file that a campaign sends. */
export const CampaignFile = z.object({ id: z.string(), name: z.string(), type: z.string(), bytes: z.number() });
export type CampaignFile = z.output<typeof CampaignFile>;

/** A message as it is saved: with `parse_mode`, `text` is in Telegram's markup, and is stored without it. */
const MarkedMessage = z.extend(CampaignMessage, { parse_mode: z.optional(z.enum(parseModes)) });
/** Message of the campaign: variant A in the user's own language unless given. */
const version = {
  variant: z.optional(VariantText),
  /** '' is the default, whatever the user's language is. */
  language: z.optional(z.union([LanguageCode, z.literal('')])),
};

const [view, create, update] = ['tasker.task.view', 'tasker.task.create', 'tasker.task.update'] as const;

export const campaignEndpoints = {
  /** The newest first, without archived ones unless `archived` is 1. */
  listCampaigns: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns',
    access: view,
    params: botPath,
    query: z.object({ archived: z.optional(z.enum(['0', '1'])) }),
    data: z.array(CampaignSummary),
  }),
  /** A draft; with `copy_of`, one with everything that the other campaign has but its date. */
  createCampaign: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns',
    access: create,
    params: botPath,
    body: z.object({
      name,
      copy_of: z.optional(z.int().check(z.gte(1))),
      audience: z.optional(CampaignAudience),
      /** Makes it an automation, once and for all. */
      automation: z.optional(Automation),
    }),
    data: Campaign,
  }),
  getCampaign: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}',
    access: view,
    params: campaignPath,
    data: Campaign,
  }),
  /**
   * Saves parts of a draft, or of a stopped automation. CampaignChanged if someone else has saved it since,
   * CampaignStarted once it is neither, InvalidMarkup (`message.text`) with the place where the markup is wrong.
   */
  saveCampaign: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}',
    access: update,
    params: campaignPath,
    body: z.object({
      revision,
      name: z.optional(name),
      automation: z.optional(Automation),
      audience: z.optional(CampaignAudience),
      message: z.optional(MarkedMessage),
      sending: z.optional(CampaignSending),
      variants: z.optional(CampaignVariants),
    }),
    data: Campaign,
  }),
  /** Takes it out of the list, or back into it. CampaignRunning while it is being sent or waits for its time. */
  archiveCampaign: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}/archive',
    access: update,
    params: campaignPath,
    body: z.object({ is_archived: z.boolean() }),
    data: Campaign,
  }),
  countAudience: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaign-audiences/count',
    access: view,
    heavy: true,
    params: botPath,
    body: CampaignAudience,
    data: AudienceCount,
  }),
  /** Why it cannot be started; empty if it can. */
  checkCampaign: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/check',
    access: view,
    params: campaignPath,
    data: z.array(CampaignProblem),
  }),
  /** As `user_id` gets it; without one, as some user of the bot does. */
  previewCampaign: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}/preview',
    access: 'communication.messages.preview',
    params: campaignPath,
    body: z.object({ ...version, user_id: z.optional(z.int().check(z.gte(1))) }),
    data: CampaignPreview,
  }),
  /** Sends it to one user now: `TelegramRefused` with Telegram's words where it does not arrive. */
  testCampaign: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}/test',
    access: 'tasker.run_test',
    params: campaignPath,
    body: z.object({ ...version, user_id: z.int().check(z.gte(1)) }),
    data: z.object({ message_id: z.nullable(z.number()) }),
  }),
  /** Starts a draft, or plans it for its date. The same revision again is the same start. */
  runCampaign: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}/run',
    access: 'tasker.campaign.run',
    params: campaignPath,
    body: z.object({ revision }),
    data: Campaign,
  }),
  /** Stops it within a second; a planned one becomes a draft again. */
  stopCampaign: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}/stop',
    access: 'tasker.campaign.stop',
    params: campaignPath,
    data: Campaign,
  }),
  /** Goes on with those who still wait. */
  resumeCampaign: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}/resume',
    access: 'tasker.campaign.run',
    params: campaignPath,
    data: Campaign,
  }),
  /** Ends a stopped one for good: those who still wait do not get it. */
  finishCampaign: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}/finish',
    access: 'tasker.campaign.stop',
    params: campaignPath,
    data: Campaign,
  }),
  /** Sends it again to the users it did not reach, or to those with an unknown outcome: they may get it twice. */
  repeatCampaign: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}/repeat',
    access: 'tasker.campaign.run',
    params: campaignPath,
    body: z.object({ group: z.enum(['not_delivered', 'unknown']) }),
    data: Campaign,
  }),
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
  /** Ends a test: the rest gets this variant. CampaignNotRunning where there is no test, or its winner is known. */
  chooseWinner: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}/winner',
    access: 'tasker.campaign.run',
    params: campaignPath,
    body: z.object({ variant: VariantText }),
    data: Campaign,
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
    body: z.object({ name, ...recipientFilter }),
    data: z.pick(Segment, { segment_id: true, name: true, count: true }),
  }),
  /** A page of the campaigns of a user, the newest first. `before`: the last id of the page before. */
  receivedCampaigns: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/campaigns',
    access: 'tasker.users.list',
    heavy: true,
    params: personPath,
    query: z.object({ before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))) }),
    data: z.object({ campaigns: z.array(ReceivedCampaign), next: z.nullable(z.number()) }),
  }),
  /** Downloads a file from the internet, to be sent as if it were uploaded. */
  fetchCampaignFile: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaign-files/fetch',
    access: update,
    params: botPath,
    body: z.object({ url: z.string().check(z.maxLength(2_048)) }),
    data: CampaignFile,
  }),
};

/** POST, the file as the body; `file_name` and `type` in the query. Answers with a CampaignFile. GET `/{id}` gives it back. */
export const campaignFilesPath = (key: string): string => `/api/bots/${key}/campaign-files`;
