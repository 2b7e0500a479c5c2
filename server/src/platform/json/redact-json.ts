/** A string with its end and a colon behind it, as far as they are in the text, or a word outside of strings. */
const parts = /"(?:[^"\\]|\\[\s\S])*(?:"(\s*:)?|\\?$)|[^\s{}[\],:"]+/g;
/** Names that programmers give; ones with digits may be a user's. */
const fieldName = /^"[a-z_]{1,32}"$/i;
const constants: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/**
 * Reduces a JSON text to its structure, so that it shows what is malformed and nothing about its user. The text may be
 * cut off or no JSON at all; then its words go too. The same text twice is redacted once.
 */
export const redactJson = (text: string): string =>
  text.replace(parts, (part: string, colon: string | undefined) => {
    if (colon !== undefined) return fieldName.test(part.slice(0, -colon.length)) ? part : `"…"${colon}`;
    if (part.startsWith('"')) return '"…"';
    return constants.has(part) ? part : '…';
  });
