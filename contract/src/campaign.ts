import * as z from 'zod/mini';
import { Automation } from './automations.ts';
import { CampaignTest, CampaignVariants } from './campaign-variants.ts';
import { CampaignAudience, CampaignMessage, CampaignSending, CampaignSummary } from './campaigns.ts';

export const Campaign = z.extend(CampaignSummary, {
  /** Grows with every change; a change names the one it is based on. */
  revision: z.number(),
  /** Set for an automation, in place of the audience. */
  automation: z.nullable(Automation),
  audience: CampaignAudience,
  message: CampaignMessage,
  sending: CampaignSending,
  variants: CampaignVariants,
  /** Null where there is no test, or the campaign was not started. */
  test: z.nullable(CampaignTest),
  /** Users of the audience who get nothing, in order to be compared with. They are not recipients. */
  control_group: z.number(),
  /** With users' own time: users whose time has not come, and when it comes next and last. Null: there are none. */
  user_times: z.nullable(z.object({ waiting: z.number(), next_at: z.string(), last_at: z.string() })),
  /**
   * Messages that the bot sends by itself, in the busiest second of the last ten: they go first, and the campaign has what
   * is left of Telegram's limit. 0 while the campaign is not being sent.
   */
  bot_per_second: z.number(),
  /** Name of the file of the message. */
  file_name: z.nullable(z.string()),
  /** Names of the files of all its versions, by id. */
  file_names: z.record(z.string(), z.string()),
  /** Names of accounts; '' where they are gone. */
  created_by: z.string(),
  updated_by: z.string(),
  date_update: z.string(),
});
export type Campaign = z.output<typeof Campaign>;
