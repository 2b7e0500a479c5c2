import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openThrowawayStore, type ThrowawayStore } from '../../store/test-stores.ts';
import {
  activityRun,
  acts,
  block,
  blocksBot,
  everything,
  launch,
  loadRollupState,
  marchTime,
  membershipChange,
  noRows,
  payment,
  pays,
  rolledUpHistory,
  rolledUpRows,
  sampleHistory,
  starts,
  theThird,
} from '../test-history.ts';

const { activityRuns, membershipChanges, launches, payments } = rolledUpHistory(0);

describe.each(engines)('rolling up, %s engine', (kind) => {
  let store: ThrowawayStore;
  /** Rolls up times that have been pending for a minute. */
  let patient: ThrowawayStore;
  beforeAll(async () => {
    store = await openThrowawayStore(kind, { rollupTimeoutMs: 0 });
    patient = await openThrowawayStore(kind, { rollupTimeoutMs: 60_000 });
  });
  afterAll(async () => {
    await patient.close();
    await store.close();
  });

  const withHistory = async (): Promise<string> => {
    const bot = store.freshBot();
    await store.write(sampleHistory(bot));
    return bot;
  };
  const staleUsers = async (bot: string) => (await store.rollup(bot))?.staleUsers.toSorted();

  it('has no rows before the first call, and marks no user', async () => {
    const bot = await withHistory();
    await store.write([acts(bot, 3, 30, '01T00:00')]);
    expect(await store.rollup(bot)).toBeUndefined();
    expect(await everything(store, bot)).toEqual({ ...noRows, rollups: [], staleUsers: [], usersToRebuild: [] });
  });

  it('marks times as pending, waits until no insert can still arrive, and rolls them up', async () => {
    const bot = await withHistory();
    for (const until of [theThird, theThird, marchTime('02T00:00')]) {
      await patient.rollUp(bot, until);
      expect(await loadRollupState(store, bot)).toEqual({ generation: 0, until: 0, pending_until: theThird });
      expect(await rolledUpRows(store, bot)).toEqual(noRows);
      expect(await patient.rollup(bot)).toBeUndefined();
    }
    // Marked from now on, although nothing is rolled up yet.
    await store.write([acts(bot, 3, 30, '02T23:59:59.999'), acts(bot, 4, 40, '03T00:00')]);
    expect((await everything(store, bot)).staleUsers).toMatchObject([{ user_id: 3 }]);
    await store.rollUp(bot, theThird);
    await store.rollUp(bot, theThird);
    expect(await rolledUpRows(store, bot)).toEqual({
      ...rolledUpHistory(0),
      activityRuns: [...activityRuns, activityRun(0, 3, '02T23:59:59.999')],
    });
    expect(await patient.rollup(bot)).toEqual({ generation: 0, until: theThird, staleUsers: [], usersToRebuild: [] });
  });

  it('changes nothing where nothing is new, nor for an earlier moment; the next day is added', async () => {
    const bot = await withHistory();
    await store.rollUp(bot, theThird);
    const before = await everything(store, bot);
    expect(before).toMatchObject(rolledUpHistory(0));
    for (const until of [theThird, marchTime('02T00:00'), 0]) {
      await store.rollUp(bot, until);
      expect(await everything(store, bot)).toEqual(before);
    }
    await store.write([
      acts(bot, 1, 13, '03T08:00', starts),
      acts(bot, 1, 14, '03T09:00', blocksBot),
      acts(bot, 1, 15, '03T10:00', starts),
      acts(bot, 2, 26, '03T13:00', starts),
      acts(bot, 2, 27, '03T13:01', pays('c', 50)),
      acts(bot, 2, 28, '03T13:02', pays('c', -50)),
    ]);
    expect(await staleUsers(bot)).toEqual([]);
    await store.rollUp(bot, marchTime('04T00:00'));
    expect(await store.rollup(bot)).toEqual({
      generation: 0,
      until: marchTime('04T00:00'),
      staleUsers: [],
      usersToRebuild: [],
    });
    expect(await rolledUpRows(store, bot)).toEqual({
      activityRuns: [
        ...[...activityRuns.slice(0, 2), activityRun(0, 1, '03T08:00'), activityRun(0, 1, '03T10:00')],
        ...[...activityRuns.slice(2), activityRun(0, 2, '03T12:00'), activityRun(0, 2, '03T13:00', 3, 120_000)],
      ],
      membershipChanges: [
        ...membershipChanges,
        membershipChange(0, 1, '03T09:00', false),
        membershipChange(0, 1, '03T10:00', true),
      ],
      launches: [
        ...launches,
        // 1 had not left, and 2 had acted before the first start.
        { ...launch(0, 1, 13, '03T08:00', starts), is_significant: false },
        block(0, 1, 14, '03T09:00'),
        launch(0, 1, 15, '03T10:00', starts),
        { ...launch(0, 2, 26, '03T13:00', starts), is_significant: false },
      ],
      // A payment that is delivered twice has two rows: reports decide which of them counts.
      payments: [...payments, payment(0, 2, 27, '03T13:01', 'c', 50), payment(0, 2, 28, '03T13:02', 'c', -50)],
    });
  });

  it('marks users whose events arrive late, and refreshes them', async () => {
    const [bot, neighbour] = [await withHistory(), await withHistory()];
    await store.rollUp(bot, theThird);
    await store.rollUp(neighbour, theThird);
    await store.write([
      // 2 had left for a while, 5 is new, 0 is no user.
      acts(bot, 2, 24, '02T09:00', blocksBot),
      acts(bot, 2, 25, '02T09:30', { isStart: true, startPayload: 'bizChat-7' }),
      acts(bot, 5, 50, '01T00:00', pays('d', 70)),
      acts(bot, 0, 1, '01T00:00'),
    ]);
    expect([await staleUsers(bot), await staleUsers(neighbour)]).toEqual([[2, 5], []]);
    // The insert that marked them may still be running.
    await patient.rollUp(bot, theThird);
    expect(await staleUsers(bot)).toEqual([2, 5]);
    expect(await rolledUpRows(store, bot)).toEqual(rolledUpHistory(0));

    const refreshed = {
      activityRuns: [
        ...activityRuns.slice(0, 3),
        activityRun(0, 2, '02T09:30'),
        ...activityRuns.slice(3),
        activityRun(0, 5, '01T00:00'),
      ],
      membershipChanges: [
        ...membershipChanges,
        membershipChange(0, 2, '02T09:00', false),
        membershipChange(0, 2, '02T09:30', true),
      ],
      launches: [...launches, block(0, 2, 24, '02T09:00'), launch(0, 2, 25, '02T09:30')],
      payments: [...payments, payment(0, 5, 50, '01T00:00', 'd', 70)],
    };
    for (let call = 0; call < 2; call += 1) {
      await store.rollUp(bot, theThird);
      expect(await store.rollup(bot)).toEqual({ generation: 0, until: theThird, staleUsers: [], usersToRebuild: [] });
      expect(await rolledUpRows(store, bot)).toEqual(refreshed);
    }
    expect(await rolledUpRows(store, neighbour)).toEqual(rolledUpHistory(0));
  });

  it('moves an event without a date to its first receipt, whenever that one arrives', async () => {
    const bot = store.freshBot();
    const undated = (userId: number, time: string) =>
      acts(bot, userId, userId, time, { partitionKey: 2 ** 31, sentAt: 0, receivedAt: marchTime(time) });
    // 1 moves within the rolled-up time, 2 moves into it; of 3 the first receipt arrived first.
    await store.write([undated(1, '02T10:00'), undated(2, '03T10:00'), undated(3, '01T10:00')]);
    await store.rollUp(bot, theThird);
    expect((await rolledUpRows(store, bot)).activityRuns).toEqual([
      activityRun(0, 1, '02T10:00'),
      activityRun(0, 3, '01T10:00'),
    ]);
    await store.write([undated(1, '01T10:00'), undated(2, '02T10:00'), undated(3, '03T10:00')]);
    expect(await staleUsers(bot)).toEqual([1, 2]);
    for (const until of [theThird, marchTime('04T00:00')]) {
      await store.rollUp(bot, until);
      expect(await store.rollup(bot)).toEqual({ generation: 0, until, staleUsers: [], usersToRebuild: [] });
      const first = [activityRun(0, 1, '01T10:00'), activityRun(0, 2, '02T10:00'), activityRun(0, 3, '01T10:00')];
      expect((await rolledUpRows(store, bot)).activityRuns).toEqual(first);
    }
  });
});
