import {
  api,
  type ErasureMode,
  type FieldValue,
  isUnfinished,
  type SegmentMembers,
  type UserJob,
} from '@botscope/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, queryClient } from '../../../platform/api/call.ts';

const followEveryMs = 2_000;

/** The latest jobs of a bot, the newest first; asked again and again while one is not finished. */
export const jobsQuery = (key: string) =>
  queryOptions({
    queryKey: ['bots', key, 'user-jobs'],
    queryFn: ({ signal }) => call(api.listUserJobs, { params: { key }, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? followEveryMs : false),
  });

/** Users that a job is for, and the number that was shown before it started. */
export interface ChosenUsers {
  members: SegmentMembers;
  expected: number;
}

/** @throws ApiError, such as SelectionGrew */
export async function startSettingField(
  key: string,
  selection: ChosenUsers,
  to: { field: string; value: FieldValue | null },
): Promise<UserJob> {
  return keep(key, await call(api.setFieldOfUsers, { params: { key }, body: { ...selection, ...to } }));
}

/** @throws ApiError, such as SelectionGrew */
export async function startErasing(key: string, selection: ChosenUsers, mode: ErasureMode): Promise<UserJob> {
  return keep(key, await call(api.eraseManyUsers, { params: { key }, body: { ...selection, mode } }));
}

/** @throws ApiError */
export async function stopJob(key: string, id: number): Promise<void> {
  keep(key, await call(api.stopUserJob, { params: { key, job_id: String(id) } }));
}

/** @throws ApiError NothingToUndo */
export async function undoJob(key: string, id: number): Promise<UserJob> {
  const undo = keep(key, await call(api.undoUserJob, { params: { key, job_id: String(id) } }));
  await queryClient.invalidateQueries({ queryKey: jobsQuery(key).queryKey });
  return undo;
}

/** Counts the users of a selection now. @throws ApiError */
export async function countNow(key: string, members: SegmentMembers): Promise<number> {
  if ('user_ids' in members) return members.user_ids.length;
  return (await call(api.countUsers, { params: { key }, query: members.selection })).count;
}

/** Reloads the users, their values and their numbers, which may have changed. */
export async function refreshUsers(key: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['bots', key, 'users'] });
  await queryClient.invalidateQueries({ queryKey: ['bots', key, 'custom-fields'] });
}

function keep(key: string, job: UserJob): UserJob {
  queryClient.setQueryData(jobsQuery(key).queryKey, (list) => [
    ...(list?.some(({ job_id }) => job_id === job.job_id) ? [] : [job]),
    ...(list ?? []).map((one) => (one.job_id === job.job_id ? job : one)),
  ]);
  void queryClient.invalidateQueries({ queryKey: jobsQuery(key).queryKey });
  return job;
}
