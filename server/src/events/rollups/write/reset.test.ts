import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openThrowawayStore, type ThrowawayStore } from '../../store/test-stores.ts';
import {
  activityRun,
  acts,
  everything,
  loadRollupState,
  marchTime,
  noRows,
  rolledUpHistory,
  rolledUpRows,
  sampleHistory,
  theThird,
} from '../test-history.ts';

const { activityRuns, membershipChanges, launches, payments } = rolledUpHistory(1);

describe.each(engines)('a past that changes after it was rolled up, %s engine', (kind) => {
  let store: ThrowawayStore;
  /** Deletes rows that no statement can have been reading for a minute. */
  let patient: ThrowawayStore;
  beforeAll(async () => {
    store = await openThrowawayStore(kind, { rollupTimeoutMs: 0 });
    patient = await openThrowawayStore(kind, { rollupTimeoutMs: 60_000 });
  });
  afterAll(async () => {
    await patient.close();
    await store.close();
  });

  const rolledUp = async (): Promise<string> => {
    const bot = store.freshBot();
    await store.write(sampleHistory(bot));
    await store.rollUp(bot, theThird);
    expect(await rolledUpRows(store, bot)).toEqual(rolledUpHistory(0));
    return bot;
  };

  it('is rolled up again when old events are deleted', async () => {
    const bot = await rolledUp();
    await store.deleteBefore(bot, marchTime('02T00:00'));
    expect(await store.rollup(bot)).toBeUndefined();
    expect(await loadRollupState(store, bot)).toEqual({ generation: 1, until: 0, pending_until: 0 });
    // A statement may still be reading the rows of the generation before.
    await patient.rollUp(bot, theThird);
    expect(await rolledUpRows(store, bot)).toEqual(rolledUpHistory(0));
    await store.rollUp(bot, theThird);
    expect(await store.rollup(bot)).toEqual({ generation: 1, until: theThird, staleUsers: [], usersToRebuild: [] });
    expect(await rolledUpRows(store, bot)).toEqual({
      activityRuns: activityRuns.filter(({ ms }) => ms >= marchTime('02T00:00')),
      membershipChanges,
      launches: launches.map((one) => (one.n === 10 ? { ...one, membership: 'unblocked' } : one)),
      payments,
    });
    // No event is left to delete: the rolled-up rows stay.
    await store.deleteBefore(bot, marchTime('02T00:00'));
    expect(await store.rollup(bot)).toMatchObject({ generation: 1, until: theThird });
  });

  it('is rolled up again when launches are parsed by other rules', async () => {
    const bot = await rolledUp();
    const read = (payload: string) => ({ source: payload.toUpperCase(), params: {} });
    await store.reparseLaunches(bot, read);
    expect(await store.rollup(bot)).toBeUndefined();
    // The bot is not rolled up yet, so its user is not stale.
    await store.write([acts(bot, 2, 24, '01T09:00')]);
    await store.rollUp(bot, theThird);
    expect(await store.rollup(bot)).toEqual({ generation: 1, until: theThird, staleUsers: [], usersToRebuild: [] });
    expect(await rolledUpRows(store, bot)).toEqual({
      activityRuns: [...activityRuns.slice(0, 2), activityRun(1, 2, '01T09:00'), ...activityRuns.slice(2)],
      membershipChanges,
      launches: launches.map((one) => (one.is_start ? { ...one, ...read(one.source) } : one)),
      payments,
    });
    await store.reparseLaunches(bot, read);
    expect(await store.rollup(bot)).toMatchObject({ generation: 1, until: theThird });
  });

  it('is deleted with its bot', async () => {
    const [bot, neighbour] = [await rolledUp(), await rolledUp()];
    await store.write([acts(bot, 2, 24, '01T09:00')]);
    expect(await store.rollup(bot)).toMatchObject({ staleUsers: [2] });
    await store.deleteBot(bot);
    expect(await everything(store, bot)).toEqual({ ...noRows, rollups: [], staleUsers: [], usersToRebuild: [] });
    expect(await store.rollup(bot)).toBeUndefined();
    expect(await rolledUpRows(store, neighbour)).toEqual(rolledUpHistory(0));
  });

  it('is read from events while very many users are stale', async () => {
    const bot = await rolledUp();
    const crowd = (first: number, users: number) =>
      Array.from({ length: users }, (_, index) => acts(bot, first + index, first + index, '01T10:00'));
    await store.write(crowd(1_000, 5_000));
    expect((await store.rollup(bot))?.staleUsers).toHaveLength(5_000);
    await store.write(crowd(6_000, 1));
    expect(await store.rollup(bot)).toBeUndefined();
    await store.rollUp(bot, theThird);
    expect(await store.rollup(bot)).toEqual({ generation: 0, until: theThird, staleUsers: [], usersToRebuild: [] });
    expect((await rolledUpRows(store, bot)).activityRuns).toHaveLength(4 + 5_001);
  });
});
