import { type Account, api, type PermissionKey, type Permissions, type UserJob } from '@botscope/contract';
import { AppError } from '../../platform/errors.ts';
import type { Http } from '../../platform/http/http.ts';
import { permitted } from '../access/access.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { BotRow } from '../bots/bots.ts';
import type { JobCaller, UserJobs } from './user-jobs.ts';

interface UserJobRoutesDeps {
  jobs: UserJobs;
  record: RecordAudit;
}

interface Caller {
  bot: BotRow | null;
  account: Account | null;
  permissions: Permissions | null;
}

const actionPermissions: Readonly<Record<UserJob['action'], PermissionKey>> = {
  set_field: 'custom_fields.manage',
  undo: 'custom_fields.manage',
  erase: 'section.users.erase',
  anonymise: 'section.users.erase',
};

/** Jobs on users. Values are shown to those who may see fields. */
export function registerUserJobs(http: Http<BotRow>, { jobs, record }: UserJobRoutesDeps): void {
  const mayDo = ({ permissions }: Caller, key: PermissionKey): boolean => permitted(permissions).keys.has(key);
  const toCaller = (call: Caller): JobCaller => {
    if (!mayDo(call, 'section.users.list')) throw new AppError('AccessDenied');
    const { account } = call;
    return {
      bot: permitted(call.bot).key,
      accountKey: account?.key ?? null,
      timeZone: account?.time_zone ?? 'UTC',
    };
  };
  const toVisibleJob = (call: Caller, job: UserJob): UserJob =>
    mayDo(call, 'custom_fields.view') ? job : { ...job, field: '', value: null };

  const recordStart = async (call: Caller & Parameters<RecordAudit>[0], job: UserJob): Promise<UserJob> => {
    await record(call, 'user_job_started', { action: job.action, name: job.field, users: job.total });
    return toVisibleJob(call, job);
  };

  http.on(api.listUserJobs, async (call) =>
    (await jobs.list(permitted(call.bot).key)).map((job) => toVisibleJob(call, job)),
  );
  http.on(api.setFieldOfUsers, async ({ body: { field, value, ...chosenUsers }, ...call }) =>
    recordStart(call, await jobs.setField(toCaller(call), chosenUsers, { field, value })),
  );
  http.on(api.eraseManyUsers, async ({ body: { mode, ...chosenUsers }, ...call }) =>
    recordStart(call, await jobs.erase(toCaller(call), chosenUsers, mode)),
  );
  http.on(api.stopUserJob, async ({ params, ...call }) => {
    const { bot } = toCaller(call);
    const job = await jobs.get(bot, Number(params.job_id));
    if (!mayDo(call, actionPermissions[job.action])) throw new AppError('AccessDenied');
    return toVisibleJob(call, await jobs.stop(bot, job.job_id));
  });
  http.on(api.undoUserJob, async ({ params, ...call }) => {
    const { job_id: id } = await jobs.get(permitted(call.bot).key, Number(params.job_id));
    return recordStart(call, await jobs.undo(toCaller(call), id));
  });
}
