import * as z from 'zod/mini';
import { Automation } from './automations.ts';
import { Campaign } from './campaign.ts';
import { CampaignVariants, CampaignVersion, LanguageCode, VariantText } from './campaign-variants.ts';
import { CampaignAudience, CampaignMessage, CampaignSending, CampaignSummary } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { botPath, campaignPath } from './ids.ts';
import { parseModes } from './message-rules.ts';
import { MessageButton, MessageEntity } from './messages.ts';

/** Name of a campaign, or of a list of its recipients, for colleagues. */
export const campaignName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
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
      name: campaignName,
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
      name: z.optional(campaignName),
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
  /** Ends a test: the rest gets this variant. CampaignNotRunning where there is no test, or its winner is known. */
  chooseWinner: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}/winner',
    access: 'tasker.campaign.run',
    params: campaignPath,
    body: z.object({ variant: VariantText }),
    data: Campaign,
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
