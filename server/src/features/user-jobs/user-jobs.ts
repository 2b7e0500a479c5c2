import {
  type ErasureMode,
  type FieldValue,
  isUnfinished,
  maxUndoneUsers,
  maxUnfinishedJobs,
  type SegmentMembers,
  toleratedGrowth,
  type UserJob,
  type UserJobAction,
} from '@botscope/contract';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import type { AccountNames } from '../../platform/metadata/account-names.ts';
import { lockBot } from '../../platform/metadata/lock-bot.ts';
import type { JobLimit, JobStore, NewJob } from '../../platform/user-jobs/job-store.ts';
import type { StoredJob } from '../../platform/user-jobs/stored-job.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { UndoStore } from './undo-store.ts';
import { actionOf, paramsOf, type UserJobParams } from './works.ts';

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

export const limitOf = (bot: string): JobLimit => ({
  limit: maxUnfinishedJobs,
  code: 'TooManyJobs',
  lock: (transaction) => lockBot(transaction, bot),
});

/** Actions on many users of a bot, in the background: docs/features.md. A job that does not exist is NotFound. */
export function createUserJobs(deps: {
  jobs: Pick<JobStore, 'latest' | 'find' | 'insert' | 'apply'>;
  undo: Pick<UndoStore, 'undoable' | 'count'>;
  customFields: Pick<CustomFields, 'check'>;
  bus: Pick<Bus, 'publish'>;
  namesOf: AccountNames;
  /** Resolves the users to how many they are now; ids of nobody are left out. */
  countUsers(caller: JobCaller, members: SegmentMembers): Promise<{ members: SegmentMembers; count: number }>;
}) {
  const { jobs, undo, customFields, bus, namesOf, countUsers } = deps;
  const scopeOf = (bot: string) => ({ bot, campaignId: null });

  async function presentJobs(bot: string, list: readonly StoredJob[]): Promise<UserJob[]> {
    const endedIds = list.filter((job) => !isUnfinished(job)).map(({ id }) => id);
    const [names, undoable] = await Promise.all([
      namesOf(list.map(({ accountKey }) => accountKey)),
      undo.undoable(bot, endedIds),
    ]);
    return list.map((job) => presentJob(job, names.get(job.accountKey ?? '') ?? '', undoable.has(job.id)));
  }
  async function loadJob(bot: string, id: number): Promise<StoredJob> {
    const job = await jobs.find(scopeOf(bot), id);
    if (job === undefined) throw new AppError('NotFound', { field: 'job_id' });
    return job;
  }
  async function presentOne(bot: string, job: StoredJob): Promise<UserJob> {
    const [userJob] = await presentJobs(bot, [job]);
    if (userJob === undefined) throw new AppError('NotFound', { field: 'job_id' });
    return userJob;
  }
  const get = async (bot: string, id: number) => presentOne(bot, await loadJob(bot, id));
  /** Resolves the chosen users, unless they are many more than the caller was shown. */
  const chosenNow = async (caller: JobCaller, { members, expected }: ChosenUsers) => {
    const now = await countUsers(caller, members);
    if (now.count > expected * toleratedGrowth) {
      const message = `${expected} users were selected, and ${now.count} are now`;
      throw new AppError('SelectionGrew', { field: 'expected', message });
    }
    return now;
  };
  async function start(
    { bot, timeZone, accountKey }: JobCaller,
    job: Pick<NewJob, 'members' | 'undoOf' | 'total'> & { action: UserJobAction },
    params: Omit<UserJobParams, 'time_zone'> = {},
  ): Promise<UserJob> {
    const newJob = { ...job, params: { ...params, time_zone: timeZone }, accountKey };
    const startedJob = await jobs.insert(scopeOf(bot), limitOf(bot), async () => newJob);
    if (startedJob === undefined) throw new AppError('NothingToUndo');
    bus.publish('user-jobs-waiting', bot);
    return presentOne(bot, startedJob);
  }

  return {
    /** The latest 50, the newest first. */
    list: async (bot: string) => presentJobs(bot, await jobs.latest(scopeOf(bot))),
    get,
    /** @throws AppError NotFound (field), FieldNotEnabled, WrongFieldType, FieldOutOfRange, SelectionGrew, TooManyJobs */
    async setField(
      caller: JobCaller,
      chosenUsers: ChosenUsers,
      { field, value }: { field: string; value: FieldValue | null },
    ): Promise<UserJob> {
      const [problem] = await customFields.check(caller.bot, [{ userId: 1, key: field, value }]);
      if (problem?.reason === 'UnknownField') throw new AppError('NotFound', { field: 'field' });
      if (problem !== undefined) {
        throw new AppError(problem.reason, { field: problem.reason === 'FieldNotEnabled' ? 'field' : 'value' });
      }
      const { members, count } = await chosenNow(caller, chosenUsers);
      const params = { field, value, keeps_undo: count <= maxUndoneUsers };
      return start(caller, { action: 'set_field', members, total: count }, params);
    },
    /** @throws AppError SelectionGrew, TooManyJobs */
    async erase(caller: JobCaller, chosenUsers: ChosenUsers, mode: ErasureMode): Promise<UserJob> {
      const { members, count } = await chosenNow(caller, chosenUsers);
      return start(caller, { action: mode, members, total: count });
    },
    /** An ended job stays as it is. */
    async stop(bot: string, id: number): Promise<UserJob> {
      await loadJob(bot, id);
      await jobs.apply(scopeOf(bot), id, 'stop_requested');
      bus.publish('user-jobs-waiting', bot);
      return get(bot, id);
    },
    /** @throws AppError NothingToUndo, TooManyJobs */
    async undo(caller: JobCaller, id: number): Promise<UserJob> {
      const { field } = paramsOf(await loadJob(caller.bot, id));
      if (!(await undo.undoable(caller.bot, [id])).has(id)) throw new AppError('NothingToUndo');
      return start(caller, { action: 'undo', undoOf: id, total: await undo.count(id) }, { field });
    },
  };
}

export type UserJobs = ReturnType<typeof createUserJobs>;

function presentJob(job: StoredJob, createdBy: string, canUndo: boolean): UserJob {
  const { field, value } = paramsOf(job);
  return {
    job_id: job.id,
    action: actionOf(job),
    field,
    value,
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
  };
}
