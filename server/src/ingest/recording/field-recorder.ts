import type { BotErrorReason, Event } from '@botscope/contract';
import { fairLoop } from '../../platform/fairness/fair-loop.ts';
import { jsonExcerpt } from '../../platform/json/json-excerpt.ts';
import type { PushedFieldValue } from '../push/push-routes.ts';
import type { BotFailure } from './bot-failure.ts';
import { createFailureGroups } from './failure-groups.ts';
import type { RecordedBot } from './make-events.ts';
import type { PendingUserChecks } from './pending-user-checks.ts';
import { userNamedIn } from './user-named-in.ts';

/** Stores values of custom fields: see `setValues` of that feature. */
type SetValues = (
  bot: string,
  changes: readonly PushedFieldValue[],
  by: { kind: 'api' },
) => Promise<{
  events: readonly Pick<Event, 'bot' | 'userId' | 'payload'>[];
  rejected: readonly { change: { item?: unknown }; reason: BotErrorReason }[];
}>;

/**
 * Records values of custom fields that a bot sends. Resolves when they are durable; those that no field takes are in the
 * bot's error log. @throws StoreUnavailable; then nothing is recorded.
 */
export function createFieldRecorder(deps: {
  setValues: SetValues;
  pending: Pick<PendingUserChecks, 'add'>;
  botErrors: { record(failures: readonly BotFailure[]): void };
}) {
  return async (bot: Pick<RecordedBot, 'key' | 'paused_at'>, values: Iterable<PushedFieldValue>): Promise<void> => {
    if (bot.paused_at != null) return;
    const receivedValues = await fairLoop.run(bot.key, collectInSteps(values));
    const validValues = receivedValues.filter(({ problem }) => problem === undefined);
    const { events, rejected } = await deps.setValues(bot.key, validValues, { kind: 'api' });
    deps.pending.add(events);
    const failures = createFailureGroups();
    const fail = (reason: BotErrorReason, item: unknown): void =>
      failures.add({ bot: bot.key, kind: 'update', code: 400, reason }, () => ({
        text: typeof item === 'string' ? item : jsonExcerpt(item),
        userId: userNamedIn(item),
      }));
    for (const { problem, item } of receivedValues) if (problem !== undefined) fail(problem, item);
    for (const { change, reason } of rejected) fail(reason, change.item);
    deps.botErrors.record(failures.all());
  };
}

/** The items of a large body are parsed while they are iterated. */
function* collectInSteps<Item>(items: Iterable<Item>): Generator<undefined, Item[]> {
  const collected: Item[] = [];
  for (const item of items) {
    collected.push(item);
    yield;
  }
  return collected;
}
