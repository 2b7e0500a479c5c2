import {
  type ErasureMode,
  type FieldValue,
  isUnfinished,
  mostUndoneUsers,
  type SegmentMembers,
  toleratedGrowth,
  type UserJob,
} from '@botscope/contract';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import type { AccountNames } from '../../platform/metadata/account-names.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { JobStore } from './job-store.ts';
import type { StoredJob } from './stored-job.ts';

/** Caller that starts a job, and the bot. */
export interface JobCaller {
  bot: string;
  accountKey: string | null;
  timeZone: string;
}

export interface ChosenUsers {
  members: SegmentMembers;
  /** Number of users that the caller was shown. */
  expected: number;
}

/** Actions on many users of a bot, in the background: docs/features.md. */
export interface UserJobs {
  /** The latest 50, the newest first. */
  list(bot: string): Promise<UserJob[]>;
  /** @throws AppError NotFound (field), FieldNotEnabled, WrongFieldType, FieldOutOfRange, SelectionGrew, TooManyJobs */
  setField(caller: JobCaller, chosen: ChosenUsers, to: { field: string; value: FieldValue | null }): Promise<UserJob>;
  /** @throws AppError SelectionGrew, TooManyJobs */
  erase(caller: JobCaller, chosen: ChosenUsers, mode: ErasureMode): Promise<UserJob>;
  /** @throws AppError NotFound */
  get(bot: string, id: number): Promise<UserJob>;
  /** An ended job stays as it is. @throws AppError NotFound */
  stop(bot: string, id: number): Promise<UserJob>;
  /** @throws AppError NotFound, NothingToUndo, TooManyJobs */
  undo(caller: JobCaller, id: number): Promise<UserJob>;
}

export function createUserJobs(deps: {
  rows: JobStore;
  customFields: Pick<CustomFields, 'check'>;
  bus: Pick<Bus, 'publish'>;
  namesOf: AccountNames;
  /** Resolves the users to how many they are now; ids of nobody are left out. */
  countUsers(caller: JobCaller, members: SegmentMembers): Promise<{ members: SegmentMembers; count: number }>;
}): UserJobs {
  const { rows, customFields, bus, namesOf, countUsers } = deps;

  async function presentJobs(bot: string, jobs: readonly StoredJob[]): Promise<UserJob[]> {
    const endedIds = jobs.filter((job) => job.keepsUndo && !isUnfinished(job)).map(({ id }) => id);
    const [names, undoable] = await Promise.all([
      namesOf(jobs.map(({ accountKey }) => accountKey)),
      rows.undoable(bot, endedIds),
    ]);
    return jobs.map((job) => presentJob(job, names.get(job.accountKey ?? '') ?? '', undoable.has(job.id)));
  }
  async function existing(bot: string, id: number): Promise<StoredJob> {
    const job = await rows.one(bot, id);
    if (job === undefined) throw new AppError('NotFound', { field: 'job_id' });
    return job;
  }
  async function presentOne(bot: string, job: StoredJob): Promise<UserJob> {
    const [userJob] = await presentJobs(bot, [job]);
    if (userJob === undefined) throw new AppError('NotFound', { field: 'job_id' });
    return userJob;
  }
  const get = async (bot: string, id: number) => presentOne(bot, await existing(bot, id));
  /** Resolves the chosen users, unless they are many more than the caller was shown. */
  const chosenNow = async (caller: JobCaller, { members, expected }: ChosenUsers) => {
    const now = await countUsers(caller, members);
    if (now.count > expected * toleratedGrowth) {
      const message = `${expected} users were selected, and ${now.count} are now`;
      throw new AppError('SelectionGrew', { field: 'expected', message });
    }
    return now;
  };
  const announceJob = async (bot: string, job: StoredJob): Promise<UserJob> => {
    bus.publish('user-jobs-waiting', bot);
    return presentOne(bot, job);
  };
  const common = ({ timeZone, accountKey }: JobCaller) => ({ timeZone, accountKey });

  return {
    list: async (bot) => presentJobs(bot, await rows.latest(bot)),
    get,
    async setField(caller, chosenUsers, { field, value }) {
      const [problem] = await customFields.check(caller.bot, [{ userId: 1, key: field, value }]);
      if (problem?.reason === 'UnknownField') throw new AppError('NotFound', { field: 'field' });
      if (problem !== undefined) {
        throw new AppError(problem.reason, { field: problem.reason === 'FieldNotEnabled' ? 'field' : 'value' });
      }
      const { members, count } = await chosenNow(caller, chosenUsers);
      const job = { ...common(caller), field, value, members, total: count, keepsUndo: count <= mostUndoneUsers };
      return announceJob(caller.bot, await rows.insert(caller.bot, { ...job, action: 'set_field' }));
    },
    async erase(caller, chosenUsers, mode) {
      const { members, count } = await chosenNow(caller, chosenUsers);
      const job = { ...common(caller), members, total: count, keepsUndo: false };
      return announceJob(caller.bot, await rows.insert(caller.bot, { ...job, action: mode }));
    },
    async stop(bot, id) {
      await existing(bot, id);
      await rows.requestStop(bot, id);
      bus.publish('user-jobs-waiting', bot);
      return get(bot, id);
    },
    async undo(caller, id) {
      const { field } = await existing(caller.bot, id);
      if (!(await rows.undoable(caller.bot, [id])).has(id)) throw new AppError('NothingToUndo');
      const total = await rows.keptValues(id);
      const job = { ...common(caller), field, undoOf: id, members: null, total, keepsUndo: false };
      return announceJob(caller.bot, await rows.insert(caller.bot, { ...job, action: 'undo' }));
    },
  };
}

const presentJob = (job: StoredJob, createdBy: string, canUndo: boolean): UserJob => ({
  job_id: job.id,
  action: job.action,
  field: job.field,
  value: job.value,
  state: job.state,
  total: job.total,
  done: job.done,
  failed: job.failed,
  skipped: job.skipped,
  problem: job.problem,
  created_by: createdBy,
  created_at: job.createdAt.toISOString(),
  ended_at: job.endedAt?.toISOString() ?? null,
  can_undo: canUndo,
});
