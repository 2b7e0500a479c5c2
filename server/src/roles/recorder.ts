import { randomUUID } from 'node:crypto';
import { conversionEvent } from '../events/normalize/conversion-event.ts';
import type { EventStore } from '../events/store/event-store.ts';
import type { BotErrors } from '../features/bot-errors/bot-errors.ts';
import type { Bots } from '../features/bots/bots.ts';
import type { Targets } from '../features/targets/targets.ts';
import { PushFieldErrors } from '../ingest/push/push-error.ts';
import type { PushedConversion } from '../ingest/push/push-routes.ts';
import { fairLoop } from '../platform/fairness/fair-loop.ts';
import type { LatePeople } from './late-people.ts';
import {
  callsInSteps,
  type Made,
  type RecordedBot,
  type RecordedCall,
  type RecordedUpdate,
  updatesInSteps,
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
  return async (bot: RecordedBot, items: Iterable<RecordedUpdate>): Promise<void> => {
    const receivedAt = now();
    const made = await fairLoop.run(bot.key, updatesInSteps(bot, items, receivedAt));
    await keep(deps, made, () => deps.bots.touch(bot.key, receivedAt));
  };
}

/** The same for calls that a bot tells us of. */
export function createCallRecorder(deps: Omit<RecorderDeps, 'bots'> & { bots: Pick<Bots, 'touchCall'> }) {
  const now = deps.now ?? Date.now;
  return async (bot: RecordedBot, calls: Iterable<RecordedCall>): Promise<void> => {
    const receivedAt = now();
    const made = await fairLoop.run(bot.key, callsInSteps(bot, calls, receivedAt));
    await keep(deps, made, () => deps.bots.touchCall(bot.key, receivedAt));
  };
}

/** The same for conversions that a bot tells of. Whether their people are known is looked at later (late-people.ts). */
export function createConversionRecorder(deps: {
  store: Pick<EventStore, 'write'>;
  targets: Pick<Targets, 'unknown'>;
  latePeople: Pick<LatePeople, 'expect'>;
  now?: () => number;
}) {
  const now = deps.now ?? Date.now;
  return async (
    bot: Pick<RecordedBot, 'key' | 'paused_at'>,
    conversions: readonly PushedConversion[],
  ): Promise<void> => {
    const unknown = await deps.targets.unknown(
      bot.key,
      conversions.map(({ targetId }) => targetId),
    );
    if (unknown.length > 0) {
      throw new PushFieldErrors({ target_id: unknown.map((id) => `There is no target ${id}`) });
    }
    if (bot.paused_at != null) return;
    const receivedAt = now();
    const events = conversions.map((told) =>
      conversionEvent({ ...told, bot: bot.key, receivedAt, nonce: randomUUID() }),
    );
    await deps.store.write(events);
    deps.latePeople.expect(events);
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
