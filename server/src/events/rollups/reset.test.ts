import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, openThrowawayStore, type ThrowawayStore } from '../store/test-stores.ts';
import { acts, aPast, at, everything, spell, stateOf, theThird, told, toldPast, untold } from './test-past.ts';

const { spells, turns, launches, charges } = toldPast(1);

describe.each(engines)('a past that changes after it was rolled up, %s engine', (kind) => {
  let store: ThrowawayStore;
  /** Deletes what nobody can have been reading for a minute. */
  let patient: ThrowawayStore;
  beforeAll(async () => {
    store = await openThrowawayStore(kind, { rollupPatienceMs: 0 });
    patient = await openThrowawayStore(kind, { rollupPatienceMs: 60_000 });
  });
  afterAll(async () => {
    await patient.close();
    await store.close();
  });

  const rolledUp = async (): Promise<string> => {
    const bot = store.freshBot();
    await store.write(aPast(bot));
    await store.rollUp(bot, theThird);
    expect(await told(store, bot)).toEqual(toldPast(0));
    return bot;
  };

  it('is told anew when old events are forgotten', async () => {
    const bot = await rolledUp();
    await store.forgetBefore(bot, at('02T00:00'));
    expect(await store.rollup(bot)).toBeUndefined();
    expect(await stateOf(store, bot)).toEqual({ edition: 1, until: 0, closing: 0 });
    // Somebody may still be reading what was told before.
    await patient.rollUp(bot, theThird);
    expect(await told(store, bot)).toEqual(toldPast(0));
    await store.rollUp(bot, theThird);
    expect(await store.rollup(bot)).toEqual({ edition: 1, until: theThird, late: [], stale: [] });
    expect(await told(store, bot)).toEqual({
      spells: spells.filter(({ ms }) => ms >= at('02T00:00')),
      turns,
      launches: launches.map((one) => (one.n === 10 ? { ...one, membership: 'back' } : one)),
      charges,
    });
    // Nothing is left to forget: what is told stays.
    await store.forgetBefore(bot, at('02T00:00'));
    expect(await store.rollup(bot)).toMatchObject({ edition: 1, until: theThird });
  });

  it('is told anew when launches are read by other rules', async () => {
    const bot = await rolledUp();
    const read = (payload: string) => ({ source: payload.toUpperCase(), params: {} });
    await store.rereadLaunches(bot, read);
    expect(await store.rollup(bot)).toBeUndefined();
    // Nothing is told yet, so this is not late.
    await store.write([acts(bot, 2, 24, '01T09:00')]);
    await store.rollUp(bot, theThird);
    expect(await store.rollup(bot)).toEqual({ edition: 1, until: theThird, late: [], stale: [] });
    expect(await told(store, bot)).toEqual({
      spells: [...spells.slice(0, 2), spell(1, 2, '01T09:00'), ...spells.slice(2)],
      turns,
      launches: launches.map((one) => (one.is_start ? { ...one, ...read(one.source) } : one)),
      charges,
    });
    await store.rereadLaunches(bot, read);
    expect(await store.rollup(bot)).toMatchObject({ edition: 1, until: theThird });
  });

  it('is gone with its bot', async () => {
    const [bot, neighbour] = [await rolledUp(), await rolledUp()];
    await store.write([acts(bot, 2, 24, '01T09:00')]);
    expect(await store.rollup(bot)).toMatchObject({ late: [2] });
    await store.forget(bot);
    expect(await everything(store, bot)).toEqual({ ...untold, rollups: [], late: [], stale: [] });
    expect(await store.rollup(bot)).toBeUndefined();
    expect(await told(store, neighbour)).toEqual(toldPast(0));
  });

  it('is read from events while very many people are late', async () => {
    const bot = await rolledUp();
    const crowd = (first: number, people: number) =>
      Array.from({ length: people }, (_, index) => acts(bot, first + index, first + index, '01T10:00'));
    await store.write(crowd(1_000, 5_000));
    expect((await store.rollup(bot))?.late).toHaveLength(5_000);
    await store.write(crowd(6_000, 1));
    expect(await store.rollup(bot)).toBeUndefined();
    await store.rollUp(bot, theThird);
    expect(await store.rollup(bot)).toEqual({ edition: 0, until: theThird, late: [], stale: [] });
    expect((await told(store, bot)).spells).toHaveLength(4 + 5_001);
  });
});
