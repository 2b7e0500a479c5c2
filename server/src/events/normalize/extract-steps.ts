import type { Event } from '@botscope/contract';
import { text } from '../../telegram/json.ts';
import { parseCommand } from './command.ts';
import { contentOf, type Draft, nothingFound } from './draft.ts';

const nameLength = 256;
/** Labels of reply-keyboard buttons are shorter; longer texts are prose, and no hidden commands. */
const shortText = 64;

/** Extracts what was said or pressed: `name`, and the short text that hidden commands are found in. */
export function extractText(draft: Pick<Draft, 'update' | 'event'>): Partial<Event> {
  const content = contentOf(draft);
  switch (draft.event.kind) {
    case 'callback_query':
      return { name: text(content.data ?? content.game_short_name, nameLength) };
    case 'inline_query':
    case 'chosen_inline_result':
      return { name: text(content.query, nameLength) };
    default:
      break;
  }
  if (draft.event.type !== 'text' && draft.event.type !== 'edited') return nothingFound;
  const words = content.text;
  if (typeof words !== 'string') return nothingFound;
  const storedText = words.length <= shortText ? text(words, shortText) : '';
  // A correction of a command is no second command.
  const command = draft.event.type === 'text' ? parseCommand(content) : null;
  return command === null
    ? { text: storedText }
    : { type: 'command', name: text(command.name, nameLength), text: storedText };
}
