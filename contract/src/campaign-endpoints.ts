import * as z from 'zod/mini';
import {
  Campaign,
  CampaignAudience,
  CampaignMessage,
  CampaignSending,
  CampaignSummary,
  recipientReasons,
  recipientStatuses,
} from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { botPath } from './ids.ts';
import { MessageButton, MessageEntity } from './messages.ts';

const campaignPath = z.extend(botPath, { campaign_id: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) });
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
/** The revision that a change is based on. */
const revision = z.int().check(z.gte(1));

/** How many of an audience get a message, and why the others do not. Each user counts once, in the first group that fits. */
export const AudienceCount = z.object({
  can_get: z.number(),
  /** Left the bot. */
  left: z.number(),
  /** Of a list of ids: never wrote to the bot. */
  never_started: z.number(),
  /** Excluded from mailings, by the other campaigns, or by a message they got lately. */
  excluded: z.number(),
  /** Ids that were listed more than once. */
  duplicates: z.number(),
});
export type AudienceCount = z.output<typeof AudienceCount>;

/** Why a draft cannot be started, as an error code and the field it is about: `message.text`, `sending.date_send`. */
export const CampaignProblem = z.object({ code: z.string(), field: z.string() });
export type CampaignProblem = z.output<typeof CampaignProblem>;

/** The message as a user gets it. */
export const CampaignPreview = z.object({
  text: z.string(),
  entities: z.array(MessageEntity),
  buttons: z.array(z.array(MessageButton)),
  /** Why Telegram would refuse it for this user. */
  problems: z.array(CampaignProblem),
});
export type CampaignPreview = z.output<typeof CampaignPreview>;

/** A recipient and what came of their message. Names are '' for those who may not see users. */
export const CampaignRecipient = z.object({
  user_id: z.number(),
  name: z.string(),
  username: z.string(),
  status: z.enum(recipientStatuses),
  reason: z.nullable(z.enum(recipientReasons)),
  /** Telegram's words. */
  description: z.string(),
  message_id: z.nullable(z.number()),
  finished_at: z.nullable(z.string()),
});
export type CampaignRecipient = z.output<typeof CampaignRecipient>;

export const recipientGroups = ['delivered', 'not_delivered', 'unknown', 'waiting', 'cancelled'] as const;
export type RecipientGroup = (typeof recipientGroups)[number];

/** What a campaign has led to. */
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
});
export type CampaignResults = z.output<typeof CampaignResults>;

/** A file that a campaign sends. */
export const CampaignFile = z.object({ id: z.string(), name: z.string(), type: z.string(), bytes: z.number() });
export type CampaignFile = z.output<typeof CampaignFile>;

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
  /** Saves parts of a draft. CampaignChanged if someone else has saved it since, CampaignStarted once it is no draft. */
  saveCampaign: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}',
    access: update,
    params: campaignPath,
    body: z.object({
      revision,
      name: z.optional(name),
      audience: z.optional(CampaignAudience),
      message: z.optional(CampaignMessage),
      sending: z.optional(CampaignSending),
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
    body: z.object({ user_id: z.optional(z.int().check(z.gte(1))) }),
    data: CampaignPreview,
  }),
  /** Sends it to one user now: `TelegramRefused` with Telegram's words where it does not arrive. */
  testCampaign: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}/test',
    access: 'tasker.run_test',
    params: campaignPath,
    body: z.object({ user_id: z.int().check(z.gte(1)) }),
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
  /** Sends it again to those it did not reach, or to those of whom that is unknown: they may get it twice. */
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
  /** A page of recipients in the order of their ids. `after`: the last id of the page before. */
  campaignRecipients: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/recipients',
    access: 'tasker.users.list',
    params: campaignPath,
    query: z.object({
      group: z.optional(z.enum(recipientGroups)),
      reason: z.optional(z.enum(recipientReasons)),
      after: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    }),
    data: z.object({ recipients: z.array(CampaignRecipient), next: z.nullable(z.number()) }),
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
