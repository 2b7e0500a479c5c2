import type { ParsedMarkup } from './markup-text.ts';
import type { ParseMode } from './message-rules.ts';
import { parseHtml } from './parse-html.ts';
import { parseMarkdown, parseMarkdownV2 } from './parse-markdown.ts';

const parsers: Readonly<Record<ParseMode, (source: string) => ParsedMarkup>> = {
  HTML: parseHtml,
  MarkdownV2: parseMarkdownV2,
  Markdown: parseMarkdown,
};

/** A text in Telegram's markup as a text with entities, or where it is wrong. Variables are words. Never throws. */
export const parseMarkup = (source: string, mode: ParseMode): ParsedMarkup => parsers[mode](source);
