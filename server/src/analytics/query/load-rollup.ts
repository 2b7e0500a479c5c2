import type { EventStore, Rollup } from '../../events/store/event-store.ts';
import { inFlight } from './in-flight.ts';

type Store = Pick<EventStore, 'rollup'>;

const joins = new WeakMap<Store, ReturnType<typeof inFlight<Rollup | undefined>>>();

/** Loads a bot's roll-up once for all who ask at the same time. One look-up serves all statements of a question. */
export function loadRollup(store: Store, bot: string, signal?: AbortSignal): Promise<Rollup | undefined> {
  const join = joins.get(store) ?? inFlight<Rollup | undefined>();
  joins.set(store, join);
  return join(bot, signal, () => store.rollup(bot));
}
