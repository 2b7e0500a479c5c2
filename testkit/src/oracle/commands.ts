import type { Fact } from './facts/fact.ts';
import type { Question } from './question.ts';

/** Returns the name of an action as a command or button; null where it is neither. */
export function commandName(event: Fact, question: Question): string | null {
  if (isHiddenCommand(event, question)) return event.text;
  if (event.name === '') return null;
  if (event.type === 'command') return event.name;
  if (event.type === 'button') return [...event.name].slice(0, question.callbackMaxLength).join('');
  return null;
}

/** An approved text, typed exactly so in the private chat. */
export function isHiddenCommand({ type, chatType, text }: Fact, { hiddenCommands }: Question): boolean {
  return type === 'text' && chatType === 'private' && hiddenCommands.includes(text);
}
