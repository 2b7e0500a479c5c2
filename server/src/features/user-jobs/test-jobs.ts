import { randomUUID } from 'node:crypto';
import type { SegmentMembers } from '@botscope/contract';
import { pino } from 'pino';
import type { ThrowawayStore } from '../../events/store/test-stores.ts';
import { createLocalBus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { createSealer } from '../../platform/outgoing/sealer.ts';
import { userHash } from '../../platform/outgoing/user-hash.ts';
import { type ClaimedJobs, createClaimedJobs } from '../../platform/user-jobs/claimed-jobs.ts';
import { createJobStore, type NewJob } from '../../platform/user-jobs/job-store.ts';
import { type JobWork, runTurn } from '../../platform/user-jobs/run-jobs.ts';
import type { StoredJob } from '../../platform/user-jobs/stored-job.ts';
import { createCustomFields } from '../custom-fields/custom-fields.ts';
import { createErasedUsers } from '../erased-users/erased-users.ts';
import { createErasureStore } from '../erasures/erasure-store.ts';
import { createErasures } from '../erasures/erasures.ts';
import { recordJobEnd, subjectOfJob } from './record-job-end.ts';
import { createUndoStore } from './undo-store.ts';
import { limitOf } from './user-jobs.ts';
import { createWorks, type WorksDeps } from './works.ts';

/** Point at which a process is killed: the call that it does not come back from, and at which batch. */
export interface Kill {
  at: 'plan' | 'begin' | 'apply' | 'checkpoint' | 'end';
  /** Before or after the call has had its effect; `away`: it is not killed, but the event store is away. */
  when: 'before' | 'after' | 'away';
  batch: number;
}

/** Jobs of one bot on real stores, run by processes that are killed where the test says. */
export async function createTestJobs({ metadata, store }: { metadata: Metadata; store: ThrowawayStore }) {
  const { db } = metadata;
  const logger = pino({ level: 'silent' });
  const bot = store.freshBot();
  let now = Date.UTC(2026, 10, 23, 12);
  const clock = () => now;
  const columns = { bot_name: `${bot}_bot`, username: `${bot}_bot`, account_key: 'ann', api_key_hash: bot };
  await db
    .insertInto('accounts')
    .values({ id: 'ann', email: 'ann@example.com' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('bots')
    .values({ key: bot, ...columns, token_sealed: null, token_hash: null, retention_days: null })
    .execute();
  const customFields = createCustomFields({ metadata, store, now: clock });
  const jobs = createJobStore(db, clock);
  const undo = createUndoStore(db, clock);
  const scope = { bot, campaignId: null };
  const sealer = createSealer('s'.repeat(32));
  const erasedUsers = await createErasedUsers({ db, bus: createLocalBus(), sealer, logger });
  /** Erasures as one process of one data directory sees them. */
  const openErasures = () =>
    createErasures({
      metadata,
      store,
      sealer,
      erasedUsers,
      logger,
      now: clock,
      rows: createErasureStore({ db, instance: 'one', run: randomUUID(), now: clock }),
      userData: [],
      instances: { haveStored: async () => true },
      namesOf: async () => new Map(),
    });

  /** A process that runs what it finds, until nothing is left or it is killed. Each of its looks at the clock takes `tickMs`. */
  async function run(selectedUsers: WorksDeps['selectedUsers'], kill?: Kill, tickMs = 0): Promise<void> {
    const killed = Promise.withResolvers<'killed'>();
    const unsettledCall = new Promise<never>(() => undefined);
    const tick = () => {
      now += tickMs;
      return now;
    };
    const calls = new Map<string, number>();
    const mortal = <Args extends unknown[], Result>(step: Kill['at'], call: (...args: Args) => Promise<Result>) => {
      return async (...args: Args): Promise<Result> => {
        const batch = (calls.get(step) ?? 0) + 1;
        calls.set(step, batch);
        const isLast = kill?.at === step && kill.batch === batch;
        if (isLast && kill.when === 'away') throw new AppError('StoreUnavailable');
        if (isLast && kill.when === 'before') {
          killed.resolve('killed');
          return unsettledCall;
        }
        const result = await call(...args);
        if (!isLast) return result;
        killed.resolve('killed');
        return unsettledCall;
      };
    };
    const erasures = openErasures();
    const works = createWorks({
      undo,
      customFields,
      selectedUsers,
      reserveErasure: erasures.reserveId,
      eraseUsers: async (job, { id, mode, userIds }) =>
        erasures.begin({ key: bot, is_demo: false }, userIds, mode, await subjectOfJob(db, job), id),
    });
    const plan = mortal('plan', (work: JobWork, ...args: Parameters<JobWork['plan']>) => work.plan(...args));
    const apply = mortal('apply', (work: JobWork, ...args: Parameters<JobWork['apply']>) => work.apply(...args));
    const mortalWorks = Object.entries(works).map(([action, work]): [string, JobWork] => [
      action,
      { ...work, plan: (...args) => plan(work, ...args), apply: (...args) => apply(work, ...args) },
    ]);
    const actions = Object.keys(works);
    const rows = createClaimedJobs({ db, instance: randomUUID(), run: randomUUID(), actions, clock });
    const mortalRows: ClaimedJobs = {
      ...rows,
      begin: mortal('begin', rows.begin),
      checkpoint: mortal('checkpoint', rows.checkpoint),
      end: mortal('end', rows.end),
    };
    const deps = {
      rows: mortalRows,
      works: Object.fromEntries(mortalWorks),
      settle: () => store.flush(),
      recordEnd: recordJobEnd,
      logger,
      monotonic: tick,
    };
    let outcome: 'killed' | undefined;
    while (outcome === undefined) {
      const job = await rows.claim();
      if (job === undefined) break;
      outcome = (await Promise.race([killed.promise, runTurn(deps, job, new AbortController().signal)])) ?? undefined;
    }
    // Erasures that it began would go on beside the next test.
    await erasures.settled();
  }

  return {
    bot,
    undo,
    customFields,
    run,
    list: () => jobs.latest(scope),
    requestStop: (id: number) => jobs.apply(scope, id, 'stop_requested'),
    /** Every erasure of the bot, the first one first: how it went, how many users it has, and how many entries the log. */
    async erasures() {
      const { erasures } = await openErasures().list(bot, null);
      const log = db.selectFrom('audit').select(['detail']).where('bot_key', '=', bot);
      const entries = await log.where('action', '=', 'users_erased').execute();
      return erasures.toReversed().map(({ erasure_id: id, mode, state, users }) => ({
        mode,
        state,
        users,
        entries: entries.filter(({ detail }) => detail.erasure_id === id).length,
      }));
    },
    /** In how many erasures each of the users is. */
    async timesErased(users: readonly number[]): Promise<number[]> {
      const rows = await db
        .selectFrom('erasure_users')
        .innerJoin('erasures', 'erasures.erasure_id', 'erasure_users.erasure_id')
        .select(['user_hash'])
        .where('bot_key', '=', bot)
        .execute();
      const times = Map.groupBy(rows, (row) => row.user_hash);
      return users.map((id) => times.get(userHash(sealer, bot, id))?.length ?? 0);
    },
    advance: (ms: number) => {
      now += ms;
    },
    async start(job: Partial<NewJob> & { total: number }): Promise<StoredJob> {
      const { action = 'set_field' } = job;
      const params = { field: 'city', value: 'Riga', time_zone: 'UTC', keeps_undo: action === 'set_field' };
      const members = { selection: {} } satisfies SegmentMembers;
      const newJob = { action, params, accountKey: 'ann', members, ...job };
      const startedJob = await jobs.insert(scope, limitOf(bot), async () => newJob);
      if (startedJob === undefined) throw new AppError('NothingToUndo');
      return startedJob;
    },
    one: async (id: number) => {
      const job = await jobs.find(scope, id);
      if (job === undefined) throw new Error('no such job');
      return job;
    },
  };
}
