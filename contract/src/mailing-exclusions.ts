import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { userPath } from './user.ts';

export const MailingExclusion = z.object({
  /** Null: the user gets mailings. */
  exclusion: z.nullable(
    z.object({
      at: z.string(),
      /** Name or email of the colleague; null where the account has been deleted. */
      by: z.nullable(z.string()),
    }),
  ),
});
export type MailingExclusion = z.output<typeof MailingExclusion>;

/** Whether a bot user gets mailings. Messages that a colleague writes to them are no mailings. */
export const mailingExclusionEndpoints = {
  getMailingExclusion: endpoint({
    method: 'GET',
    path: '/bots/{key}/users/{user_id}/mailing-exclusion',
    access: 'section.users.list',
    params: userPath,
    data: MailingExclusion,
  }),
  setMailingExclusion: endpoint({
    method: 'POST',
    path: '/bots/{key}/users/{user_id}/mailing-exclusion',
    access: 'section.users.messages.send',
    params: userPath,
    body: z.object({ is_excluded: z.boolean() }),
    data: MailingExclusion,
  }),
};
