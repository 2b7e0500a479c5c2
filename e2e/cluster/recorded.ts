import { echoed } from './echo-caller.ts';
import type { EventServer } from './event-server.ts';

/** Plain rows that the event store has of a bot, without any counting by the product. */
export interface Recorded {
  /** `chat text`, once per event. */
  messages: string[];
  /** Texts of recorded calls, once per event. */
  calls: string[];
  /** All events. */
  total: number;
}

interface Row {
  kind: string;
  name: string;
  payload: string;
}

export async function readRecorded(events: EventServer, bot: string): Promise<Recorded> {
  const rows = await events.query<Row>(`SELECT kind, name, payload FROM events FINAL WHERE bot = '${bot}'`);
  const messages: string[] = [];
  const calls: string[] = [];
  for (const { kind, name, payload } of rows) {
    const content = JSON.parse(payload) as { message?: Text; params?: { text?: string } } & Text;
    const message = content.message ?? content;
    if (kind === 'message') messages.push(`${message.chat?.id} ${message.text}`);
    if (kind === 'call' && name === 'sendMessage') calls.push(String(content.params?.text));
  }
  return { messages, calls, total: rows.length };
}

interface Text {
  text?: string;
  chat?: { id: number };
}

/** Returns the same for a run in which calls were repeated and one in which they were not. */
export const withoutAttempts = ({ messages, calls }: Recorded): { messages: string[]; echoes: string[] } => ({
  messages: messages.toSorted(),
  echoes: [...new Set(calls.map(echoed))].toSorted(),
});
