import type { ErasureMode, SegmentMembers } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { Batch, StoredJob } from './stored-job.ts';
import type { KeptValue, Outcome, TakenJobs } from './taken-jobs.ts';

export interface JobWorkDeps {
  rows: Pick<TakenJobs, 'keptUsers' | 'keptValues'>;
  customFields: Pick<CustomFields, 'nextVersion' | 'setValues' | 'storedOf'>;
  /** The ID of an erasure that is yet to begin. */
  reserveErasure(): Promise<number>;
  /** Begins the erasure of up to 1,000 users; again under the same ID changes nothing. */
  eraseUsers(
    job: StoredJob,
    erasure: { id?: number | undefined; mode: ErasureMode; userIds: readonly number[] },
  ): Promise<unknown>;
  store: Pick<EventStore, 'flush'>;
  /** The selected users after one of them, rising. */
  selectedUsers(job: StoredJob, members: SegmentMembers, after: number): Promise<readonly number[]>;
}

/** Steps of one action on users; all of them can be repeated without doing anything twice. */
export interface JobWork {
  /** Users that are still to be changed, rising. */
  usersOf(job: StoredJob): Promise<readonly number[]>;
  /** Decides what the batch is, and reads what an undo will need. Changes nothing. */
  plan(job: StoredJob, users: readonly number[]): Promise<{ batch: Batch; kept: KeptValue[] }>;
  /** @throws AppError FieldNotEnabled, WrongFieldType, … where nobody's value is taken */
  apply(job: StoredJob, batch: Batch): Promise<Outcome>;
  /** Makes the next statement read what was written. */
  settle(): Promise<void>;
}

export function createJobWork(deps: JobWorkDeps): JobWork {
  const { rows, customFields, reserveErasure, eraseUsers, store, selectedUsers } = deps;
  const setValues = async (
    { bot, field, accountKey }: StoredJob,
    batch: Batch,
    valueFor: (user: number) => unknown,
  ): Promise<Outcome> => {
    const author = { kind: 'account', ...(accountKey !== null && { account: accountKey }) } as const;
    const changes = batch.ids.map((userId) => ({ userId, key: field, value: valueFor(userId) }));
    const { rejected } = await customFields.setValues(bot, changes, author, batch.version);
    const [first] = rejected;
    if (first?.reason === 'UnknownField') throw new AppError('NotFound', { field: 'field' });
    if (first?.reason === 'FieldNotEnabled') throw new AppError('FieldNotEnabled', { field: 'field' });
    return { done: changes.length - rejected.length, failed: rejected.length };
  };

  return {
    usersOf: async (job) => {
      if (job.undoOf !== null) return rows.keptUsers(job.undoOf, job.afterUser);
      return job.members === null ? [] : selectedUsers(job, job.members, job.afterUser);
    },

    async plan(job, users) {
      const batch = { until: users.at(-1) ?? job.afterUser, ids: [...users], version: 0, skipped: 0 };
      if (job.action === 'erase' || job.action === 'anonymise') {
        return { batch: { ...batch, erasureId: await reserveErasure() }, kept: [] };
      }
      const storedValues = await customFields.storedOf(job.bot, job.field, users);
      const version = await customFields.nextVersion(job.bot);
      if (job.undoOf === null) {
        const keptValues = job.keepsUndo
          ? users.map((userId) => ({ userId, value: storedValues.get(userId)?.value ?? null }))
          : [];
        return { batch: { ...batch, version }, kept: keptValues };
      }
      // A later write stays, also one of the same value.
      const before = await rows.keptValues(job.undoOf, users);
      const ids = users.filter((id) => storedValues.get(id)?.version === before.get(id)?.version);
      return { batch: { ...batch, ids, version, skipped: users.length - ids.length }, kept: [] };
    },

    async apply(job, batch) {
      if (batch.ids.length === 0) return { done: 0, failed: 0 };
      if (job.action === 'erase' || job.action === 'anonymise') {
        await eraseUsers(job, { id: batch.erasureId, mode: job.action, userIds: batch.ids });
        return { done: batch.ids.length, failed: 0 };
      }
      if (job.undoOf === null) return setValues(job, batch, () => job.value);
      const before = await rows.keptValues(job.undoOf, batch.ids);
      return setValues(job, batch, (id) => before.get(id)?.value ?? null);
    },

    settle: () => store.flush(),
  };
}
