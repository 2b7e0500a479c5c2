import { randomUUID } from 'node:crypto';
import type { SegmentMembers } from '@botscope/contract';
import { countPeople, listUserIds } from '../../analytics/people/list-people.ts';
import { parsePeopleQuery } from '../../analytics/people/people-query.ts';
import { loadKnownUsers } from '../../analytics/query/known-users.ts';
import { loadReportSettings } from '../../analytics/reports/report-settings.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { systemClock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { createAccountNames } from '../../platform/metadata/account-names.ts';
import { createEraseFromList } from '../../platform/metadata/erase-from-list.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RecordAudit } from '../audit/audit.ts';
import type { Bots } from '../bots/bots.ts';
import type { CustomFields } from '../custom-fields/custom-fields.ts';
import type { Erasures } from '../erasures/erasures.ts';
import { defineFeature } from '../feature.ts';
import type { HiddenCommands } from '../hidden-commands/hidden-commands.ts';
import type { SegmentsOf } from '../segments/segments.ts';
import type { Targets } from '../targets/targets.ts';
import { startJobRunner } from './job-runner.ts';
import { createJobStore } from './job-store.ts';
import { createJobWork } from './job-work.ts';
import { recordJobEnd, subjectOfJob } from './record-job-end.ts';
import { createTakenJobs } from './taken-jobs.ts';
import { registerUserJobs } from './user-job-routes.ts';
import { createUserJobs } from './user-jobs.ts';

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
  create({ bots, bus, config, customFields, hiddenCommands, logger, metadata, segmentsOf, store, ...rest }: Needs) {
    const { erasures, instanceId, recordAudit, targets } = rest;
    const { db } = metadata;
    const rows = createJobStore(db);
    const reading = { store, now: Date.now };
    const readSelection = async (
      job: { bot: string; timeZone: string },
      selection: Parameters<typeof parsePeopleQuery>[0],
    ) => {
      const bot = await bots.byKey(job.bot);
      if (bot === null) throw new AppError('NotFound', { field: 'bot' });
      const settingsDeps = {
        store,
        demoBotKey: config.demo.enabled ? config.demo.botKey : null,
        hiddenCommandsOf: hiddenCommands.stableOf,
        targetsOf: ({ key }: { key: string }) => targets.countedOf(key),
        segmentsOf,
      };
      return parsePeopleQuery(selection, await loadReportSettings(settingsDeps, bot, job.timeZone));
    };
    const countUsers = async (caller: { bot: string; timeZone: string }, members: SegmentMembers) => {
      if ('selection' in members) {
        return { members, count: (await countPeople(reading, await readSelection(caller, members.selection))).count };
      }
      const knownUsers = await loadKnownUsers(store, caller.bot, members.user_ids);
      const user_ids = [...knownUsers].sort((one, other) => one - other);
      return { members: { user_ids }, count: user_ids.length };
    };
    return {
      personData: [
        { name: 'user_job_undo', erase: rows.erase },
        // A job that selects users, and its current batch, drop their user ids when the job ends.
        { name: 'user_jobs', erase: createEraseFromList(db, 'user_jobs') },
      ],
      jobs: [{ name: 'forget-user-jobs', schedule: '35 * * * *', run: () => rows.forgetOld() }],
      routes(http) {
        const jobs = createUserJobs({ rows, customFields, bus, namesOf: createAccountNames(db), countUsers });
        registerUserJobs(http, { jobs, record: recordAudit });
      },
      start() {
        const takenJobs = createTakenJobs({ db, instance: instanceId, run: randomUUID() });
        const work = createJobWork({
          rows: takenJobs,
          customFields,
          reserveErasure: erasures.reserveId,
          async eraseUsers(job, { id, mode, userIds }) {
            const bot = await bots.byKey(job.bot);
            if (bot === null) throw new AppError('NotFound', { field: 'bot' });
            await erasures.begin(bot, userIds, mode, await subjectOfJob(db, job), id);
          },
          store,
          selectedUsers: async (job, members, after) =>
            'selection' in members
              ? listUserIds(reading, await readSelection(job, members.selection), after)
              : members.user_ids.filter((id) => id > after),
        });
        const runner = startJobRunner({
          rows: takenJobs,
          work,
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
