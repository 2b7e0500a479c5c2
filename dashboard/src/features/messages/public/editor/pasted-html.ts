import { type EntityDetails, type EntityType, isTelegramUrl, type MessageEntity } from '@botscope/contract';
import type { FormattedText } from './formatted-text.ts';

/** An element of a page that was copied, or a stretch of its text. */
type HtmlNode = string | HtmlElement;
interface HtmlElement {
  /** In lower case. */
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: HtmlNode[];
}

const token = /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>|<(\/)?([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>|([^<]+|<)/gi;
const attribute = /([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'col', 'wbr']);
/** Elements whose content is not markup. */
const rawElements: ReadonlySet<string> = new Set(['style', 'script', 'title', 'template', 'textarea']);
/** Deeper ones are no text that anyone wrote. */
const maxDepth = 100;
const characters: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/**
 * HTML as programs put it on the clipboard, as a tree. Small and the same everywhere: nothing of it is ever shown as a page,
 * so what is malformed only has to end up as text. Never throws.
 */
function htmlTree(html: string): HtmlElement {
  const root: HtmlElement = { name: '', attributes: new Map(), children: [] };
  const openElements = [root];
  for (const [match, end, tag = '', words = '', text] of html.matchAll(token)) {
    const last = openElements.at(-1) ?? root;
    const name = tag.toLowerCase();
    const isRaw = rawElements.has(last.name);
    if (isRaw && !(end !== undefined && name === last.name)) continue;
    if (text !== undefined) last.children.push(decode(text));
    else if (name === '') continue;
    else if (end !== undefined) {
      const openIndex = openElements.findLastIndex((one, index) => index > 0 && one.name === name);
      if (openIndex > 0) openElements.length = openIndex;
    } else {
      const element: HtmlElement = { name, attributes: parseAttributes(words), children: [] };
      last.children.push(element);
      const isVoid = voidElements.has(name) || match.endsWith('/>');
      if (!isVoid && openElements.length < maxDepth) openElements.push(element);
    }
  }
  return root;
}

function parseAttributes(words: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const [, name = '', doubleText, singleText, bareText] of words.matchAll(attribute))
    values.set(name.toLowerCase(), decode(doubleText ?? singleText ?? bareText ?? ''));
  return values;
}

const decode = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (match, decimal, hexadecimal, name) => {
    if (name !== undefined) return characters[String(name).toLowerCase()] ?? match;
    const code = decimal === undefined ? Number.parseInt(String(hexadecimal), 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
    return isCharacter ? String.fromCodePoint(code) : match;
  });

const inline: Readonly<Record<string, EntityType>> = {
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
  tt: 'code',
  kbd: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
  h1: 'bold',
  h2: 'bold',
  h3: 'bold',
  h4: 'bold',
  h5: 'bold',
  h6: 'bold',
};
const blocks = /^(?:p|div|h[1-6]|li|ul|ol|pre|blockquote|tr|table|section|article|header|footer)$/;
/** Elements that contain no text of the page. Word wraps styles and its own XML in these. */
const unseen = /^(?:style|script|title|template|noscript|svg|xml|o:p)$/;

interface Out {
  text: string;
  entities: MessageEntity[];
}

/**
 * Parses HTML that other programs (Telegram, Word, Google Docs, pages) put on the clipboard. Their formats become
 * Telegram's; fonts, colors and tables do not. Null without any format, so that the plain text is pasted as always.
 */
export function pastedHtml(html: string): FormattedText | null {
  const output: Out = { text: '', entities: [] };
  walk(htmlTree(html), output, { isPre: false, inside: new Set() });
  const start = output.text.length - output.text.trimStart().length;
  const text = output.text.trim();
  const entities = output.entities.flatMap((entity) => {
    const from = Math.max(entity.offset - start, 0);
    const to = Math.min(entity.offset + entity.length - start, text.length);
    return from < to ? [{ ...entity, offset: from, length: to - from }] : [];
  });
  return entities.length === 0 ? null : { text, entities };
}

interface Within {
  isPre: boolean;
  /** Formats that are on already. */
  inside: ReadonlySet<EntityType>;
}

function walk(node: HtmlNode, output: Out, context: Within): void {
  if (typeof node === 'string') {
    addText(output, node, context.isPre);
    return;
  }
  const { name, attributes, children } = node;
  if (unseen.test(name)) return;
  if (name === 'br') {
    output.text += '\n';
    return;
  }
  const isBlock = blocks.test(name);
  if (isBlock) newLine(output);
  if (name === 'li') output.text += '• ';
  const formats = detectFormats(node).filter(([type]) => !context.inside.has(type) && !isInCode(context.inside));
  const offset = output.text.length;
  const inner = {
    isPre: context.isPre || name === 'pre',
    inside: new Set([...context.inside, ...formats.map(([type]) => type)]),
  };
  for (const child of children) walk(child, output, inner);
  const end = output.text.trimEnd().length;
  if (end > offset)
    for (const [type, details] of formats) output.entities.push({ type, offset, length: end - offset, ...details });
  if (isBlock) newLine(output);
  // Pages leave space between paragraphs by their style; Word and Google Docs say how much.
  const isSpaced = name === 'p' && !/margin/.test(attributes.get('style') ?? '') && !attributes.has('class');
  if (isSpaced && output.text.trim() !== '') output.text = `${output.text.trimEnd()}\n\n`;
}

const isInCode = (inside: ReadonlySet<EntityType>): boolean => inside.has('code') || inside.has('pre');

/** By the tag, and by the style where a program writes everything with spans. */
function detectFormats({ name, attributes }: HtmlElement): [EntityType, EntityDetails][] {
  const style = (attributes.get('style') ?? '').toLowerCase();
  const formatDetails = new Map<EntityType, EntityDetails>();
  const [, weight = ''] = /font-weight:\s*(\w+)/.exec(style) ?? [];
  const isBold = weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
  const byTag = inline[name];
  // Google Docs wraps everything in <b style="font-weight:normal">.
  if (byTag !== undefined && !(byTag === 'bold' && weight !== '' && !isBold)) formatDetails.set(byTag, {});
  if (isBold) formatDetails.set('bold', {});
  if (/font-style:\s*italic/.test(style)) formatDetails.set('italic', {});
  const [, line = ''] = /text-decoration(?:-line)?:\s*([^;]+)/.exec(style) ?? [];
  if (line.includes('underline') && name !== 'a') formatDetails.set('underline', {});
  if (line.includes('line-through')) formatDetails.set('strikethrough', {});
  if (/spoiler/i.test(attributes.get('class') ?? '')) formatDetails.set('spoiler', {});
  const address = name === 'a' ? (attributes.get('href') ?? '') : '';
  if (isTelegramUrl(address)) formatDetails.set('text_link', { url: address });
  return [...formatDetails];
}

function addText(output: Out, words: string, isPre: boolean): void {
  if (isPre) {
    output.text += words;
    return;
  }
  const spaced = words.replaceAll(/[ \t\r\n\f]+/g, ' ').replaceAll('\u00a0', ' ');
  output.text += /(^|\s)$/.test(output.text) ? spaced.replace(/^ /, '') : spaced;
}

function newLine(output: Out): void {
  if (output.text !== '' && !output.text.endsWith('\n')) output.text = `${output.text.trimEnd()}\n`;
}
