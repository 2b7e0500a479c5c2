/** Types that a browser may show in place; anything else is saved, because an SVG or a page would run as ours. */
const shownTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/webm',
]);
const isShown = (mime: string): boolean => shownTypes.has(mime) || /^audio\/[\w.+-]+$/.test(mime);

/** Headers of a file that a stranger made: it is shown or saved, and never runs. */
export function fileHeaders(mime: string, name: string): Record<string, string> {
  const inline = isShown(mime);
  return {
    'content-type': inline ? mime : 'application/octet-stream',
    'content-disposition': disposition(inline, name),
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    // The browser keeps it, and asks every time whether its account may still see it.
    'cache-control': 'private, no-cache',
  };
}

/** The sender's name of the file, in a form that ends no header. */
function disposition(inline: boolean, name: string): string {
  const kind = inline ? 'inline' : 'attachment';
  if (name === '') return kind;
  const asciiName = name.replaceAll(/[^\w.\- ]/g, '_').slice(0, 100);
  const encodedName = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}
