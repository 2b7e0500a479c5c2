import * as z from 'zod/mini';
import { FieldValue } from './custom-fields.ts';
import { endpoint } from './endpoint.ts';
import { erasureModes } from './erasures.ts';
import { botPath } from './ids.ts';
import { SegmentMembers } from './segments.ts';

/** `undo` restores what the values of a `set_field` were. */
export const userJobActions = ['set_field', 'erase', 'anonymise', 'undo'] as const;
export type UserJobAction = (typeof userJobActions)[number];

export const userJobStates = ['waiting', 'running', 'stopping', 'stopped', 'done', 'failed'] as const;
export type UserJobState = (typeof userJobStates)[number];

/** Limit of unfinished jobs of a bot; one runs at a time. */
export const maxUnfinishedJobs = 20;
/** Values of more users are not kept for an undo. */
export const maxUndoneUsers = 100_000;
/** Time limit for restoring the values, hours. */
export const undoHours = 24;
/** Factor by which a selection may have grown since the user saw its count. */
export const toleratedGrowth = 1.1;

/** An action on many users, in the background. */
export const UserJob = z.object({
  job_id: z.number(),
  action: z.enum(userJobActions),
  /** Key of the custom field of `set_field` and `undo`; '' for the others, and for those who may not see fields. */
  field: z.string(),
  /** `set_field` only; null clears the field. */
  value: z.nullable(FieldValue),
  state: z.enum(userJobStates),
  /** Users of the selection; it may still change a little while the job runs. */
  total: z.number(),
  done: z.number(),
  /** Users whose value the field did not take. */
  failed: z.number(),
  /** `undo` only: users whose value has changed since, so it stays. */
  skipped: z.number(),
  /** Why it failed: an error code; '' otherwise. */
  problem: z.string(),
  /** Name of the account; '' where it is gone. */
  created_by: z.string(),
  created_at: z.string(),
  ended_at: z.nullable(z.string()),
  /** The values can be restored now. */
  can_undo: z.boolean(),
});
export type UserJob = z.output<typeof UserJob>;

export const isUnfinished = ({ state }: Pick<UserJob, 'state'>): boolean =>
  state === 'waiting' || state === 'running' || state === 'stopping';

/** Users of the job: `expected` is their number when the job was decided. */
const selectionFields = {
  members: SegmentMembers,
  expected: z.int().check(z.gte(1)),
};

const jobPath = z.extend(botPath, { job_id: z.string().check(z.regex(/^[0-9]{1,15}$/)) });

/** All need `section.users.list` as well. */
export const userJobEndpoints = {
  /** The latest 50, the newest first. */
  listUserJobs: endpoint({
    method: 'GET',
    path: '/bots/{key}/user-jobs',
    access: 'section.users.list',
    params: botPath,
    data: z.array(UserJob),
  }),
  /** SelectionGrew if there are more than `toleratedGrowth` times as many users as expected. */
  setFieldOfUsers: endpoint({
    method: 'POST',
    path: '/bots/{key}/user-jobs/fields',
    access: 'custom_fields.manage',
    heavy: true,
    params: botPath,
    body: z.object({
      ...selectionFields,
      field: z.string().check(z.minLength(1), z.maxLength(64)),
      /** Null clears the field. */
      value: z.nullable(FieldValue),
    }),
    data: UserJob,
  }),
  /** SelectionGrew as above; there is no undo. */
  eraseManyUsers: endpoint({
    method: 'POST',
    path: '/bots/{key}/user-jobs/erasures',
    access: 'section.users.erase',
    heavy: true,
    params: botPath,
    body: z.object({ ...selectionFields, mode: z.enum(erasureModes) }),
    data: UserJob,
  }),
  /** Ends it after the users that are being changed; needs the permission of its action. An ended job stays as it is. */
  stopUserJob: endpoint({
    method: 'POST',
    path: '/bots/{key}/user-jobs/{job_id}/stop',
    access: 'section.users.list',
    params: jobPath,
    data: UserJob,
  }),
  /** A job that restores the values, where nobody has changed them since. */
  undoUserJob: endpoint({
    method: 'POST',
    path: '/bots/{key}/user-jobs/{job_id}/undo',
    access: 'custom_fields.manage',
    params: jobPath,
    data: UserJob,
  }),
};
