import * as z from 'zod/mini';
import { CampaignMessage, recipientReasons } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { campaignPath } from './ids.ts';

/** Actions on the messages that recipients of a campaign have: docs/decisions/0034-after-sending.md. */
export const sentMessageActions = ['edit', 'delete', 'pin', 'unpin'] as const;
export type SentMessageAction = (typeof sentMessageActions)[number];

/** `Stopped`: a colleague stopped it. `Error`: a fault of the message or of the bot did. Both can be resumed. */
export const sentMessageJobStatuses = ['Running', 'Stopped', 'Done', 'Error'] as const;
export type SentMessageJobStatus = (typeof sentMessageJobStatuses)[number];

/** Why a message was left as it was. */
export const sentMessageReasons = [
  ...recipientReasons,
  /** Older than 48 hours: Telegram does not delete it any more. */
  'too_old',
  /** The user has deleted it, or the chat with it. */
  'message_gone',
] as const;
export type SentMessageReason = (typeof sentMessageReasons)[number];

/** A job on the delivered messages of a campaign. total = done + failed + remaining. */
export const SentMessageJob = z.object({
  job_id: z.number(),
  action: z.enum(sentMessageActions),
  status: z.enum(sentMessageJobStatuses),
  /** Why it is in `Error`: an error code, and Telegram's words for it; '' otherwise. */
  problem: z.string(),
  problem_description: z.string(),
  total: z.number(),
  done: z.number(),
  failed: z.number(),
  remaining: z.number(),
  /** The most frequent first. */
  failures: z.array(z.object({ reason: z.enum(sentMessageReasons), count: z.number() })),
  /** Edits only: the message before it, and the one after it. */
  previous: z.nullable(CampaignMessage),
  message: z.nullable(CampaignMessage),
  /** It was stopped, and no other job has begun since. */
  can_resume: z.boolean(),
  /** The account's name; '' where it is gone. */
  created_by: z.string(),
  date_create: z.string(),
  date_finish: z.nullable(z.string()),
});
export type SentMessageJob = z.output<typeof SentMessageJob>;

/** Messages of a campaign by what can be done with them now. */
export const SentMessages = z.object({
  /** Messages that can be edited, pinned and unpinned: delivered, and not deleted since. */
  editable: z.number(),
  /** Editable messages that are younger than 48 hours. */
  deletable: z.number(),
  /** When the last of those becomes too old; null without any. */
  deletable_until: z.nullable(z.string()),
  deleted: z.number(),
  /** The newest first, at most 50. */
  jobs: z.array(SentMessageJob),
});
export type SentMessages = z.output<typeof SentMessages>;

const jobPath = z.extend(campaignPath, { job_id: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) });
const path = '/bots/{key}/campaigns/{campaign_id}/sent-messages';

export const sentMessageEndpoints = {
  sentMessages: endpoint({
    method: 'GET',
    path,
    access: 'tasker.task.view',
    params: campaignPath,
    data: SentMessages,
  }),
  /**
   * Gives everyone's message another text and other buttons; its file stays. Users who get the campaign later get the new
   * one. CampaignRunning while it is being sent, JobRunning while another job runs, NoRecipients without messages.
   */
  editSentMessages: endpoint({
    method: 'POST',
    path: `${path}/edit`,
    access: 'tasker.campaign.run',
    params: campaignPath,
    body: z.object({ message: z.pick(CampaignMessage, { text: true, entities: true, buttons: true }) }),
    data: SentMessageJob,
  }),
  /** Deletes the messages that are younger than 48 hours. */
  deleteSentMessages: endpoint({
    method: 'POST',
    path: `${path}/delete`,
    access: 'tasker.campaign.stop',
    params: campaignPath,
    data: SentMessageJob,
  }),
  pinSentMessages: endpoint({
    method: 'POST',
    path: `${path}/pin`,
    access: 'tasker.campaign.run',
    params: campaignPath,
    body: z.object({ is_pinned: z.boolean() }),
    data: SentMessageJob,
  }),
  stopSentMessageJob: endpoint({
    method: 'POST',
    path: `${path}/jobs/{job_id}/stop`,
    access: 'tasker.campaign.stop',
    params: jobPath,
    data: SentMessageJob,
  }),
  resumeSentMessageJob: endpoint({
    method: 'POST',
    path: `${path}/jobs/{job_id}/resume`,
    access: 'tasker.campaign.run',
    params: jobPath,
    data: SentMessageJob,
  }),
  /** Counts users who are in the audience now and no recipients yet. Null: the audience is a list of ids. */
  countNewMembers: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/new-members',
    access: 'tasker.task.view',
    heavy: true,
    params: campaignPath,
    data: z.object({ users: z.nullable(z.number()) }),
  }),
  /** Sends a finished campaign to those as well. Earlier recipients get nothing. */
  sendToNewMembers: endpoint({
    method: 'POST',
    path: '/bots/{key}/campaigns/{campaign_id}/new-members',
    access: 'tasker.campaign.run',
    heavy: true,
    params: campaignPath,
    data: z.object({ users: z.number() }),
  }),
};
