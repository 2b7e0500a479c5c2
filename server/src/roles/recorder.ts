import type { BotErrors } from '../bot-errors/bot-errors.ts';
import type { Bots } from '../bots/bots.ts';
import type { EventStore } from '../events/event-store.ts';
import {
  eventsOfCalls,
  eventsOfUpdates,
  type Made,
  type RecordedBot,
  type RecordedCall,
  type RecordedUpdate,
} from './make-events.ts';

interface RecorderDeps {
  store: Pick<EventStore, 'write'>;
  bots: Pick<Bots, 'touch' | 'touchCall'>;
  botErrors: Pick<BotErrors, 'record'>;
  now?: () => number;
}

/**
 * Joins ingest, normalize and events for traffic whose sender waits: what came in becomes events, durable before it
 * returns; what cannot be one is told to the owner. Rejects with StoreUnavailable, and then nothing counts as received.
 */
export function createRecorder(deps: Omit<RecorderDeps, 'bots'> & { bots: Pick<Bots, 'touch'> }) {
  const now = deps.now ?? Date.now;
  return async (bot: RecordedBot, items: readonly RecordedUpdate[]): Promise<void> => {
    const receivedAt = now();
    await keep(deps, eventsOfUpdates(bot, items, receivedAt), () => deps.bots.touch(bot.key, receivedAt));
  };
}

/** The same for calls that a bot tells us of. */
export function createCallRecorder(deps: Omit<RecorderDeps, 'bots'> & { bots: Pick<Bots, 'touchCall'> }) {
  const now = deps.now ?? Date.now;
  return async (bot: RecordedBot, calls: readonly RecordedCall[]): Promise<void> => {
    const receivedAt = now();
    await keep(deps, eventsOfCalls(bot, calls, receivedAt), () => deps.bots.touchCall(bot.key, receivedAt));
  };
}

async function keep(
  deps: Pick<RecorderDeps, 'store' | 'botErrors'>,
  { events, troubles }: Made,
  touch: () => void,
): Promise<void> {
  if (events.length > 0) {
    await deps.store.write(events);
    touch();
  }
  deps.botErrors.record(troubles);
}
