import type { Event } from '@botscope/contract';
import type { ThrowawayStore } from '../../events/store/test-stores.ts';
import { dayMs } from '../../platform/time-units.ts';
import type { World } from './test-worlds.ts';

/** A world that lives in the store, for a bot of its own. */
export interface StoredWorld {
  world: World;
  bot: string;
  events: readonly Event[];
}

/** A way to bring the events of worlds into the store. */
export type IngestStrategy = (store: ThrowawayStore, stored: readonly StoredWorld[]) => Promise<void>;

export const allAtOnce: IngestStrategy = (store, storedWorlds) =>
  writeApart(
    store,
    storedWorlds.flatMap(({ events }) => events),
  );

/** In two inserts: within one the engine itself would find the copies. */
async function writeApart(store: ThrowawayStore, events: readonly Event[]): Promise<void> {
  await store.write(events.filter((_, index) => index % 2 === 0));
  await store.write(events.filter((_, index) => index % 2 === 1));
}

/**
 * The past is rolled up when a part has come in: a world's own day or the one before it ends there. The rest comes late,
 * copies with an earlier receipt among it; for some worlds it is rolled up again, with another day. The store must
 * wait for nothing.
 */
export const rolledUpMidway: IngestStrategy = async (store, storedWorlds) => {
  const plans = storedWorlds.map(({ world, bot, events }) => {
    const cut = (events.length * (1 + (events.length % 3))) / 4;
    const comesFirst = (index: number) => index < cut && index % 7 !== 3;
    const closing = Date.parse(world.odd.day) + (events.length % 2) * dayMs;
    return { bot, events, comesFirst, closing, mends: events.length % 5 < 3 };
  });
  const part = (isFirst: boolean) =>
    plans.flatMap(({ events, comesFirst }) => events.filter((_, index) => comesFirst(index) === isFirst));
  await writeApart(store, part(true));
  for (const { bot, closing } of plans) await store.rollUp(bot, closing);
  await writeApart(store, part(false));
  for (const { bot, closing, mends } of plans) if (mends) await store.rollUp(bot, closing + dayMs);
};

/** One world in two is rolled up. */
export const everySecondRolledUp: IngestStrategy = async (store, storedWorlds) => {
  const isRolled = ({ world }: StoredWorld) => world.steps.length % 2 === 1;
  await allAtOnce(
    store,
    storedWorlds.filter((one) => !isRolled(one)),
  );
  await rolledUpMidway(store, storedWorlds.filter(isRolled));
};
