import * as z from 'zod/mini';
import { Automation } from './automations.ts';
import { Campaign } from './campaign.ts';
import { CampaignProblem } from './campaign-endpoints.ts';
import { CampaignRecipient, recipientGroups } from './campaign-results.ts';
import { audienceKinds, CampaignAudience, CampaignSending, CampaignSummary } from './campaigns.ts';
import type { PermissionKey } from './manifests.ts';
import { ApiMessage } from './public-campaign-message.ts';

/** Campaigns and lists for the bot's own code, with its API key: docs/guide, "Campaigns by API". */

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const id = z.int().check(z.gte(1));
const revision = z.optional(id);

/** The owner of a bot sees everything. */
const OwnAudience = z.omit(CampaignAudience, { is_hidden: true });

/** As in the dashboard, and `list`: the users of a list that was saved by `saveList`. */
export const ApiAudience = z.extend(OwnAudience, {
  kind: z.enum([...audienceKinds, 'list']),
  list_id: z.optional(id),
});
export type ApiAudience = z.output<typeof ApiAudience>;

const content = {
  audience: z.optional(ApiAudience),
  message: z.optional(ApiMessage),
  sending: z.optional(CampaignSending),
};
export const ApiNewCampaign = z.object({ name, copy_of: z.optional(id), ...content });
export const ApiCampaignChanges = z.object({ revision, name: z.optional(name), ...content });
export const ApiTest = z.object({ user_id: id });
export const ApiStart = z.object({ revision });
export const ApiListSave = z.object({
  /** Without one, a new list. */
  list_id: z.optional(id),
  /** Required for a new list; renames an existing one. */
  name: z.optional(name),
  user_ids: z.array(id).check(z.maxLength(10_000)),
  /** Change to a list that exists: adds or removes these users. */
  action: z._default(z.enum(['add', 'remove']), 'add'),
});

const Empty = z.object({});
const digits = z.string().check(z.regex(/^[1-9]\d{0,14}$/));
const ListQuery = z.object({
  archived: z.optional(z.enum(['0', '1'])),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
  before: z.optional(digits),
});
const RecipientsQuery = z.object({ group: z.optional(z.enum(recipientGroups)), after: z.optional(digits) });

const State = z.extend(CampaignSummary, { revision: z.number() });
export type ApiCampaignState = z.output<typeof State>;
const Full = z.extend(z.omit(Campaign, { file_name: true, created_by: true, updated_by: true }), {
  automation: z.nullable(z.omit(Automation, { is_hidden: true })),
  audience: OwnAudience,
});
export type ApiCampaign = z.output<typeof Full>;
const List = z.object({
  list_id: z.number(),
  name: z.string(),
  /** Users that the list has; ids that the bot does not know are not in it. */
  count: z.number(),
});
export type ApiList = z.output<typeof List>;

/**
 * Every call, with the permissions that it needs. `isOnce`: an `Idempotency-Key` makes a repetition harmless. A start
 * needs the first one of `keys`, and the permission to send now or to plan.
 */
interface PublicCampaignCall {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  summary: string;
  keys: readonly PermissionKey[];
  isOnce?: true;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniObject;
  result: z.ZodMiniType;
}

export const publicCampaignCalls = {
  listCampaigns: {
    method: 'GET',
    path: '/v1/campaigns',
    summary: 'Campaigns, the newest first; `before` is the last id of the page before',
    keys: ['tasker.task.view'],
    query: ListQuery,
    result: z.object({ campaigns: z.array(CampaignSummary), next: z.nullable(z.number()) }),
  },
  createCampaign: {
    method: 'POST',
    path: '/v1/campaigns',
    summary: 'Creates a draft',
    keys: ['tasker.task.create'],
    isOnce: true,
    body: ApiNewCampaign,
    result: State,
  },
  getCampaign: {
    method: 'GET',
    path: '/v1/campaigns/{campaign_id}',
    summary: 'A campaign with its audience, message and sending',
    keys: ['tasker.task.view'],
    result: Full,
  },
  updateCampaign: {
    method: 'POST',
    path: '/v1/campaigns/{campaign_id}',
    summary: 'Changes parts of a draft; with `revision`, only if nobody else has changed it since',
    keys: ['tasker.task.update'],
    body: ApiCampaignChanges,
    result: State,
  },
  checkCampaign: {
    method: 'GET',
    path: '/v1/campaigns/{campaign_id}/check',
    summary: 'Why it cannot be started; empty if it can',
    keys: ['tasker.task.view'],
    result: z.object({ problems: z.array(CampaignProblem) }),
  },
  testCampaign: {
    method: 'POST',
    path: '/v1/campaigns/{campaign_id}/run-test',
    summary: 'Sends it to one user now',
    keys: ['tasker.run_test'],
    isOnce: true,
    body: ApiTest,
    result: z.object({ message_id: z.nullable(z.number()) }),
  },
  runCampaign: {
    method: 'POST',
    path: '/v1/campaigns/{campaign_id}/run',
    summary: 'Starts it, or plans it for its `date_send`',
    keys: ['tasker.campaign.run', 'communication.broadcast.send', 'communication.broadcast.schedule'],
    isOnce: true,
    body: ApiStart,
    result: State,
  },
  stopCampaign: {
    method: 'POST',
    path: '/v1/campaigns/{campaign_id}/stop',
    summary: 'Stops it within a second; a planned one becomes a draft again',
    keys: ['tasker.campaign.stop', 'communication.broadcast.cancel'],
    body: Empty,
    result: State,
  },
  resumeCampaign: {
    method: 'POST',
    path: '/v1/campaigns/{campaign_id}/resume',
    summary: 'Goes on with those who still wait',
    keys: ['tasker.campaign.run', 'communication.broadcast.send'],
    body: Empty,
    result: State,
  },
  campaignStatus: {
    method: 'GET',
    path: '/v1/campaigns/{campaign_id}/status',
    summary: 'Status and counts',
    keys: ['communication.broadcast.status'],
    result: State,
  },
  listRecipients: {
    method: 'GET',
    path: '/v1/campaigns/{campaign_id}/recipients',
    summary: 'A page of 50 recipients in the order of their ids; `after` is the `next` of the page before',
    keys: ['tasker.users.list'],
    query: RecipientsQuery,
    result: z.object({ recipients: z.array(CampaignRecipient), next: z.nullable(z.number()) }),
  },
  listLists: {
    method: 'GET',
    path: '/v1/lists',
    summary: 'Lists of users',
    keys: ['section.users.list'],
    result: z.object({ lists: z.array(List) }),
  },
  saveList: {
    method: 'POST',
    path: '/v1/lists',
    summary: `Creates a list of users, or changes one; at most 10,000 ids at once. A list may have any number`,
    keys: ['tasker.list.save'],
    isOnce: true,
    body: ApiListSave,
    result: List,
  },
  deleteList: {
    method: 'DELETE',
    path: '/v1/lists/{list_id}',
    summary: 'Deletes a list',
    keys: ['tasker.list.delete'],
    result: z.object({ list_id: z.number() }),
  },
} as const satisfies Record<string, PublicCampaignCall>;
export type PublicCampaignCallName = keyof typeof publicCampaignCalls;

/** Error of a call. `code` is one of errors.ts; `error` names the fields. */
export const PublicCampaignError = z.object({
  ok: z.literal(false),
  error_code: z.int(),
  code: z.string(),
  description: z.string(),
  error: z.optional(z.record(z.string(), z.array(z.string()))),
});
export type PublicCampaignError = z.output<typeof PublicCampaignError>;
