import { randomUUID } from 'node:crypto';
import type { SegmentMembers } from '@botscope/contract';
import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import { loadReportSettings } from '../../analytics/reports/report-settings.ts';
import { countUsers, listUserIds } from '../../analytics/users/list-users.ts';
import { parseUsersQuery } from '../../analytics/users/users-query.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { createAccountNames } from '../../platform/metadata/account-names.ts';
import { createEraseFromList } from '../../platform/metadata/erase-from-list.ts';
import type { Platform } from '../../platform/platform.ts';
import { createJobStore } from '../../platform/user-jobs/job-store.ts';
import { startJobRunner } from '../../platform/user-jobs/run-jobs.ts';
import type { StoredJob } from '../../platform/user-jobs/stored-job.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { Erasures } from '../erasures/erasures.ts';
import { defineFeature } from '../feature.ts';
import type { HiddenCommands } from '../hidden-commands/hidden-commands.ts';
import type { SegmentsOf } from '../segments/segments.ts';
import type { Targets } from '../targets/targets.ts';
import { recordJobEnd, subjectOfJob } from './record-job-end.ts';
import { createUndoStore } from './undo-store.ts';
import { registerUserJobs } from './user-job-routes.ts';
import { createUserJobs, type JobCaller } from './user-jobs.ts';
import { createWorks, paramsOf } from './works.ts';

type Needs = Platform & {
  bots: Bots;
  customFields: CustomFields;
  erasures: Erasures;
  hiddenCommands: HiddenCommands;
  recordAudit: RecordAudit;
  segmentsOf: SegmentsOf;
  store: EventStore;
  targets: Targets;
};

/** Actions on many users at once: they are started by the dashboard and run in a process with the role `worker`. */
export const userJobs = defineFeature({
  name: 'user-jobs',
  tables: ['user_jobs', 'user_job_undo'],
  create(needs: Needs) {
    const { bots, bus, customFields, erasures, instanceId, logger, recordAudit, store } = needs;
    const { db } = needs.metadata;
    const undo = createUndoStore(db);
    const selections = createSelections(needs);
    return {
      userData: [
        { name: 'user_job_undo', erase: undo.erase },
        // A job that selects users, and its current batch, drop their user ids when the job ends.
        { name: 'user_jobs', erase: createEraseFromList(db, 'user_jobs') },
      ],
      jobs: [{ name: 'forget-user-jobs', schedule: '35 * * * *', run: () => undo.forgetOld() }],
      routes(http) {
        const jobs = createJobStore(db);
        const namesOf = createAccountNames(db);
        const userJobs = createUserJobs({ jobs, undo, customFields, bus, namesOf, countUsers: selections.count });
        registerUserJobs(http, { jobs: userJobs, record: recordAudit });
      },
      start() {
        const works = createWorks({
          undo,
          customFields,
          reserveErasure: erasures.reserveId,
          async eraseUsers(job, { id, mode, userIds }) {
            const bot = await bots.byKey(job.bot);
            if (bot === null) throw new AppError('NotFound', { field: 'bot' });
            await erasures.begin(bot, userIds, mode, await subjectOfJob(db, job), id);
          },
          selectedUsers: selections.usersAfter,
        });
        const runner = startJobRunner({
          db,
          instance: instanceId,
          run: randomUUID(),
          works,
          settle: () => store.flush(),
          recordEnd: recordJobEnd,
          logger,
          monotonic: systemClock.monotonic,
        });
        const stopListening = bus.subscribe('user-jobs-waiting', runner.wake);
        return {
          async close() {
            stopListening();
            await runner.close();
          },
        };
      },
    };
  },
});

/** Evaluates which users a job is for. */
function createSelections({ bots, config, hiddenCommands, segmentsOf, store, targets }: Needs) {
  const reading = { store, now: Date.now };
  const settingsDeps = {
    store,
    demoBotKey: config.demo.enabled ? config.demo.botKey : null,
    hiddenCommandsOf: hiddenCommands.stableOf,
    targetsOf: ({ key }: { key: string }) => targets.countedOf(key),
    segmentsOf,
  };
  async function parseSelection(botKey: string, timeZone: string, selection: Parameters<typeof parseUsersQuery>[0]) {
    const bot = await bots.byKey(botKey);
    if (bot === null) throw new AppError('NotFound', { field: 'bot' });
    return parseUsersQuery(selection, await loadReportSettings(settingsDeps, bot, timeZone));
  }
  return {
    /** How many users there are now; ids of nobody are left out. */
    async count({ bot, timeZone }: JobCaller, members: SegmentMembers) {
      if ('selection' in members) {
        const query = await parseSelection(bot, timeZone, members.selection);
        return { members, count: (await countUsers(reading, query)).count };
      }
      const knownUsers = await loadKnownUsers(store, bot, members.user_ids);
      const user_ids = [...knownUsers].sort((one, other) => one - other);
      return { members: { user_ids }, count: user_ids.length };
    },
    /** The users after one of them, rising. */
    async usersAfter(job: StoredJob, members: SegmentMembers, after: number): Promise<readonly number[]> {
      if ('user_ids' in members) return members.user_ids.filter((id) => id > after);
      return listUserIds(reading, await parseSelection(job.bot, paramsOf(job).time_zone, members.selection), after);
    },
  };
}
