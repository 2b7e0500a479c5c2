import type { EventStore } from '../../events/store/event-store.ts';
import { fairLoop } from '../../platform/fairness/fair-loop.ts';
import type { BotFailure } from './bot-failure.ts';
import {
  callsInSteps,
  type NormalizedTraffic,
  type RecordedBot,
  type RecordedCall,
  type RecordedUpdate,
  updatesInSteps,
} from './make-events.ts';

/** Outputs of the recorders of updates and of calls. */
export interface RecorderDeps {
  store: Pick<EventStore, 'write'>;
  /** Notes when the bot's last update and last call came. */
  bots: { touch(key: string, at: number): void; touchCall(key: string, at: number): void };
  botErrors: { record(failures: readonly BotFailure[]): void };
  now?: () => number;
}

/**
 * Records updates whose sender waits for the answer: they are durable when it resolves. Items that become no event go to
 * the bot's error log. @throws AppError StoreUnavailable; then nothing is received.
 */
export function createUpdateRecorder(deps: Omit<RecorderDeps, 'bots'> & { bots: Pick<RecorderDeps['bots'], 'touch'> }) {
  const now = deps.now ?? Date.now;
  return async (bot: RecordedBot, items: Iterable<RecordedUpdate>): Promise<void> => {
    const receivedAt = now();
    const normalized = await fairLoop.run(bot.key, updatesInSteps(bot, items, receivedAt));
    await write(deps, normalized, () => deps.bots.touch(bot.key, receivedAt));
  };
}

/** Records calls that a bot sends copies of; otherwise like `createUpdateRecorder`. */
export function createCallRecorder(
  deps: Omit<RecorderDeps, 'bots'> & { bots: Pick<RecorderDeps['bots'], 'touchCall'> },
) {
  const now = deps.now ?? Date.now;
  return async (bot: RecordedBot, calls: Iterable<RecordedCall>): Promise<void> => {
    const receivedAt = now();
    const normalized = await fairLoop.run(bot.key, callsInSteps(bot, calls, receivedAt));
    await write(deps, normalized, () => deps.bots.touchCall(bot.key, receivedAt));
  };
}

async function write(
  deps: Pick<RecorderDeps, 'store' | 'botErrors'>,
  { events, failures }: NormalizedTraffic,
  touch: () => void,
): Promise<void> {
  if (events.length > 0) {
    await deps.store.write(events);
    touch();
  }
  deps.botErrors.record(failures);
}
