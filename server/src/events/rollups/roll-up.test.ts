import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openThrowawayStore, type ThrowawayStore } from '../store/test-stores.ts';
import {
  acts,
  aPast,
  at,
  blocks,
  charge,
  departure,
  everything,
  launch,
  pays,
  spell,
  starts,
  stateOf,
  theThird,
  told,
  toldPast,
  turn,
  untold,
} from './test-past.ts';

const { spells, turns, launches, charges } = toldPast(0);

describe.each(engines)('rolling up, %s engine', (kind) => {
  let store: ThrowawayStore;
  /** Tells what has been closed for a minute. */
  let patient: ThrowawayStore;
  beforeAll(async () => {
    store = await openThrowawayStore(kind, { rollupPatienceMs: 0 });
    patient = await openThrowawayStore(kind, { rollupPatienceMs: 60_000 });
  });
  afterAll(async () => {
    await patient.close();
    await store.close();
  });

  const withPast = async (): Promise<string> => {
    const bot = store.freshBot();
    await store.write(aPast(bot));
    return bot;
  };
  const late = async (bot: string) => (await store.rollup(bot))?.late.toSorted();

  it('tells nothing before it is asked to, and marks nobody', async () => {
    const bot = await withPast();
    await store.write([acts(bot, 3, 30, '01T00:00')]);
    expect(await store.rollup(bot)).toBeUndefined();
    expect(await everything(store, bot)).toEqual({ ...untold, rollups: [], late: [], stale: [] });
  });

  it('closes, waits until nothing can slip in any more, and tells', async () => {
    const bot = await withPast();
    for (const closing of [theThird, theThird, at('02T00:00')]) {
      await patient.rollUp(bot, closing);
      expect(await stateOf(store, bot)).toEqual({ edition: 0, until: 0, closing: theThird });
      expect(await told(store, bot)).toEqual(untold);
      expect(await patient.rollup(bot)).toBeUndefined();
    }
    // Marked from now on, although it comes before anything is told.
    await store.write([acts(bot, 3, 30, '02T23:59:59.999'), acts(bot, 4, 40, '03T00:00')]);
    expect((await everything(store, bot)).late).toMatchObject([{ user_id: 3 }]);
    await store.rollUp(bot, theThird);
    await store.rollUp(bot, theThird);
    expect(await told(store, bot)).toEqual({ ...toldPast(0), spells: [...spells, spell(0, 3, '02T23:59:59.999')] });
    expect(await patient.rollup(bot)).toEqual({ edition: 0, until: theThird, late: [], stale: [] });
  });

  it('changes nothing where nothing is new, nor for an earlier moment; the next day is added', async () => {
    const bot = await withPast();
    await store.rollUp(bot, theThird);
    const before = await everything(store, bot);
    expect(before).toMatchObject(toldPast(0));
    for (const closing of [theThird, at('02T00:00'), 0]) {
      await store.rollUp(bot, closing);
      expect(await everything(store, bot)).toEqual(before);
    }
    await store.write([
      acts(bot, 1, 13, '03T08:00', starts),
      acts(bot, 1, 14, '03T09:00', blocks),
      acts(bot, 1, 15, '03T10:00', starts),
      acts(bot, 2, 26, '03T13:00', starts),
      acts(bot, 2, 27, '03T13:01', pays('c', 50)),
      acts(bot, 2, 28, '03T13:02', pays('c', -50)),
    ]);
    expect(await late(bot)).toEqual([]);
    await store.rollUp(bot, at('04T00:00'));
    expect(await store.rollup(bot)).toEqual({ edition: 0, until: at('04T00:00'), late: [], stale: [] });
    expect(await told(store, bot)).toEqual({
      spells: [
        ...[...spells.slice(0, 2), spell(0, 1, '03T08:00'), spell(0, 1, '03T10:00')],
        ...[...spells.slice(2), spell(0, 2, '03T12:00'), spell(0, 2, '03T13:00', 3, 120_000)],
      ],
      turns: [...turns, turn(0, 1, '03T09:00', false), turn(0, 1, '03T10:00', true)],
      launches: [
        ...launches,
        // 1 had not left, and 2 had acted before the first start.
        { ...launch(0, 1, 13, '03T08:00', starts), is_significant: false },
        departure(0, 1, 14, '03T09:00'),
        launch(0, 1, 15, '03T10:00', starts),
        { ...launch(0, 2, 26, '03T13:00', starts), is_significant: false },
      ],
      // Told again, a charge is there again: which of them counts is a matter of asking.
      charges: [...charges, charge(0, 2, 27, '03T13:01', 'c', 50), charge(0, 2, 28, '03T13:02', 'c', -50)],
    });
  });

  it('marks whom something late concerns, and tells them anew', async () => {
    const [bot, neighbour] = [await withPast(), await withPast()];
    await store.rollUp(bot, theThird);
    await store.rollUp(neighbour, theThird);
    await store.write([
      // 2 had been gone for a while, 5 is new, 0 is nobody.
      acts(bot, 2, 24, '02T09:00', blocks),
      acts(bot, 2, 25, '02T09:30', { isStart: true, startPayload: 'bizChat-7' }),
      acts(bot, 5, 50, '01T00:00', pays('d', 70)),
      acts(bot, 0, 1, '01T00:00'),
    ]);
    expect([await late(bot), await late(neighbour)]).toEqual([[2, 5], []]);
    // The insert that marked them may still be under way.
    await patient.rollUp(bot, theThird);
    expect(await late(bot)).toEqual([2, 5]);
    expect(await told(store, bot)).toEqual(toldPast(0));

    const mended = {
      spells: [...spells.slice(0, 3), spell(0, 2, '02T09:30'), ...spells.slice(3), spell(0, 5, '01T00:00')],
      turns: [...turns, turn(0, 2, '02T09:00', false), turn(0, 2, '02T09:30', true)],
      launches: [...launches, departure(0, 2, 24, '02T09:00'), launch(0, 2, 25, '02T09:30')],
      charges: [...charges, charge(0, 5, 50, '01T00:00', 'd', 70)],
    };
    for (let call = 0; call < 2; call += 1) {
      await store.rollUp(bot, theThird);
      expect(await store.rollup(bot)).toEqual({ edition: 0, until: theThird, late: [], stale: [] });
      expect(await told(store, bot)).toEqual(mended);
    }
    expect(await told(store, neighbour)).toEqual(toldPast(0));
  });

  it('moves an event without a date to its first receipt, whenever that one arrives', async () => {
    const bot = store.freshBot();
    const undated = (userId: number, time: string) =>
      acts(bot, userId, userId, time, { shelf: 2 ** 31, toldAt: 0, receivedAt: at(time) });
    // 1 moves within what is told, 2 from behind it into it; of 3 the first receipt came first.
    await store.write([undated(1, '02T10:00'), undated(2, '03T10:00'), undated(3, '01T10:00')]);
    await store.rollUp(bot, theThird);
    expect((await told(store, bot)).spells).toEqual([spell(0, 1, '02T10:00'), spell(0, 3, '01T10:00')]);
    await store.write([undated(1, '01T10:00'), undated(2, '02T10:00'), undated(3, '03T10:00')]);
    expect(await late(bot)).toEqual([1, 2]);
    for (const closing of [theThird, at('04T00:00')]) {
      await store.rollUp(bot, closing);
      expect(await store.rollup(bot)).toEqual({ edition: 0, until: closing, late: [], stale: [] });
      const first = [spell(0, 1, '01T10:00'), spell(0, 2, '02T10:00'), spell(0, 3, '01T10:00')];
      expect((await told(store, bot)).spells).toEqual(first);
    }
  });
});
