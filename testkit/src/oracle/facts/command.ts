import { type Json, wordAt } from './json.ts';

/**
 * The command that a text message begins with: its first word, if that is `/` and a letter, digit or underscore of any
 * script. In lower case and cut at the first `@`; what Telegram marks as a command does not matter.
 */
export function parseCommand(message: Json): { name: string; rest: string } | null {
  const text = wordAt(message, 'text');
  const [word = ''] = text.split(/\s/u);
  if (!/^\/[\p{Letter}\p{Number}_]/u.test(word)) return null;
  const [name = ''] = word.toLowerCase().split('@');
  return { name, rest: text.slice(word.length).trim() };
}
