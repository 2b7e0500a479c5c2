import { FieldValue, type UserJobAction, userJobActions } from '@botscope/contract';
import * as z from 'zod/mini';
import type { StoredJob } from '../../platform/user-jobs/stored-job.ts';

const UserJobParams = z.object({
  /** Key and value of a custom field; a null value clears it. */
  field: z._default(z.string(), ''),
  value: z._default(z.nullable(FieldValue), null),
  /** Time zone in which days of the selection's rules are meant. */
  time_zone: z.string(),
  /** Values that users had before are kept. */
  keeps_undo: z._default(z.boolean(), false),
});
export type UserJobParams = z.input<typeof UserJobParams>;

export const paramsOf = ({ params }: StoredJob) => z.parse(UserJobParams, params);

export const actionOf = ({ action }: StoredJob): UserJobAction => z.parse(z.enum(userJobActions), action);
