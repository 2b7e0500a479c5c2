/** An element of a page that was copied, or a stretch of its text. */
export type HtmlNode = string | HtmlElement;
export interface HtmlElement {
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
export function htmlTree(html: string): HtmlElement {
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
