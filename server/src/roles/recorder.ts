import type { Event } from '@botscope/contract';
import type { BotErrors } from '../bots/bot-errors.ts';
import type { BotRow, Bots } from '../bots/bots.ts';
import { startRulesOf } from '../bots/start-rules.ts';
import type { EventStore } from '../events/event-store.ts';
import type { PushedItem } from '../ingest/push/push-routes.ts';
import { normalizeUpdate } from '../normalize/normalize-update.ts';

/** Joins ingest, normalize and events: what came in becomes events, durable before it returns; what cannot be one is told to the owner. */
export function createRecorder(deps: {
  store: Pick<EventStore, 'write'>;
  bots: Pick<Bots, 'touch'>;
  botErrors: Pick<BotErrors, 'record'>;
  now?: () => number;
}) {
  const now = deps.now ?? Date.now;
  return async (bot: BotRow, items: readonly PushedItem[]): Promise<void> => {
    const receivedAt = now();
    const rules = startRulesOf(bot);
    const events: Event[] = [];
    const refused: { reason: string; item: PushedItem }[] = [];
    for (const item of items) {
      const result = normalizeUpdate({ ...item, bot: bot.key, receivedAt }, rules);
      if ('event' in result) events.push(result.event);
      else refused.push({ reason: result.rejected, item });
    }
    if (events.length > 0) {
      await deps.store.write(events);
      deps.bots.touch(bot.key, receivedAt);
    }
    deps.botErrors.record(
      refused.map(({ reason, item }) => ({
        bot: bot.key,
        kind: 'update',
        code: 400,
        reason,
        text: JSON.stringify(item.update) ?? '',
      })),
    );
  };
}
