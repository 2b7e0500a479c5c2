import type { MessageEntity } from '@botscope/server/simulation/users/telegram-types.ts';
import { badRequest } from './errors.ts';

/** Text after its markup was read. Limits count this text, not the markup. */
export interface FormattedText {
  text: string;
  entities: MessageEntity[];
}

const types: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  code: 'code',
  pre: 'pre',
  a: 'text_link',
  blockquote: 'blockquote',
  'tg-spoiler': 'spoiler',
  span: 'spoiler',
  'tg-emoji': 'custom_emoji',
};
const characters: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** Reads Telegram's HTML: text without tags, and entities. Wrong markup is refused with the byte offset, as it is for real. */
export function parseHtml(html: string): FormattedText {
  const entities: MessageEntity[] = [];
  const open: { tag: string; offset: number; url: string | undefined }[] = [];
  let text = '';
  for (const match of html.matchAll(/<(\/?)([^>\s]*)([^>]*)>|&(\w+);|[^<&]+|[<&]/g)) {
    const [token, slash, name, attributes, character] = match;
    const bytes = Buffer.byteLength(html.slice(0, match.index));
    const tag = name?.toLowerCase();
    if (tag === undefined) {
      if (token === '<') throw badRequest(`can't parse entities: Unexpected end of name token at byte offset ${bytes}`);
      text += character === undefined ? token : (characters[character] ?? token);
      continue;
    }
    if (slash) {
      close(tag, bytes);
      continue;
    }
    if (!types[tag]) throw badRequest(`can't parse entities: Unsupported start tag "${tag}" at byte offset ${bytes}`);
    open.push({ tag, offset: text.length, url: /href=(?:"([^"]*)"|'([^']*)')/i.exec(attributes ?? '')?.[1] });
  }
  const unclosed = open.at(-1);
  if (unclosed)
    throw badRequest(`can't parse entities: Can't find end tag corresponding to start tag "${unclosed.tag}"`);
  return { text, entities: entities.sort((a, b) => a.offset - b.offset) };

  function close(tag: string, bytes: number): void {
    const start = open.pop();
    if (!start) throw badRequest(`can't parse entities: Unexpected end tag at byte offset ${bytes}`);
    if (start.tag !== tag) {
      throw badRequest(
        `can't parse entities: Unmatched end tag at byte offset ${bytes}, expected "</${start.tag}>", found "</${tag}>"`,
      );
    }
    const length = text.length - start.offset;
    const url = start.url === undefined ? {} : { url: start.url };
    if (length > 0) entities.push({ offset: start.offset, length, type: types[tag] ?? tag, ...url });
  }
}
