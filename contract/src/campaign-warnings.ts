import * as z from 'zod/mini';
import { CampaignVersion } from './campaign-variants.ts';
import { endpoint } from './endpoint.ts';
import { campaignPath } from './ids.ts';
import { SegmentRules } from './segment-rules.ts';

/** More addresses of a campaign are not requested. */
export const maxCheckedLinks = 24;
/** Users of a warning who are named. */
export const maxNamedUsers = 20;

/** Why an address gave no answer: those of WebhookTest. */
const failures = ['timeout', 'refused', 'dns', 'tls', 'reset', 'private', 'other'] as const;

/** In which messages it is; empty where the campaign has one alone. */
const versions = z.array(CampaignVersion);

/** Results of checking the addresses of a campaign. */
export const LinkWarnings = z.object({
  /** Addresses that answered as they should. */
  working: z.number(),
  /** `status`: the HTTP status that the address answers with; null where there was no answer, for the reason `failure`. */
  broken: z.array(
    z.object({ url: z.string(), status: z.nullable(z.number()), failure: z.nullable(z.enum(failures)), versions }),
  ),
  /** Addresses that were not requested: they depend on the user, or there are too many. */
  unchecked: z.array(z.object({ url: z.string(), reason: z.enum(['variables', 'too_many']), versions })),
});
export type LinkWarnings = z.output<typeof LinkWarnings>;

/** Some users of an audience. */
const Affected = z.object({
  users: z.number(),
  /** False: `users` is an upper limit. Users who are excluded, or get another variant, are among them. */
  is_exact: z.boolean(),
  /** The first of them; empty for those who may not see users. */
  named: z.array(z.object({ user_id: z.number(), name: z.string() })),
  /** Message concerned, if the campaign has several. */
  version: z.optional(CampaignVersion),
});

/** Problems that users' values cause in a campaign's messages. */
export const ValueWarnings = z.object({
  /** Variables without a fallback that are empty for some users. */
  empty: z.array(
    z.extend(Affected, {
      variable: z.string(),
      /** Rules that select those users, without exclusions; null where rules cannot. */
      rules: z.nullable(SegmentRules),
    }),
  ),
  /** Messages that Telegram would refuse for some users: a text, a button (`buttons.0.1`) or all buttons are too long. */
  too_long: z.array(
    z.extend(Affected, {
      code: z.enum(['MessageTooLong', 'InvalidButton', 'KeyboardTooLarge']),
      field: z.string(),
      /** The variables that make it so. */
      variables: z.array(z.string()),
    }),
  ),
});
export type ValueWarnings = z.output<typeof ValueWarnings>;

const params = campaignPath;

export const campaignWarningEndpoints = {
  /** Requests the addresses of all messages; results are kept for some minutes. They never keep a campaign from being started. */
  campaignLinkWarnings: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/warnings/links',
    access: 'tasker.task.view',
    params,
    data: LinkWarnings,
  }),
  /** Checks the values of the whole audience. Automations have none: their users are not known in advance. */
  campaignValueWarnings: endpoint({
    method: 'GET',
    path: '/bots/{key}/campaigns/{campaign_id}/warnings/values',
    access: 'tasker.task.view',
    heavy: true,
    params,
    data: ValueWarnings,
  }),
};
