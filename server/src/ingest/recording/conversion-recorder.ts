import { randomUUID } from 'node:crypto';
import { conversionEvent } from '../../events/normalize/conversion-event.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import { PushFieldErrors } from '../push/push-error.ts';
import type { PushedConversion } from '../push/push-routes.ts';
import type { RecordedBot } from './make-events.ts';
import type { PendingUserChecks } from './pending-user-checks.ts';

/**
 * Records conversions that a bot sends. Resolves when they are durable.
 * @throws PushFieldErrors for a number that is no target of the bot, StoreUnavailable; then nothing is recorded.
 */
export function createConversionRecorder(deps: {
  store: Pick<EventStore, 'write'>;
  /** Returns the numbers that are no targets of the bot. */
  unknownTargets: (bot: string, ids: readonly number[]) => Promise<number[]>;
  pending: Pick<PendingUserChecks, 'add'>;
  now?: () => number;
}) {
  const now = deps.now ?? Date.now;
  return async (
    bot: Pick<RecordedBot, 'key' | 'paused_at'>,
    conversions: readonly PushedConversion[],
  ): Promise<void> => {
    const targets = conversions.map(({ targetId }) => targetId);
    const unknownTargets = await deps.unknownTargets(bot.key, targets);
    if (unknownTargets.length > 0) {
      throw new PushFieldErrors({ target_id: unknownTargets.map((id) => `There is no target ${id}`) });
    }
    if (bot.paused_at != null) return;
    const receivedAt = now();
    const events = conversions.map((conversion) =>
      conversionEvent({ ...conversion, bot: bot.key, receivedAt, nonce: randomUUID() }),
    );
    await deps.store.write(events);
    deps.pending.add(events);
  };
}
