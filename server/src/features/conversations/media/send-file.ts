import { createReadStream } from 'node:fs';
import type { FastifyReply } from 'fastify';
import type { FileDescription } from './find-file.ts';

/** What a browser may show in place; anything else is saved, because an SVG or a page would run as ours. */
const shownTypes: ReadonlySet<string> = new Set([
  ...['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'video/mp4', 'video/webm'],
]);
const isShown = (mime: string): boolean => shownTypes.has(mime) || /^audio\/[\w.+-]+$/.test(mime);

/** Sends a file from the disk, or the part of it that was asked for. */
export async function sendFile(
  reply: FastifyReply,
  file: FileDescription,
  { path, size }: { path: string; size: number },
): Promise<void> {
  const inline = isShown(file.mime);
  const etag = `"${(file.uniqueId || String(size)).replaceAll(/[^\w-]/g, '')}"`;
  reply.headers({
    'content-type': inline ? file.mime : 'application/octet-stream',
    'content-disposition': disposition(inline, file.name),
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    // The browser keeps it, and asks every time whether its account may still see it.
    'cache-control': 'private, no-cache',
    etag,
  });
  const { headers } = reply.request;
  if (headers['if-none-match'] === etag) {
    await reply.code(304).send();
    return;
  }
  const range = parseRange(headers.range, size);
  if (range === 'unsatisfiable') {
    await reply.code(416).header('content-range', `bytes */${size}`).send();
    return;
  }
  if (range !== null) {
    const { start, end } = range;
    reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    reply.header('content-length', end - start + 1);
    await reply.send(createReadStream(path, { start, end }));
    return;
  }
  reply.header('content-length', size);
  await reply.send(createReadStream(path));
}

/** One range of bytes (RFC 9110); null for none, or for a form that may be ignored. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to));
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}

/** The sender's name of the file, in a form that ends no header. */
function disposition(inline: boolean, name: string): string {
  const kind = inline ? 'inline' : 'attachment';
  if (name === '') return kind;
  const plain = name.replaceAll(/[^\w.\- ]/g, '_').slice(0, 100);
  const full = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${full}`;
}
