import { byRunLength } from '@botscope/testkit/test-run-length.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { testMetadata } from '../../platform/metadata/test-metadata.ts';
import { hourMs } from '../../platform/time-units.ts';
import { claimMs } from '../../platform/user-jobs/claimed-jobs.ts';
import { createTestJobs, type Kill } from './test-jobs.ts';

const metadata = testMetadata();
let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

const users = Array.from({ length: 2_500 }, (_, index) => 1_000 + index);
const startWorld = async () => {
  const world = await createTestJobs({ metadata: metadata(), store });
  await world.customFields.create(world.bot, { key: 'city', name: 'City', type: 'text', accountKey: 'ann' });
  /** Users who have no city: setting it takes them out of the selection. */
  const homeless = async (_: unknown, __: unknown, after: number) => {
    const storedValues = await world.customFields.storedOf(world.bot, 'city', users);
    return users.filter((id) => id > after && (storedValues.get(id)?.value ?? null) === null);
  };
  const loadCities = async (users: readonly number[]) => {
    const storedValues = await world.customFields.storedOf(world.bot, 'city', users);
    return users.map((id) => storedValues.get(id)?.value ?? null);
  };
  /** Counts the writes to each of the users. */
  const countWrites = async (users: readonly number[]) => {
    const histories = await Promise.all(users.map((id) => world.customFields.historyOf(world.bot, id, 'city')));
    return histories.map((history) => history.length);
  };
  return { ...world, homeless, citiesOf: loadCities, writesOf: countWrites };
};
const samples = [1_000, 1_999, 2_000, 2_999, 3_000, 3_499];
const all = <T>(value: T): T[] => samples.map(() => value);

const kills: Kill[] = (['plan', 'begin', 'apply', 'checkpoint'] as const).flatMap((step) =>
  (['before', 'after'] as const).flatMap((phase) =>
    byRunLength({ regular: [2], long: [1, 2, 3] }).map((batch) => ({ at: step, when: phase, batch })),
  ),
);

/** All of them, whatever they have. */
const everyone = async (_: unknown, __: unknown, after: number) => users.filter((id) => id > after);
const erasure = { mode: 'erase', state: 'hidden', users: 1_000, entries: 1 };

describe('a job whose process is killed', () => {
  it.each([...kills, { at: 'end', when: 'before', batch: 1 } as const])(
    '$when $at of batch $batch goes on in another one, and writes everything once',
    async (kill) => {
      const world = await startWorld();
      const { id } = await world.start({ total: users.length });
      await world.run(world.homeless, kill);
      // Until the claim has ended nobody else takes it.
      const before = await world.one(id);
      await world.run(world.homeless);
      expect(await world.one(id)).toEqual(before);
      world.advance(claimMs + 1_000);
      await world.run(world.homeless);

      const { state, total, done, failed, skipped, members, batch } = await world.one(id);
      expect({ state, total, done, failed, skipped, members, batch }).toEqual({
        state: 'done',
        total: 2_500,
        done: 2_500,
        failed: 0,
        skipped: 0,
        members: null,
        batch: null,
      });
      expect(await world.citiesOf(samples)).toEqual(all('Riga'));
      expect(await world.writesOf(samples)).toEqual(all(1));
      expect(await world.undo.count(id)).toBe(2_500);
    },
    60_000,
  );

  it('restores each value once, too', async () => {
    const world = await startWorld();
    const set = (userId: number, value: string) =>
      world.customFields.setValues(world.bot, [{ userId, key: 'city', value }], { kind: 'api' });
    await set(1_999, 'Oslo');
    const { id } = await world.start({ total: users.length });
    await world.run(everyone);
    // Another value, and the same one by someone else.
    world.advance(1_000);
    await set(2_000, 'Bern');
    await set(2_999, 'Riga');

    const undo = await world.start({ action: 'undo', undoOf: id, members: null, total: 2_500 });
    await world.run(everyone, { at: 'apply', when: 'after', batch: 2 });
    world.advance(claimMs + 1_000);
    await world.run(everyone);

    const { state, done, skipped } = await world.one(undo.id);
    expect({ state, done, skipped }).toEqual({ state: 'done', done: 2_498, skipped: 2 });
    expect(await world.citiesOf(samples)).toEqual([null, 'Oslo', 'Bern', 'Riga', null, null]);
    expect(await world.writesOf(samples)).toEqual([2, 3, 2, 2, 2, 2]);
  }, 60_000);

  it.each(kills.filter(({ batch }) => batch === 2))(
    '$when $at of batch $batch erases each user once, with one entry and one certificate a batch',
    async (kill) => {
      const world = await startWorld();
      const { id } = await world.start({ action: 'erase', total: 2_500 });
      await world.run(everyone, kill);
      world.advance(claimMs + 1_000);
      await world.run(everyone);
      const { state, done } = await world.one(id);
      expect({ state, done }).toEqual({ state: 'done', done: 2_500 });
      expect(await world.erasures()).toEqual([erasure, erasure, { ...erasure, users: 500 }]);
      expect(await world.timesErased(users)).toEqual(users.map(() => 1));
    },
    60_000,
  );

  it('erases each user, and stops between two batches', async () => {
    const world = await startWorld();
    const { id } = await world.start({ action: 'erase', total: 2_500 });
    await world.run(everyone, { at: 'begin', when: 'after', batch: 2 });
    expect(await world.timesErased(users)).toEqual(users.map((_, index) => (index < 1_000 ? 1 : 0)));
    await world.requestStop(id);
    expect((await world.one(id)).state).toBe('stopping');
    world.advance(claimMs + 1_000);
    await world.run(everyone);
    const { state, done } = await world.one(id);
    expect({ state, done }).toEqual({ state: 'stopped', done: 2_000 });
    expect(await world.timesErased(users)).toEqual(users.map((_, index) => (index < 2_000 ? 1 : 0)));
    expect(await world.erasures()).toEqual([erasure, erasure]);
  }, 60_000);
});

describe('the course of jobs', () => {
  const nobody = async () => [];

  it('one of a bot at a time, in their order; one that waits stops at once', async () => {
    const world = await startWorld();
    const [first, second, third] = [
      await world.start({ total: 0 }),
      await world.start({ total: 0 }),
      await world.start({ total: 0 }),
    ];
    await world.run(nobody, { at: 'end', when: 'before', batch: 1 });
    await world.requestStop(second.id);
    const loadStates = async () => (await world.list()).map(({ id, state }) => [id, state]);
    expect(await loadStates()).toEqual([
      [third.id, 'waiting'],
      [second.id, 'stopped'],
      [first.id, 'running'],
    ]);
    await world.run(nobody);
    expect((await world.one(third.id)).state).toBe('waiting');
    world.advance(claimMs + 1_000);
    await world.run(nobody);
    expect((await loadStates()).map(([, state]) => state)).toEqual(['done', 'stopped', 'done']);
  });

  it('fails with a code when the field takes no values any more', async () => {
    const world = await startWorld();
    const { id } = await world.start({ total: 1 });
    await world.customFields.setStatus(world.bot, 'city', 'archived');
    await world.run(async () => [1_000]);
    const { state, problem, done } = await world.one(id);
    expect({ state, problem, done }).toEqual({ state: 'failed', problem: 'FieldNotEnabled', done: 0 });
  });

  it('waits out 29 tries without progress, and as many again after it has changed users', async () => {
    const world = await startWorld();
    const { id } = await world.start({ total: users.length });
    const tryAgain = async (batch: number) => {
      await world.run(everyone, { at: 'plan', when: 'away', batch });
      world.advance(11_000);
      const { state, done, problem } = await world.one(id);
      return { state, done, problem };
    };
    for (let attempt = 1; attempt < 30; attempt += 1) expect((await tryAgain(1)).state).toBe('running');
    expect(await tryAgain(2)).toEqual({ state: 'running', done: 1_000, problem: '' });
    for (let attempt = 2; attempt < 30; attempt += 1) expect((await tryAgain(1)).state).toBe('running');
    expect(await tryAgain(1)).toEqual({ state: 'failed', done: 1_000, problem: 'StoreUnavailable' });
  }, 60_000);

  it('keeps earlier values for a day, and longer while they are being restored', async () => {
    const world = await startWorld();
    const { id } = await world.start({ total: 1 });
    await world.run(async () => [1_000]);
    expect([...(await world.undo.undoable(world.bot, [id]))]).toEqual([id]);
    const undo = await world.start({ action: 'undo', undoOf: id, members: null, total: 1 });
    expect([...(await world.undo.undoable(world.bot, [id]))]).toEqual([]);
    await expect(world.start({ action: 'undo', undoOf: id, members: null, total: 1 })).rejects.toMatchObject({
      code: 'NothingToUndo',
    });
    world.advance(25 * hourMs);
    await world.undo.forgetOld();
    expect(await world.undo.count(id)).toBe(1);
    await world.run(nobody);
    expect(await world.one(undo.id)).toMatchObject({ state: 'done', done: 1 });
    await world.undo.forgetOld();
    expect(await world.undo.count(id)).toBe(0);
    expect((await world.list()).map((job) => job.id)).toEqual([undo.id, id]);
    world.advance(91 * 24 * hourMs);
    await world.undo.forgetOld();
    expect(await world.list()).toEqual([]);
  });

  it('takes turns with the jobs of other bots, and changes users in each', async () => {
    const [one, other] = [await startWorld(), await startWorld()];
    const longJob = await one.start({ total: 2_500 });
    const shortJob = await other.start({ total: 1 });
    const order: string[] = [];
    const selected = async (job: { bot: string }, _: unknown, after: number) => {
      order.push(job.bot);
      // The selection alone takes longer than a turn.
      one.advance(6_000);
      return job.bot === one.bot ? users.filter((id) => id > after) : [1_000];
    };
    await one.run(selected, undefined, 3_000);
    expect(order).toEqual([one.bot, other.bot, one.bot]);
    expect([(await one.one(longJob.id)).done, (await other.one(shortJob.id)).done]).toEqual([2_500, 1]);
  }, 60_000);
});
