import type { JsonObject } from '../../telegram/json.ts';

/**
 * Telegram's mark of a command (`bot_command`) is Latin only, ends at a hyphen, and is missing in hand-made updates:
 * the text decides, so that `/кнопка` and `/a-b` are the commands that users see.
 */
const firstWord = /^\/[\p{L}\p{N}_]\S*/u;

export interface Command {
  /** With its slash, in lower case, without `@bot`: `/start`. People type "/Start" too, and mean the same command. */
  name: string;
  /** Text that follows it, trimmed. */
  rest: string;
}

/** The command that a message begins with: docs/metrics.md, "Actions". */
export function parseCommand({ text: messageText }: JsonObject): Command | null {
  const [word] = (typeof messageText === 'string' && firstWord.exec(messageText)) || [];
  if (word === undefined) return null;
  const [name = ''] = word.toLowerCase().split('@', 1);
  return { name, rest: String(messageText).slice(word.length).trim() };
}
