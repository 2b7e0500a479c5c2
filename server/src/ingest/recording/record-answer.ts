import type { EventStore } from '../../events/store/event-store.ts';
import { isObject, type JsonObject } from '../../telegram/json.ts';
import type { TelegramCall } from '../../telegram/sending/telegram-call.ts';
import { eventsOfCalls, type RecordedBot } from './make-events.ts';

/** Telegram's answer to a call of ours, as the ledger keeps it until it is in the events. */
export interface KnownAnswer {
  status: number;
  response: JsonObject | null;
  /** When the call began, ISO 8601. */
  at: string;
  params: Record<string, unknown>;
  /** The uploaded file. */
  files: { field: string; name: string; type: string; size: number }[];
}

/** An answer, to which method, and the row of a ledger that it is about. */
export interface RecordedAnswer {
  method: TelegramCall['method'];
  answer: KnownAnswer;
  ledgerId: string | undefined;
}

/** Records calls of ours as calls of the bot: nobody else sees them. The same answer twice is one event. */
export async function recordAnswers(
  store: Pick<EventStore, 'write'>,
  bot: RecordedBot,
  answers: readonly RecordedAnswer[],
): Promise<void> {
  const calls = answers.map(({ method, answer: { response, at, ...rest }, ledgerId }) => ({
    ...rest,
    method,
    response: response ?? undefined,
    date: at,
    ledgerId,
  }));
  const { events } = eventsOfCalls(bot, calls, Date.now());
  if (events.length > 0) await store.write(events);
}

/** As `recordAnswers`, for one. */
export const recordAnswer = (
  store: Pick<EventStore, 'write'>,
  bot: RecordedBot,
  method: TelegramCall['method'],
  answer: KnownAnswer,
  ledgerId: string | undefined,
): Promise<void> => recordAnswers(store, bot, [{ method, answer, ledgerId }]);

/** An answer's body as an object; null where it is none. */
export function parseResponse(body: string | null): JsonObject | null {
  try {
    const value: unknown = JSON.parse(body ?? '');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
