import { createReadStream } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { fileHeaders } from '../../../platform/file-headers.ts';
import type { FileDescription } from './find-file.ts';

/** Sends a file from the disk, or the part of it that was asked for. */
export async function sendFile(
  reply: FastifyReply,
  file: FileDescription,
  { path, size }: { path: string; size: number },
): Promise<void> {
  const etag = `"${(file.uniqueId || String(size)).replaceAll(/[^\w-]/g, '')}"`;
  reply.headers({
    ...fileHeaders(file.mime, file.name),
    'accept-ranges': 'bytes',
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
