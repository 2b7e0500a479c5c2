import {
  type ErasureMode,
  FieldValue,
  type SegmentMembers,
  type UserJobAction,
  userJobActions,
} from '@botscope/contract';
import * as z from 'zod/mini';
import { AppError } from '../../platform/errors.ts';
import type { Outcome } from '../../platform/user-jobs/claimed-jobs.ts';
import type { JobWork } from '../../platform/user-jobs/run-jobs.ts';
import type { Batch, StoredJob } from '../../platform/user-jobs/stored-job.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { UndoStore } from './undo-store.ts';

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

export interface WorksDeps {
  undo: Pick<UndoStore, 'keep' | 'loadUsers' | 'loadValues'>;
  customFields: Pick<CustomFields, 'nextVersion' | 'setValues' | 'storedOf'>;
  /** The ID of an erasure that is yet to begin. */
  reserveErasure(): Promise<number>;
  /** Begins the erasure of up to 1,000 users; again under the same ID changes nothing. */
  eraseUsers(job: StoredJob, erasure: { id: number; mode: ErasureMode; userIds: readonly number[] }): Promise<unknown>;
  /** The selected users after one of them, rising. */
  selectedUsers(job: StoredJob, members: SegmentMembers, after: number): Promise<readonly number[]>;
}

/** The work of each action on users. */
export function createWorks(deps: WorksDeps): Record<UserJobAction, JobWork> {
  const loadUsers = async (job: StoredJob): Promise<readonly number[]> =>
    job.members === null ? [] : deps.selectedUsers(job, job.members, job.position);
  const erasing = (mode: ErasureMode): JobWork => ({
    loadUsers,
    plan: async (_, users) => ({ ids: [...users], key: await deps.reserveErasure(), skipped: 0 }),
    async apply(job, { ids, key }) {
      await deps.eraseUsers(job, { id: key, mode, userIds: ids });
      return { done: ids.length, failed: 0 };
    },
  });
  return {
    set_field: { loadUsers, ...createSetting(deps) },
    undo: createUndoing(deps),
    erase: erasing('erase'),
    anonymise: erasing('anonymise'),
  };
}

/** Sets one value for all users. The key of a batch is the version of the values. */
function createSetting({ undo, customFields }: WorksDeps): Omit<JobWork, 'loadUsers'> {
  return {
    async plan(job, users) {
      const { field, keeps_undo } = paramsOf(job);
      const storedValues = await customFields.storedOf(job.bot, field, users);
      const version = await customFields.nextVersion(job.bot);
      const batch = { ids: [...users], key: version, skipped: 0 };
      if (!keeps_undo) return batch;
      const keptValues = users.map((userId) => ({ userId, value: storedValues.get(userId)?.value ?? null }));
      return { ...batch, keep: (transaction) => undo.keep(transaction, job.id, version, keptValues) };
    },
    apply(job, batch) {
      const { value } = paramsOf(job);
      return setValues(customFields, job, batch, () => value);
    },
  };
}

/** Restores the values that users had before a job, where they are still those that the job wrote. */
function createUndoing({ undo, customFields }: WorksDeps): JobWork {
  const undoOf = (job: StoredJob): number => job.undoOf ?? 0;
  return {
    loadUsers: (job) => undo.loadUsers(undoOf(job), job.position),
    async plan(job, users) {
      const storedValues = await customFields.storedOf(job.bot, paramsOf(job).field, users);
      const key = await customFields.nextVersion(job.bot);
      // A later write stays, also one of the same value.
      const before = await undo.loadValues(undoOf(job), users);
      const ids = users.filter((id) => storedValues.get(id)?.version === before.get(id)?.version);
      return { ids, key, skipped: users.length - ids.length };
    },
    async apply(job, batch) {
      if (batch.ids.length === 0) return { done: 0, failed: 0 };
      const before = await undo.loadValues(undoOf(job), batch.ids);
      return setValues(customFields, job, batch, (id) => before.get(id)?.value ?? null);
    },
  };
}

/** @throws AppError NotFound, FieldNotEnabled: nobody's value is taken */
async function setValues(
  customFields: Pick<CustomFields, 'setValues'>,
  job: StoredJob,
  { ids, key }: Batch,
  valueFor: (user: number) => unknown,
): Promise<Outcome> {
  const { bot, accountKey } = job;
  const { field } = paramsOf(job);
  const author = { kind: 'account', ...(accountKey !== null && { account: accountKey }) } as const;
  const changes = ids.map((userId) => ({ userId, key: field, value: valueFor(userId) }));
  const { rejected } = await customFields.setValues(bot, changes, author, key);
  const [first] = rejected;
  if (first?.reason === 'UnknownField') throw new AppError('NotFound', { field: 'field' });
  if (first?.reason === 'FieldNotEnabled') throw new AppError('FieldNotEnabled', { field: 'field' });
  return { done: changes.length - rejected.length, failed: rejected.length };
}
