import { findEntities } from '@botscope/server/simulation/users/entities.ts';
import { badRequest } from './errors.ts';
import { type FormattedText, parseHtml } from './html-text.ts';
import type { Params } from './params.ts';

const modes = ['', 'html', 'markdown', 'markdownv2', 'none'];

/**
 * Reads a text parameter with its formatting. HTML is parsed; the two Markdown modes are accepted and their text is
 * kept as written, because no report looks at the formatting of a bot's messages.
 */
function readText(params: Params, name: string, entitiesName: string): FormattedText {
  const raw = params.text(name).trim();
  const mode = params.text('parse_mode').toLowerCase();
  if (!modes.includes(mode)) throw badRequest('unsupported parse_mode');
  const entities = params.json(entitiesName, 'entities');
  if (mode === 'html') return parseHtml(raw);
  return { text: raw, entities: Array.isArray(entities) ? entities : findEntities(raw) };
}

/** As Telegram counts: code points, while entities count UTF-16 units. */
const lengthOf = (text: string): number => [...text].length;

/** The text of a message: 1 to 4096 characters. */
export function readMessageText(params: Params): FormattedText {
  const formatted = readText(params, 'text', 'entities');
  if (formatted.text === '') throw badRequest('message text is empty');
  if (lengthOf(formatted.text) > 4_096) throw badRequest('message is too long');
  return formatted;
}

/** The caption of media: up to 1024 characters. */
export function readCaption(params: Params): FormattedText {
  const formatted = readText(params, 'caption', 'caption_entities');
  if (lengthOf(formatted.text) > 1_024) throw badRequest('message caption is too long');
  return formatted;
}
