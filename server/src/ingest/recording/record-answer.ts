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

/** Records a call of ours as a call of the bot: nobody else sees it. The same answer twice is one event. */
export async function recordAnswer(
  store: Pick<EventStore, 'write'>,
  bot: RecordedBot,
  method: TelegramCall['method'],
  { status, response, at, params, files }: KnownAnswer,
  ledgerId: string | undefined,
): Promise<void> {
  const call = { method, params, files, status, response: response ?? undefined, date: at, ledgerId };
  const { events } = eventsOfCalls(bot, [call], Date.now());
  if (events.length > 0) await store.write(events);
}

/** An answer's body as an object; null where it is none. */
export function responseOf(body: string | null): JsonObject | null {
  try {
    const value: unknown = JSON.parse(body ?? '');
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
